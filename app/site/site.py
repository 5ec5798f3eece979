"""Every service of the site, district by district."""

from __future__ import annotations

from typing import Final

from app.base.services import Base
from app.base.settings import Settings
from app.base.store.database import Database
from app.base.web.services import by_class
from app.cards.services import Cards
from app.contests.services import Contests, rules_for
from app.learning.services import Learning
from app.matches.helpers.process import HelperProcess
from app.matches.services import Matches
from app.people.services import People
from app.site.services import Front


class Site:
    """The services of each district, made from those below it."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.base: Final = Base.open(settings, database)
        self.people: Final = People.open(self.base)
        self.cards: Final = Cards.open(self.base)
        self.matches: Final = Matches.open(self.base, self.people, rules_for(database))
        self.learning: Final = Learning.open(self.base, self.matches)
        self.contests: Final = Contests.open(self.base, self.people, self.matches)
        self.front: Final = Front.open(self.base, self.people, self.matches, self.contests)

        districts = (self.base, self.people, self.cards, self.matches, self.learning, self.contests, self.front)
        made: list[object] = [service for district in districts for service in vars(district).values()]
        self.processes: Final = [each for each in made if isinstance(each, HelperProcess)]
        self.services: Final = by_class(each for each in made if not isinstance(each, HelperProcess))
        """Each by its class, as `app.base.web.services` finds it for a request."""
