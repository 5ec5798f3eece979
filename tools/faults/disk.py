"""A disk that is full for a while, as SQLite sees it: a limit on the size of the server's files."""

from __future__ import annotations

import resource

from tools.faults.drill import Fault, NoEffect
from tools.faults.tables import Hall
from tools.rig.programs import NotAvailable


def full_disk(seconds: float = 3.0) -> Fault:
    """Return the fault of a full disk: hardly any write succeeds, then there is room again; the server continues."""

    async def inject(hall: Hall) -> str:
        pid = hall.site.workers[0].pid
        if not hasattr(resource, "prlimit"):
            raise NotAvailable("the files of a process cannot be limited here")
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, before[1]))
        try:
            if not await hall.play_until(lambda: hall.ledger.errors["storage_unavailable"] > 0):
                raise NoEffect("no move was refused")
            await hall.play(seconds)
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        moves = hall.ledger.acknowledged
        await hall.play(seconds)
        if not await hall.play_until(lambda: hall.ledger.acknowledged > moves):
            hall.ledger.problem("there is room on the disk again, and no move is taken")
        if hall.site.workers[0].pid != pid:
            raise NoEffect("the server was started again")
        return f"{seconds} s without room"

    return Fault("full disk", inject)
