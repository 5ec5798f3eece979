"""Lines of the computer opponents: one for each moment, in the voice of the character."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from app.base.i18n import _


class Sayings(NamedTuple):
    """The lines of a character: when a match begins, when their own Bastion falls or the other player's, and when they
    have won or lost."""

    greets: str
    hurt: str
    strikes: str
    wins: str
    loses: str


SAYINGS: Final[Mapping[str, Callable[[], Sayings]]] = {
    # Translators: the ship's dog, who forgets what it wanted in the middle of a turn.
    "biscuit": lambda: Sayings(
        greets=_("Woof! Which one? The first one. Woof!"),
        hurt=_("Something fell down. Was it a stick?"),
        strikes=_("I brought you a piece of your wall!"),
        wins=_("Did I win? What did I win? Is it a biscuit?"),
        loses=_("I had a plan. I have buried it somewhere."),
    ),
    # Translators: an eager deckhand, a raccoon who loves whatever shines.
    "pip": lambda: Sayings(
        greets=_("Ooh, is that one shiny? I'm playing it!"),
        hurt=_("My tower! It had such a nice glitter."),
        strikes=_("Crash! Did you see it sparkle?"),
        wins=_("I won? I won! Can I keep the shiny one?"),
        loses=_("You outshone me. Again?"),
    ),
    # Translators: a sleepy old watchman, a walrus.
    "old-gus": lambda: Sayings(
        greets=_("Hm? My watch already? Wake me when it's my turn."),
        hurt=_("What was that noise? Oh. My wall."),
        strikes=_("Did I do that? I must have been sleepwalking."),
        wins=_("Won in my sleep. Good night."),
        loses=_("Never mind. I was dreaming of herring anyway."),
    ),
    # Translators: a hearty innkeeper, a woman, who spends everything at once.
    "marla": lambda: Sayings(
        greets=_("Come in, sit down! I spare nothing for my guests."),
        hurt=_("That goes on your bill, dear."),
        strikes=_("Last orders for your Bastion!"),
        wins=_("The house wins. The soup is on me."),
        loses=_("Well played. Drinks are on the house."),
    ),
    # Translators: a gambler, a grinning goblin.
    "tobias": lambda: Sayings(
        greets=_("Double or nothing? I always bet on the biggest card."),
        hurt=_("A bad roll. The next one is mine."),
        strikes=_("Two sixes! Pay up."),
        wins=_("Jackpot! Fancy losing again?"),
        loses=_("You cleaned me out. One more round?"),
    ),
    # Translators: a gallant, proud duellist.
    "corso": lambda: Sayings(
        greets=_("On guard! I think one stroke ahead, and one is enough."),
        hurt=_("Touché."),
        strikes=_("A hit! You dropped your guard."),
        wins=_("A fine bout. My blade thanks you."),
        loses=_("You parried what I never saw. I salute you."),
    ),
    # Translators: a precise scout who reports and counts.
    "wren": lambda: Sayings(
        greets=_("Scouting report: one Bastion, one player, no way out."),
        hurt=_("One wall down. Noted."),
        strikes=_("Your Bastion fell when I said it would."),
        wins=_("Report: mission complete."),
        loses=_("I was off by one. That won't happen twice."),
    ),
    # Translators: the calm warden of a bridge, a woman who plans like a builder.
    "ysolde": lambda: Sayings(
        greets=_("Nobody crosses my bridge without a plan. Do you have one?"),
        hurt=_("One pillar is gone. The bridge still stands."),
        strikes=_("Your end of the bridge is mine now."),
        wins=_("Planned, built, finished. A safe journey home."),
        loses=_("You found the weak stone. Cross, then."),
    ),
    # Translators: a stern judge, an owl, who speaks as in court.
    "harrow": lambda: Sayings(
        greets=_("The court is in session. Both lanes will be weighed."),
        hurt=_("Objection!"),
        strikes=_("Your Bastion is found guilty."),
        wins=_("The verdict is clear. Case closed."),
        loses=_("I accept the verdict. It was a fair trial."),
    ),
    # Translators: a gruff siege master, a dwarf.
    "brandt": lambda: Sayings(
        greets=_("I've looked at your walls. They'll last until lunch."),
        hurt=_("Good shot. I'd have aimed lower."),
        strikes=_("A wall is only rubble that hasn't fallen yet."),
        wins=_("Another gate for my collection."),
        loses=_("You dug where I wasn't looking. Respect."),
    ),
    # Translators: a seer, a woman, gentle and a little eerie.
    "mirel": lambda: Sayings(
        greets=_("I saw you coming. I also saw you leave, and you sighed."),
        hurt=_("I foresaw this. I had hoped it was a dream."),
        strikes=_("You left a door open. The stars told me."),
        wins=_("It ended as it had to."),
        loses=_("Strange. In none of my visions did you smile."),
    ),
    # Translators: the sea itself, of few words, never "I".
    "the-tide": lambda: Sayings(
        greets=_("The water rises."),
        hurt=_("The wave breaks. Another follows."),
        strikes=_("Stone turns to sand."),
        wins=_("Silence. Only waves."),
        loses=_("Low water. For now."),
    ),
    # Translators: a haughty, burnt-out queen.
    "queen-ash": lambda: Sayings(
        greets=_("Kneel or burn. You may choose the order."),
        hurt=_("You dare? My towers burn only at my command."),
        strikes=_("Ashes suit your Bastion."),
        wins=_("Remember this day. I have forgotten it already."),
        loses=_("Now I have lost twice. I will remember you."),
    ),
}
