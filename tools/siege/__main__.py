"""One address attacks a site that this starts itself, while others play; sizes by MATCHES, SECONDS, ROUNDS.

Everything runs on 127.0.0.0/8, in processes of its own, and ends on its own. Players come from ten addresses, the
attacker from one; the site has its default settings, every limit included. Peace and attack take turns; each figure is
the median of the rounds. Names of attacks as arguments choose some of them.
"""

from __future__ import annotations

import asyncio
import sys

from tools.python_build import described
from tools.rig import site as sites
from tools.rig.arguments import chosen
from tools.rig.numbers import number
from tools.rig.termination import end_in_order
from tools.siege.attacks import ATTACKS, EVERYTHING
from tools.siege.battle import AttackRow, SiegePlan, milliseconds, siege
from tools.siege.wire import receivers

BOUND = 3.0  # times the p99 of peace
COLUMNS = (
    f"{'':22}{'peace p50':>10}{'p99 ms':>8}{'attack p50':>11}{'p99 ms':>8}{'x p99':>7}{'CPU %':>7}  attacker's answers"
)


def line(row: AttackRow) -> str:
    """Return one row of the table."""
    times = [milliseconds(rounds, share) for rounds in (row.peace, row.war) for share in (0.5, 0.99)]
    answers = ", ".join(f"{word} {count:,}" for word, count in row.answers.most_common())
    shown = f"{row.name:22}{times[0]:10.1f}{times[1]:8.1f}{times[2]:11.1f}{times[3]:8.1f}{row.times:7.1f}"
    return f"{shown}{100 * sum(row.cpu) / len(row.cpu):7.0f}  {answers or 'nothing'}"


def main() -> None:
    """Print the table; exit code 1, with sentences, if anything was lost or got stuck."""
    names = chosen("tools.siege", __doc__, (*ATTACKS, EVERYTHING))
    end_in_order()
    plan = SiegePlan(names, matches=number("MATCHES", 50), seconds=number("SECONDS", 5), rounds=number("ROUNDS", 3))
    if sys.platform != "linux":
        sys.exit("This needs Linux: other systems have one loopback address, and so nobody to defend against another.")
    print(f"{plan.matches} tables at once, {plan.rounds} rounds of {plan.seconds:.0f} s, {described()}")
    try:
        with receivers() as outside:
            settings = {"rate_limit": "1", "webhooks": f"{outside.silent},{outside.accepting}"}
            with sites.running("sqlite", 1, redis=False, settings=settings) as site:
                found = asyncio.run(siege(site, plan, outside))
    except KeyboardInterrupt:
        sys.exit("Stopped; everything that was started has ended.")
    print("\n".join([COLUMNS, *map(line, found.rows)]))
    print(
        f"{found.acknowledged:,} moves of {found.matches} matches were acknowledged, {found.lost} lost;"
        f" the server had {found.memory_mib:.0f} MB at most. Players got: {dict(found.errors) or 'no error'}."
    )
    got = outside.got
    print(
        f"The accepting receiver got {got.total():,} messages: {got['/channel']} to the channel, {got['/player']} to"
        f" players, the others at {len(got.keys() - {'/channel', '/player'})} addresses that somebody gave."
    )
    beyond = [row.name for row in found.rows if row.times > BOUND]
    if beyond:
        print(f"Beyond {BOUND:.0f} times the p99 of peace: {', '.join(beyond)}.")
    if found.sentences():
        sys.exit("\n".join(["", *found.sentences()]))


if __name__ == "__main__":
    main()
