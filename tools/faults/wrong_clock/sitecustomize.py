"""Run by Python at the start of a worker whose folder of this file is in PYTHONPATH: a wall clock that can be set.

Everything in the process that asks for the time of day, libraries too, gets it wrong by what stands in the file
WRONG_CLOCK, eight bytes of nanoseconds. The steady clock is left alone, as it is when somebody sets a machine's clock.
"""

import mmap
import os
import struct
import time

_FORMAT = struct.Struct("=q")


def _install(path: str) -> None:
    with open(path, "rb") as file:  # noqa: PTH123 - at this moment of the start the less is imported the better
        wrong = mmap.mmap(file.fileno(), _FORMAT.size, prot=mmap.PROT_READ)
    right_time, right_time_ns = time.time, time.time_ns

    def shift() -> int:
        return int(_FORMAT.unpack_from(wrong)[0])

    def shifted() -> float:
        return right_time() + shift() / 1e9

    def shifted_ns() -> int:
        return right_time_ns() + shift()

    time.time, time.time_ns = shifted, shifted_ns


if "WRONG_CLOCK" in os.environ:
    _install(os.environ["WRONG_CLOCK"])
