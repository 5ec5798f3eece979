"""A record as text, move by move, checked on the way: the output of `python -m engine replay FILE`."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import printable
from engine.narration import isolated, narrate
from engine.notes import StepNote
from engine.record import MatchRecord, ReplayStep
from engine.seat import SEATS, BySeat


def display_names(record: MatchRecord) -> BySeat[str]:
    """Return the names by seat: their names, fit for a terminal and set apart where they run the other way, else
    their seats; the automaton by what it is."""
    names = {seat: isolated(printable(record.names.get(seat) or seat)) for seat in SEATS}
    if names["A"] == names["B"]:
        names = {seat: f"{name} ({seat})" for seat, name in names.items()}
    return {**names, "B": "the automaton"} if record.options.solo is not None else names


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def _step(number: int, step: ReplayStep, names: BySeat[str]) -> Iterator[str]:
    if step.move is not None:
        yield f"{number}. {names[step.move.by]} ({_clock(step.move.at)}): {step.move.kind}"
    for line in narrate(step.events, names):
        if line is not None:
            yield f"    {_capital(line.text)}"


def _words(note: StepNote) -> Iterator[str]:
    for text in (note.text, note.question):
        yield from (f"    # {printable(line)}" for line in text.splitlines())


def _capital(line: str) -> str:
    """Return the sentence with a capital where it begins with "the automaton"; a player's name stays as it is."""
    return "T" + line[1:] if line.startswith("the ") else line


def lines(record: MatchRecord) -> Iterator[str]:
    """Yield the match as lines of text; raises BadPosition where it cannot be replayed or ends
    otherwise than recorded."""
    options, names = record.options, display_names(record)
    yield f"{names['A']} against {names['B']}: {options.format} {options.mode}, edition {options.edition}"
    said = {note.step: note for note in record.notes}
    for number, step in enumerate(record.replay()):
        yield from _step(number, step, names)
        if number in said:
            yield from _words(said[number])
    record.check_result(step.match)
    outcome = step.match.outcome
    yield f"{number} actions, checked; " + ("not finished." if outcome is None else f"result: {outcome.winner}.")
