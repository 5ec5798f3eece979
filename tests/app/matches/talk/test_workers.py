"""Chat at one worker arrives at another, by a hint or by polling; a mute holds at both."""

from __future__ import annotations

from app.matches.core.schemas import NewMatch
from app.matches.talk.service import Said
from tests.support.service import worker
from tests.support.waiting import until


async def test_a_line_at_one_worker_arrives_at_another(postgresql: str) -> None:
    async with worker(postgresql) as one, worker(postgresql) as two:
        here, there = one.matches.talk, two.matches.talk
        ann, bob = await one.people.players.create("Ann"), await two.people.players.create("Bob")
        live = await one.matches.service.opening.create(ann, NewMatch(seat="A"))
        await two.matches.service.joining.join(live.id, bob)
        watching = await one.matches.service.watch(live.id, ann), await two.matches.service.watch(live.id, bob)
        async with here.reader(watching[0].live, ann) as hers, there.reader(watching[1].live, bob) as his:
            await here.say(live.id, ann, Said(text="hello"))
            await until(lambda: [line.text for line in his.lines()] == ["hello"])
            await there.say(live.id, bob, Said(emote="thanks"))
            await until(lambda: [line.emote for line in hers.lines()] == [None, "thanks"])
            assert [line.number for line in hers.lines()] == [1, 2]
            await there.mute(live.id, ann, "B", on=True)  # asked of the other worker
            await until(lambda: [line.text for line in hers.lines()] == ["hello"])
            assert len(his.lines()) == 2
