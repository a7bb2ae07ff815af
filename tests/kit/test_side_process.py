"""Work beside this process: stopped when it takes too long, refused when too many want it."""

import asyncio

import pytest

from gatehouse.kit.subprocess_pool import Overloaded, SubprocessPools, SubprocessWork

MODULE = """
import os
from gatehouse.kit.subprocess_worker import serve_lines

def work(todo):
    while todo == "spin":
        pass
    if todo == "crash":
        os._exit(1)
    return {"pid": os.getpid(), "secret": os.environ.get("GATEHOUSE_SECRET_KEY")}

serve_lines(work)
"""


@pytest.fixture
async def processes():
    opened = SubprocessPools()
    yield opened
    await opened.close()


@pytest.fixture
def work(tmp_path, monkeypatch) -> SubprocessWork:
    (tmp_path / "work_of_a_test.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("GATEHOUSE_SECRET_KEY", "not for others")
    return SubprocessWork("work_of_a_test", at_once=1, waiting=1, seconds=60)


async def test_a_process_is_kept_and_knows_no_secrets(processes, work):
    first, second = [await processes.run(work, todo="work") for _ in range(2)]
    assert first == second
    assert first["secret"] is None


async def test_work_without_end_is_stopped_and_gives_its_turn_back(processes, work):
    endless = SubprocessWork(work.module, at_once=1, waiting=0, seconds=0.2)
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await processes.run(endless, todo="spin")
    assert (await processes.run(work, todo="work"))["pid"]


async def test_a_cancelled_caller_stops_the_work(processes, work):
    asked = asyncio.create_task(processes.run(work, todo="spin"))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert (await processes.run(work, todo="work"))["pid"]


async def test_a_crash_is_a_refusal_and_the_next_is_served(processes, work):
    with pytest.raises(Overloaded):
        await processes.run(work, todo="crash")
    assert (await processes.run(work, todo="work"))["pid"]


async def test_work_beyond_the_queue_is_refused_at_once(processes, work):
    asked = [processes.run(work, todo="work") for _ in range(4)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers] == [dict, dict, Overloaded, Overloaded]
