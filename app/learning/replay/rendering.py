"""The answers of the process that replays records: a page's parts, a frame, the log, a position to play on from."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import orjson

from app.base.web.http import Packed
from app.base.web.png import png_of
from app.learning.replay import record_import
from app.learning.replay.digest import best_step, digest_of
from app.learning.replay.link_words import sky_words
from app.learning.replay.perspective import Perspective
from app.learning.replay.position_options import options_at
from app.learning.replay.renderer import ReplayMoment, ReplayRenderer
from app.learning.replay.win_graph import WinGraph, graph_of
from app.matches.helpers.replayer import replayer
from app.matches.helpers.source import Source
from app.matches.helpers.timeline import ReplayTimeline, TimelineTurn
from app.matches.table import board
from app.matches.table.zones import rendered
from engine.actions import ActionNotation
from engine.errors import IllegalAction
from engine.record import Move, RecordNames
from engine.seat import BySeat, Seat, other
from engine.setup.options import OptionsNotation

LINK_WIDTH: Final = 1200  # pixels


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """A record in short: its last step, its players and their decks, and whether Champions are in it."""

    last: int
    solo: bool
    names: RecordNames
    mode: str
    edition: str
    format: str
    sets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageParts:
    """The parts of a replay's page that depend on the step."""

    moment: ReplayMoment
    stage: str
    moving: tuple[str, ...]
    turns: tuple[TimelineTurn, ...]
    names: BySeat[str]


@dataclass(frozen=True, slots=True)
class PngPicture:
    """A picture as a PNG file."""

    content: bytes


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """A record from outside that can be replayed: the columns of its row."""

    values: dict[str, object]


def source_of(record: bytes) -> Source:
    """Return an uploaded record to be replayed; the same one sent twice is one timeline."""
    return Source(f"upload {hashlib.blake2b(record, digest_size=16).hexdigest()}", record)


def import_and_describe(text: bytes) -> ImportedRecord:
    """Return the record of a text from outside, replayed to its end.

    AppError with one sentence if that cannot be done.
    """
    timeline = record_import.import_record(text)
    record = timeline.record
    kept = zlib.compress(orjson.dumps(record.to_json()))
    replayer().hold(source_of(kept), timeline)  # its sender opens it next
    return ImportedRecord(
        {
            "mode": record.options.mode,
            "edition": record.options.edition,
            "format": record.options.format,
            "name_a": record.names["A"],
            "name_b": record.names["B"],
            "winner": record.result.winner if record.result else None,
            "record": kept,
        }
    )


def facts(source: Source) -> RecordFacts:
    timeline = replayer().timeline(source)
    options = timeline.record.options
    return RecordFacts(
        last=timeline.last,
        solo=timeline.solo,
        names=dict(timeline.record.names),
        mode=options.mode,
        edition=options.edition,
        format=options.format,
        sets=tuple(options.sets),
    )


def page_parts(source: Source, base: str, step: int, perspective: Perspective) -> PageParts:
    scenes, timeline = _renderer(source, base)
    moment = scenes.place(step, perspective)
    moving = tuple(str(part) for part in scenes.moving(moment))
    return PageParts(moment, str(scenes.stage(moment)), moving, tuple(timeline.turns), scenes.names)


def frame(source: Source, base: str, step: int, perspective: Perspective) -> Packed:
    scenes, _timeline = _renderer(source, base)
    return Packed.of(scenes.frame(scenes.place(step, perspective)).decode())


def log(source: Source, base: str, step: int, perspective: Perspective) -> Packed:
    """Return the lines of the log around a step."""
    scenes, _timeline = _renderer(source, base)
    return Packed.of(str(scenes.log_html(perspective, step)))


def up_to(source: Source, step: int) -> Source:
    """Return the first steps of a record: nothing of what comes after them."""
    record = replayer().timeline(source).record
    if step >= len(record.moves):
        return source
    notes = tuple(note for note in record.notes if note.step <= step)
    begun = replace(record, moves=tuple(record.moves[:step]), result=None, notes=notes)
    return Source(f"{source.key} to {step}", zlib.compress(orjson.dumps(begun.to_json())))


def win_graph(source: Source) -> WinGraph:
    """Return the chance to win along a record."""
    return graph_of(replayer().timeline(source))


def expert_turn(source: Source, step: int, seat: Seat, planned: Sequence[ActionNotation]) -> Source:
    """Return the match up to a step with other actions of `seat` after it, as far as they can be played."""
    timeline = replayer().timeline(source)
    match, moves = timeline.at(step), list(timeline.record.moves[:step])
    at = moves[-1].at if moves else 0.0
    for action in planned:
        try:
            match, _ = match.apply(seat, action)
        except IllegalAction:  # the expert did not know every card
            break
        moves.append(Move(seat, action, at))
    record = replace(timeline.record, moves=tuple(moves), result=match.outcome)
    return Source(f"{source.key} expert {step}", zlib.compress(orjson.dumps(record.to_json())))


def picture(source: Source, base: str, step: int, perspective: Perspective) -> Packed:
    """Return a small picture of the table at a step, as an SVG file: of an empty sea before the cards are dealt."""
    return Packed.of(_drawn("matches/table/picture.html", {"b": _board(source, step, perspective)}))


def _board(source: Source, step: int, perspective: Perspective) -> board.Board | None:
    """Return the table at a step, with the hands that its `perspective` sees."""
    match = replayer().timeline(source).at(step)
    view = perspective.view(match)
    return board.build(match, None, near=perspective.near, view=view) if "turn" in view else None


def _drawn(template: str, context: dict[str, object]) -> str:
    return str(rendered(replayer().templates, template, context))


def link_picture(
    source: Source, base: str, step: int | None, perspective: Perspective, faces: BySeat[str]
) -> PngPicture:
    """Return a step as chats show it next to a link, a PNG file: the table, the players' `faces` by their slugs, and
    what happened as a sentence across the sky. `step` None: the one that shows the match best."""
    scenes, timeline = _renderer(source, base)
    step = best_step(timeline, scenes.names) if step is None else step
    near, far = perspective.near, other(perspective.near)
    context: dict[str, object] = {
        "b": _board(source, step, perspective),
        "sky": sky_words(timeline, scenes, step, perspective),
        "near": (scenes.names[near], faces[near]),
        "far": (scenes.names[far], faces[far]),
    }
    return PngPicture(png_of(_drawn("learning/replay/link_picture.html", context), LINK_WIDTH))


def digest(source: Source, base: str, step: int, perspective: Perspective) -> Packed:
    """Return a match in short, as HTML."""
    scenes, timeline = _renderer(source, base)
    context = {"digest": digest_of(timeline, scenes.names), "base": base, "perspective": perspective}
    return Packed.of(str(rendered(replayer().templates, "learning/replay/digest.html", context)))


def position(source: Source, step: int, seed: int) -> OptionsNotation:
    """Return the options of a match that begins with the position of a step; AppError(not_from_here)."""
    return options_at(replayer().timeline(source), step, seed).to_json()


def _renderer(source: Source, base: str) -> tuple[ReplayRenderer, ReplayTimeline]:
    timeline = replayer().timeline(source)
    return ReplayRenderer(replayer().templates, timeline, base), timeline
