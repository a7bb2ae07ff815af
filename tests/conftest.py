"""Tests go through the public door on a real PostgreSQL.

One server for the run, one database for each test process, cloned from a migrated template. Tests
make their own tenants and people, so they do not see each other's.
"""

import asyncio
import fcntl
import gc
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path

import asyncpg
import httpx
import pytest
import structlog

from gatehouse.app import build_app, with_edge
from gatehouse.billing.provider.port import CardsChoice
from gatehouse.billing.provider.stripe_adapter import StripeAdapter
from gatehouse.commands.runtime import open_resources, rate_limiter
from gatehouse.kit import clock, jobs
from gatehouse.kit.db import Database, Db, Scope, held
from gatehouse.kit.db.embedded import EmbeddedPostgres
from gatehouse.kit.db.migrate import migrate
from gatehouse.kit.jobs import Worker
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse_simulators.cards.install import prepare_database as prepare_cards
from gatehouse_simulators.cards.secrets import CardAccountSecrets
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.checkout.install import prepare_database
from gatehouse_simulators.checkout.secrets import CheckoutAccountSecrets
from gatehouse_simulators.checkout.simulator import CheckoutSimulator
from tests import authorities, isolation, passwords, sharing
from tests.sample import Sample, sample
from tests.world import World

TESTS = Path(__file__).parent
BROWSER = ("e2e", "simulators")  # where tests that drive a browser are: see scripts/test.sh
TEMPLATE = "gatehouse_template"
ORIGIN = "http://localhost:8000"
SECRET_KEY = "a-key-for-tests-that-is-long-enough"
PROVIDER = CheckoutAccountSecrets.derive_from(SECRET_KEY)
CARD_PROVIDER = CardAccountSecrets.derive_from(SECRET_KEY)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--server", metavar="URL", help="browser tests visit this demo server")
    parser.addoption(
        "--published-clients", metavar="FOLDER", help="made by scripts/published-clients.sh"
    )
    parser.addoption(
        "--terraform-provider", metavar="FOLDER", help="where the published provider was built"
    )
    parser.addoption(
        "--sample",
        metavar="all|SEED",
        default="",
        help="all that is sampled, or what this seed gives instead of the commit",
    )
    parser.addoption(
        "--few-long", action="store_true", help="of the tests that take long, one in eight"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(isolation)
    config.pluginmanager.register(sharing)
    authorities.read_once()
    if find_spec("sniffio") is None:
        # httpx tries to import it at each request, which is looked for in every folder; this is told at once.
        sys.modules["sniffio"] = None  # type: ignore[assignment]
    # The default draws every local variable: seconds for each error of a request, in which others wait.
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], plain])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Else `make test` would run it in neither of its parts."""
    for item in items:
        if (
            item.get_closest_marker("browser")
            and item.path.relative_to(TESTS).parts[0] not in BROWSER
        ):
            raise pytest.UsageError(f"{item.nodeid} drives a browser: move it to tests/e2e")


def pytest_collection_finish() -> None:
    """What there is now stays for the whole run: garbage is looked for only in what comes after, not in a
    million objects again and again."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def chosen(pytestconfig: pytest.Config) -> Sample:
    return sample(pytestconfig.getoption("--sample"))


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same folder for every test process of this run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def server_url(shared_folder: Path) -> Iterator[str]:
    """The owner's URL of a server with the migrated template; the last test process stops it."""
    postgres = EmbeddedPostgres(shared_folder / "pg", durable=False)
    with alone(shared_folder):
        url = postgres.start()
        asyncio.run(_make_template(url))
    yield url
    postgres.stop()


async def _make_template(url: str) -> None:
    connection = await asyncpg.connect(url)
    exists = "select 1 from pg_database where datname = $1"
    if not await connection.fetchval(exists, TEMPLATE):
        await connection.execute(f"create database {TEMPLATE}")
        await migrate(_database(url, TEMPLATE))
        await prepare_database(_database(url, TEMPLATE), Settings(env="test"), PROVIDER)
        await prepare_cards(_database(url, TEMPLATE))
    await connection.close()


def _database(url: str, name: str) -> str:
    return url.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="session")
def database_url(server_url: str, shared_folder: Path, worker_id: str) -> str:
    name = f"test_{worker_id}"

    async def clone() -> None:
        connection = await asyncpg.connect(server_url)
        await connection.execute(f"create database {name} template {TEMPLATE}")
        await connection.close()

    with alone(shared_folder):
        asyncio.run(clone())
    return _database(server_url, name)


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(
        env="test",
        data_dir=tmp_path_factory.mktemp("data"),
        secret_key=SECRET_KEY,
        public_url=ORIGIN,
        # The machine that tests may be busy; the tests of a silent database have less.
        database_patience_seconds=60,
    )


@pytest.fixture(scope="session")
async def resources(settings: Settings, database_url: str) -> AsyncIterator[Resources]:
    async with open_resources(settings, database_url, 12) as opened:
        yield opened


@pytest.fixture(scope="session")
def database(resources: Resources) -> Database:
    return resources[Database]


@pytest.fixture
async def db(database: Database) -> AsyncIterator[Db]:
    """A committed look at everything: each statement is its own transaction."""
    async with database.pool.acquire() as connection:
        # What a test prepares may be more than a request may ask for.
        await connection.execute("set gatehouse.scope = 'system'; set statement_timeout = 0")
        try:
            yield Db(connection, Scope.system())
        finally:
            await connection.execute("reset gatehouse.scope; reset statement_timeout")


NewClient = Callable[[], httpx.AsyncClient]


@pytest.fixture(scope="session")
def asgi(settings: Settings, resources: Resources):
    application = with_edge(build_app(settings, resources), settings)
    # Provider events arrive over HTTP, without a port.
    resources[CheckoutSimulator].reach_through(httpx.ASGITransport(application))
    cards = resources[CardsChoice].cards
    assert isinstance(cards, StripeAdapter)
    cards.reach_through(httpx.ASGITransport(application))
    resources[CardSimulator].reach_through(httpx.ASGITransport(application))
    return application


@pytest.fixture
async def new_client(asgi) -> AsyncIterator[NewClient]:
    """Makes browsers: each with cookies of its own."""
    opened: list[httpx.AsyncClient] = []

    def make() -> httpx.AsyncClient:
        transport = httpx.ASGITransport(asgi, raise_app_exceptions=False)
        browser = httpx.AsyncClient(transport=transport, base_url=ORIGIN)
        opened.append(browser)
        return browser

    yield make
    for browser in opened:
        await browser.aclose()


@pytest.fixture
def client(new_client: NewClient) -> httpx.AsyncClient:
    return new_client()


@pytest.fixture
def run_jobs(database: Database, resources: Resources) -> Callable[[], Awaitable[None]]:
    """Runs every job that is due."""
    return Worker(database, resources).drain


@pytest.fixture
def world(resources: Resources, new_client: NewClient, settings: Settings) -> World:
    return World(resources, new_client, settings)


@pytest.fixture(autouse=True, scope="session")
def nobody_waits_for_slow_work() -> None:
    """Hashing, HTTP and mail with a connection held are errors."""
    held.is_an_error = True


@pytest.fixture(autouse=True, scope="session")
def no_repetition_by_chance() -> None:
    """However slow the machine is, a job that failed is repeated when the test makes it due, not before."""
    jobs.FIRST_REPETITION = timedelta(minutes=1)


@pytest.fixture(autouse=True, scope="session")
def quick_hashes() -> Iterator[None]:
    with passwords.hashed_with(passwords.QUICK):
        yield


@pytest.fixture
def thorough_hashes() -> Iterator[None]:
    """As the product hashes."""
    with passwords.hashed_with(passwords.THOROUGH):
        yield


@pytest.fixture(autouse=True)
def still_clock() -> Iterator[None]:
    yield
    clock.reset()


@pytest.fixture(autouse=True)
def counts_from_zero(request: pytest.FixtureRequest) -> None:
    """All tests of a process come from one address: none pays for what the ones before it tried."""
    if "resources" in request.fixturenames:
        resources: Resources = request.getfixturevalue("resources")
        resources.add(RateLimiter, rate_limiter(request.getfixturevalue("settings")))
