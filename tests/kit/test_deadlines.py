"""What takes too long is ended, whatever else runs beside it and ends in its time."""

import asyncio

import pytest

from gatehouse.kit.deadlines import Deadline, Deadlines

SECONDS = 0.05
LONGEST = 30  # of waiting for what has to come


async def never(deadlines: Deadlines) -> None:
    with deadlines.begin():
        await asyncio.Event().wait()


async def test_late_tasks_are_cancelled_and_finished_ones_are_not():
    deadlines = Deadlines(SECONDS)
    async with asyncio.timeout(LONGEST):
        for _ in range(2):  # again, once nothing is left to look after
            with deadlines.begin():
                pass
            tasks = [asyncio.create_task(never(deadlines)) for _ in range(3)]
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            assert [type(one) for one in ended] == [TimeoutError] * 3


async def test_the_task_goes_on_after_it():
    async with asyncio.timeout(LONGEST):
        with pytest.raises(TimeoutError):
            await never(Deadlines(SECONDS))
        await asyncio.sleep(0)
    task = asyncio.current_task()
    assert task is not None
    assert not task.cancelling()


async def test_a_task_cancelled_by_others_is_not_late():
    task = asyncio.create_task(never(Deadlines(LONGEST)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_renewed_one_comes_after_those_that_began_later():
    deadlines, order = Deadlines(SECONDS), list[str]()
    begun: list[Deadline] = []

    async def begin() -> None:
        with deadlines.begin() as deadline:
            begun.append(deadline)
            await asyncio.Event().wait()

    async def late(name: str) -> None:
        with pytest.raises(TimeoutError):
            await begin()
        order.append(name)

    first = asyncio.create_task(late("first"))
    await asyncio.sleep(0)
    second = asyncio.create_task(late("second"))
    await asyncio.sleep(0)
    begun[0].renew()
    async with asyncio.timeout(LONGEST):
        await asyncio.gather(first, second)
    assert order == ["second", "first"]
