"""A server listens before the areas are imported, and says how long each step took."""

import asyncio
import re
import signal

import httpx
import pytest
from structlog.testing import capture_logs

from gatehouse.commands import process
from gatehouse.kit.configuration import ConfigurationError
from tests.operations.test_commands import url as url
from tests.process.conftest import NewServer

# Of areas that no start and no frequent call imports.
PATHS = [
    "/webhook",
    "/team/resources/sso/v1/configurations",
    "/identity/resources/groups/v1",
    "/licensing/v1/licenses",
    "/identity/resources/security-center/v1",
    "/scim/v2/Users",
]


async def test_the_first_requests_of_a_process_are_answered_by_their_areas(
    new_server: NewServer, url: str
):
    server = new_server(database_url=url)
    server.start()
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        answers = await asyncio.gather(*(http.get(path) for path in PATHS * 3))
    statuses = [answer.status_code for answer in answers]
    assert statuses[: len(PATHS)] * 3 == statuses
    assert not {500, 503} & {*statuses}
    assert statuses.count(401) >= len(PATHS)
    assert server.terminate() == 0


def test_a_start_is_explained_when_that_is_asked_for(new_server: NewServer, url: str):
    server = new_server(database_url=url)
    server.start("--explain-start")
    assert server.terminate() == 0
    steps = re.findall(r"^(\w[\w ]+?) +([\d.]+) +([\d.]+) +(\d+)$", server.log.read_text(), re.M)
    assert [name for name, *_ in steps] == [
        "imports", "database server", "migrations check", "connections", "keys",
        "configuration and data", "routes", "listening", "together",
    ]  # fmt: skip
    imports, *_, together = steps
    assert 0 < float(imports[2]) < float(together[2])
    assert 300 < int(imports[3]) <= int(together[3]) < 1500


def test_a_start_is_not_explained_otherwise(new_server: NewServer, url: str):
    server = new_server(database_url=url)
    server.start()
    assert server.terminate() == 0
    assert "migrations check" not in server.log.read_text()


async def test_a_start_that_is_not_complete_ends_with_the_server():
    """A signal does not wait for it."""
    is_canceled = asyncio.Event()

    async def wait_forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            is_canceled.set()

    async with asyncio.timeout(5), process._complete_start_beside_server(wait_forever()):
        await asyncio.sleep(0)
    assert is_canceled.is_set()


async def test_a_start_that_fails_is_logged_and_ends_the_process_in_order():
    is_signaled = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, is_signaled.set)

    async def fail() -> None:
        raise LookupError("no demo")

    try:
        with capture_logs() as logged, pytest.raises(ConfigurationError):
            async with asyncio.timeout(5), process._complete_start_beside_server(fail()):
                await is_signaled.wait()
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)
    assert [line["event"] for line in logged] == ["start.not_completed"]
