"""The verdict on answers: faults, and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, Final

MAX_BYTES: Final = 1_000_000
MAX_REPORTED: Final = 20
SHOWN: Final = 300


@dataclass
class FuzzVerdict:
    """Of one way in: `answers` by status or code, and `faults` in a sentence each, with the input that led there.

    `limit` is the seconds that an answer may take; None: any number. `led_to` is the path to which the last answer
    redirects.
    """

    found: ClassVar[Callable[[str], None]] = staticmethod(lambda fault: None)
    """Called with each fault that is recorded, at once: a run may be stopped before its verdicts are there."""

    name: str
    limit: float | None = None
    inputs: int = 0
    slowest: float = 0.0
    largest: int = 0
    led_to: str = ""
    is_broken: bool = False
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def answered(self, what: str, size: int, seconds: float) -> None:
        """Count an answer."""
        self.inputs += 1
        self.answers[what] += 1
        self.slowest = max(self.slowest, seconds)
        self.largest = max(self.largest, size)

    def is_slow(self, seconds: float) -> bool:
        """True if that is longer than an answer may take."""
        return self.limit is not None and seconds > self.limit

    def fault(self, sentence: str, content: bytes | str) -> None:
        """Record a fault and its input; of many faults only the first are kept."""
        if len(self.faults) < MAX_REPORTED:
            shown = content if isinstance(content, str) else content.decode("utf-8", "backslashreplace")
            self.faults.append(f"{self.name}: {sentence}: {shown[:SHOWN]!a}")
            type(self).found(self.faults[-1])

    def broke(self, sentence: str, content: bytes | str) -> None:
        """Nothing answers any more."""
        self.is_broken = True
        self.fault(sentence, content)

    def judge(self, status: str, size: int, content: bytes | str, *, internal: bool) -> None:
        """Record an answer that no input may lead to as a fault."""
        if internal:
            self.fault(f"an internal error ({status})", content)
        if size > MAX_BYTES:
            self.fault(f"an answer of {size} bytes", content)

    def line(self) -> str:
        """Return the figures in a line."""
        common = ", ".join(f"{count} {what}" for what, count in self.answers.most_common(6))
        return (
            f"{self.name:14}{self.inputs:8}{self.slowest * 1000:12.1f} ms{self.largest / 1000:10.1f} KB"
            f"{len(self.faults):8}  {common}"
        )


COLUMNS: Final = f"{'way in':14}{'inputs':>8}{'slowest':>15}{'largest':>13}{'faults':>8}  answers"
