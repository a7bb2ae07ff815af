"""One real process with demo data and one Chromium for all browser tests."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.async_api import Browser

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from gatehouse.demo.purchase import TRIAL
from tests.e2e.api import LOGIN, LOGOUT, sign_in
from tests.e2e.browser import EXPECTED, Window, chromium, window
from tests.e2e.factors import Vendor, vendor_of
from tests.e2e.published import Published
from tests.isolation import own_ports
from tests.process.server import Server, free_port, is_alive


@dataclass(frozen=True)
class RunningServer:
    url: str


NewWindow = Callable[..., Awaitable[Window]]
PUBLISHED = (
    "test_published_boxes.py",
    "test_published_clients.py",
    "test_published_factors.py",
    "test_published_next.py",
)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The clients are not ours to bring: their tests are there for who has fetched them."""
    is_asked = config.getoption("--published-clients")
    return True if collection_path.name in PUBLISHED and not is_asked else None


@pytest.fixture(scope="session")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server | RunningServer]:
    """Started as `make run` starts it, ended as Ctrl-C ends it; or one that runs, with `--server`."""
    if url := request.config.getoption("--server"):
        own_ports.add(urlsplit(url).port or 80)
        yield RunningServer(url)
        return
    # The providers of companies are on this machine too, and a product.
    networks = '["127.0.0.0/8", "::1/128"]'
    origins = f'["http://localhost:{free_port()}"]'
    folder = tmp_path_factory.mktemp("e2e") / "data"
    server = Server(folder, env="demo", outgoing_networks=networks, allowed_origins=origins)
    try:
        server.start()
        database = server.database_pid()
        wait_for_what_the_demo_buys(server)
        yield server
        assert server.interrupt() == 0, server.log.read_text()
        assert database
        assert not is_alive(database)
    finally:
        server.clean_up()


def wait_for_what_the_demo_buys(server: Server) -> None:
    """As a customer would, through the checkout, once the server listens."""
    end = time.monotonic() + 60
    with httpx.Client(base_url=server.url, timeout=20) as http:
        answer = http.post(LOGIN, json={"email": ADMINISTRATOR, "password": PASSWORD})
        token = answer.raise_for_status().json()["accessToken"]
        http.headers["authorization"] = f"Bearer {token}"
        while TRIAL not in http.get("/api/v1/licenses").text:
            assert time.monotonic() < end, server.log.read_text()
            time.sleep(0.1)
        http.post(LOGOUT).raise_for_status()


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as opened:
        yield opened


@pytest.fixture
async def new_window(browser: Browser, server: Server) -> AsyncIterator[NewWindow]:
    """Opens windows; whatever their pages complained about fails the test.

    `person`: signed in as this person of the demo, such as `admin@acme.test`.
    """
    windows: list[Window] = []
    async with AsyncExitStack() as stack:

        async def open_window(person: str | None = None, **look) -> Window:
            opened = await stack.enter_async_context(window(browser, server.url, **look))
            windows.append(opened)
            if person:
                await sign_in(opened, person)
            return opened

        yield open_window
    assert [complaint for opened in windows for complaint in opened.complaints] == []


WindowOf = Callable[[str | None], Awaitable[Window]]


@pytest.fixture(scope="session")
async def signed_in_windows(browser: Browser, server: Server) -> AsyncIterator[WindowOf]:
    """One window for each person, which keeps its session and what it loaded."""
    opened: dict[str, Window] = {}
    async with AsyncExitStack() as stack:

        async def of(person: str | None) -> Window:
            assert person
            if person not in opened:
                opened[person] = await stack.enter_async_context(window(browser, server.url))
            return opened[person]

        yield of


@pytest.fixture
async def window_of(signed_in_windows: WindowOf, new_window: NewWindow) -> AsyncIterator[WindowOf]:
    """A new page of a user who is signed in already; without a user, a window of its own."""
    used: list[Window] = []

    async def of(person: str | None) -> Window:
        if person is None:
            return await new_window()
        shared = await signed_in_windows(person)
        shared.page = await shared.context.new_page()
        shared.complaints.clear()
        shared.expected = set(EXPECTED)
        used.append(shared)
        return shared

    yield of
    for shared in used:
        await shared.page.close()
        assert shared.complaints == []


@pytest.fixture
async def vendor(server: Server | RunningServer) -> AsyncIterator[Vendor]:
    if isinstance(server, RunningServer):
        pytest.skip("it is not ours to change what this server offers")
    async with vendor_of(server) as offering:
        yield offering


@pytest.fixture
def published(request: pytest.FixtureRequest) -> Published:
    """The published client of the version that the test asks for."""
    folder = request.config.getoption("--published-clients")
    return Published(Path(folder) / request.param, request.param)
