"""The rulebook: chapters, tables and figures, put together once for each language, and its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import Response

from app.base.i18n import _
from app.base.web.limits import Limit
from app.base.web.page_cache import cached_page, cached_part
from app.base.web.services import service_of
from app.base.web.templating import Templates
from app.cards.gallery import wording
from app.cards.gallery.abilities import PAGES
from app.cards.gallery.abilities.figure import Figure
from app.cards.gallery.starters import starters
from app.learning.lessons import marks
from app.learning.lessons.diagrams import FigurePanel, panels
from app.learning.lessons.figures import FIGURES, caption
from engine import abilities, cards, design

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: the id of its section, its number in the rules (0: none), its template, the edition that has it."""

    id: str
    number: int
    title: str
    template: str
    edition: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """A line of the table of R9.6: what an ability costs on a creature and on an incantation."""

    slug: str
    creature: str
    incantation: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of section 11: the subject, the rule, and its readings of 2021 and of 2022."""

    rule: str
    what: str
    old: str
    new: str


def chapters() -> list[Chapter]:
    titles: list[tuple[str, str, str]] = [
        ("components", _("Cards, hand and lanes"), ""),
        ("modes", _("Ways to play"), ""),
        ("turn", _("A turn"), ""),
        ("summon", _("Summon"), ""),
        ("assault", _("Assault"), ""),
        ("fortress", _("Stronghold"), ""),
        ("ending", _("The end"), ""),
        ("abilities", _("Abilities"), ""),
        ("champions", _("Champions"), "2022"),
        ("solo", _("Playing alone"), ""),
        ("editions", _("The two editions"), ""),
        ("readings", _("Our rulings"), ""),
        ("small_print", _("Small print"), ""),
    ]
    numbered = [
        Chapter(f"R{number}", number, title, f"learning/lessons/rules/{number:02}_{name}.html", edition)
        for number, (name, title, edition) in enumerate(titles, 1)
    ]
    return [*numbered, Chapter("questions", 0, _("Questions and answers"), "learning/lessons/rules/questions.html")]


def _number(value: Fraction) -> str:
    """Return a cost as it is written: 2, ½, 1½, −1."""
    sign, whole, half = "−" if value < 0 else "", abs(value) // 1, abs(value) % 1
    return f"{sign}{whole if whole or not half else ''}{'½' if half else ''}"


def ability_costs() -> list[Cost]:
    """Return the cost of each ability on a designed card (R9.6)."""
    return [Cost(slug, _cost_on(slug, cards.CREATURE), _cost_on(slug, cards.INCANTATION)) for slug in abilities.BY_SLUG]


def _cost_on(slug: str, kind: str) -> str:
    try:
        return _number(design.ability_cost(slug, kind))
    except KeyError:
        return "–"


def differences() -> list[Difference]:
    """Return the differences between the editions (section 11)."""
    return [
        Difference("R4.8", _("Incantations"), _("while summoning and during the assault"), _("while summoning")),
        Difference("R5.8", _("Destroyed together"), _("the owner orders the cards"), _("a fixed order")),
        Difference("R2.5", _("Constructed"), _("10 cards each, 2 of which are banned"), _("8 cards, kept secret")),
        Difference("R8", _("Abilities"), _("8 of the 20"), _("all 20")),
        Difference("R1.1", _("Sets"), _("Initiation"), _("all seven")),
        Difference("R9", _("Champions"), _("no"), _("if both players agree")),
        Difference(
            "R10.6", _("Solo: the pile is gone under the Fort"), _("the automaton has one last turn"),
            _("you win at once"),
        ),
        Difference(
            "R10.9", _("Solo: custom game"), _("levels 1 to 5, one ability, the option without a Bastion"),
            _("levels 1 to 10, several abilities"),
        ),
        Difference("R10.8", _("Solo: weakened attacks"), _("1 damage less"), _("just 1 damage")),
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Size:
    """The most creatures in a lane of a figure, on either side: it decides how large they are drawn."""

    near: int
    far: int


def _size(figure: Figure, shown: list[FigurePanel]) -> Size:
    lanes = [part for part in figure.parts if part in ("top", "bottom")]

    def most(seat: str) -> int:
        return max((_width(panel, seat, lane) for panel in shown for lane in lanes), default=0)

    return Size(max(most("A"), 1), max(most("B"), 1))


def _width(panel: FigurePanel, seat: str, lane: str) -> int:
    """Return the places that a realm takes, with one for the fortress where that is hit."""
    return len(panel.board.realms[f"{seat}-{lane}"].creatures) + ((seat, lane) in panel.marks.fortress)


def draw(render: Templates, slug: str) -> Markup:
    """Return the HTML of a figure, or of marks ("marks dear", those of `marks.ALL`); KeyError for an unknown one."""
    if slug.startswith("marks "):
        return Markup(render.text("learning/lessons/marks_list.html", {"marks": marks.of(*slug.split()[1:])}))
    if slug == "cards":
        shown: dict[str, object] = {"ogre": cards.ALL["ogre"], "combustion": cards.ALL["combustion"]}
        return Markup(render.text("learning/lessons/figure_cards.html", {**shown, "caption": caption(slug)}))
    figure = FIGURES[slug]
    states = panels(figure)
    context = {"figure": figure, "panels": states, "size": _size(figure, states), "caption": caption(slug)}
    return Markup(render.text("learning/lessons/figure.html", context))


def _figures(render: Templates) -> Callable[[str], Markup]:
    return lambda slug: draw(render, slug)


def draw_chapters(render: Templates, figure: Callable[[str], Markup]) -> Markup:
    """Return the HTML of all chapters; `figure` draws the figures in them, by their slugs."""
    context = {
        "chapters": chapters(),
        "figure": figure,
        "figures": FIGURES,
        "abilities": PAGES,
        "ability_costs": ability_costs(),
        "edition_table": differences(),
        "starters": starters(),
    }
    return Markup(render.text("learning/lessons/chapters.html", context))


CHOICES: Final = ("both", "2022", "2021")


@router.get("/rules/beside", dependencies=[Depends(Limit("ask"))])
async def rules_panel(request: Request) -> Response:
    """Show the rules in the panel of a match."""
    return await cached_part(request, "learning/lessons/beside.html", "both", lambda: _context(request, "both"))


@router.get("/rules/card", dependencies=[Depends(Limit("ask"))])
async def rules_card(request: Request) -> Response:
    """Show the rules of a duel on one sheet, for the table."""

    def context() -> dict[str, object]:
        return {"words": {words.slug: words for words in wording.all_abilities()}, "page": "rules"}

    return await cached_page(request, "learning/lessons/rules_card.html", "card", context)


@router.get("/rules/card/home", dependencies=[Depends(Limit("ask"))])
async def rules_at_home(request: Request) -> Response:
    """Show the house rules for three or four players at home on one sheet (H16)."""
    return await cached_page(request, "learning/lessons/rules_home.html", "home", lambda: {"page": "rules"})


@router.get("/rules", dependencies=[Depends(Limit("ask"))])
async def rules_page(request: Request, edition: str = "both") -> Response:
    """Show the rulebook; `edition` ("2021", "2022") is highlighted from the start."""
    chosen = edition if edition in CHOICES else "both"
    return await cached_page(request, "learning/lessons/rules.html", chosen, lambda: _context(request, chosen))


def _context(request: Request, chosen: str) -> dict[str, object]:
    render = service_of(request, Templates)
    return {"body": draw_chapters(render, _figures(render)), "chapters": chapters(), "chosen": chosen, "page": "rules"}
