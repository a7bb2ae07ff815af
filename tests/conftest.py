"""Fixtures of all tests, which use the public API on a real PostgreSQL.

The run has one PostgreSQL server, and each worker its own database, cloned from a migrated template. Tests
create their own tenants and users, so they do not see those of other tests.
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

import gatehouse.areas  # every statement, event and job, for the tests that look at all of them
import gatehouse.probes.figures  # noqa: F401  imported by its route
from gatehouse.app import build_app, build_request_pipeline
from gatehouse.billing.provider.port import CardsChoice
from gatehouse.billing.provider.stripe_adapter import StripeAdapter
from gatehouse.commands.runtime import open_resources, rate_limiter
from gatehouse.kit import clock, worker
from gatehouse.kit.db import Database, Db, Scope, held_connections
from gatehouse.kit.db.embedded import EmbeddedPostgres
from gatehouse.kit.db.migrate import migrate
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.worker import Worker
from gatehouse.settings import Settings
from gatehouse_simulators.cards.install import prepare_database as prepare_cards
from gatehouse_simulators.cards.secrets import CardAccountSecrets
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.checkout.install import prepare_database
from gatehouse_simulators.checkout.secrets import CheckoutAccountSecrets
from gatehouse_simulators.checkout.simulator import CheckoutSimulator
from tests import authorities, isolation, passwords, sharing, time_limit
from tests.backend import new_backend
from tests.sample import Sample, sample
from tests.world import World

TESTS = Path(__file__).parent
BROWSER = ("e2e", "simulators")  # the folders of tests that drive a browser: see scripts/test.sh
TEMPLATE = "gatehouse_template"
ORIGIN = "http://localhost:8000"
SECRET_KEY = "a-key-for-tests-that-is-long-enough"
PROVIDER = CheckoutAccountSecrets.derive_from(SECRET_KEY)
CARD_PROVIDER = CardAccountSecrets.derive_from(SECRET_KEY)


def pytest_addoption(parser: pytest.Parser) -> None:
    time_limit.add_options(parser)
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
        help="everything, or the sample of this seed instead of the commit's",
    )
    parser.addoption(
        "--few-long", action="store_true", help="few of the slow tests: see tests/deselection.py"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(isolation)
    config.pluginmanager.register(sharing)
    config.pluginmanager.register(time_limit)
    authorities.read_once()
    if find_spec("sniffio") is None:
        # httpx tries to import it at each request. None makes that fail without a search of all folders.
        sys.modules["sniffio"] = None  # type: ignore[assignment]
    # The default prints every local variable, which takes seconds for each error of a request.
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], plain])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse browser tests in other folders: `make test` would run them in neither of its parts."""
    for item in items:
        if (
            item.get_closest_marker("browser")
            and item.path.relative_to(TESTS).parts[0] not in BROWSER
        ):
            raise pytest.UsageError(f"{item.nodeid} drives a browser: move it to tests/e2e")


def pytest_collection_finish() -> None:
    """Keep the garbage collector from examining the million objects that stay for the whole run."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def chosen(pytestconfig: pytest.Config) -> Sample:
    return sample(pytestconfig.getoption("--sample"))


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same folder for every worker of this run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def server_url(shared_folder: Path) -> Iterator[str]:
    """URL of the owner of a server with the migrated template. The last worker stops it."""
    postgres = EmbeddedPostgres(shared_folder / "pg", durable=False)
    with locked(shared_folder):
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

    with locked(shared_folder):
        asyncio.run(clone())
    return _database(server_url, name)


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(
        env="test",
        data_dir=tmp_path_factory.mktemp("data"),
        secret_key=SECRET_KEY,
        public_url=ORIGIN,
        # The machine may be busy. Tests of a database that does not answer use less.
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
    """A connection that sees all tenants. Each statement is a transaction of its own."""
    async with database.pool.acquire() as connection:
        # A test may prepare more data than a request has time for.
        await connection.execute("set gatehouse.scope = 'system'; set statement_timeout = 0")
        try:
            yield Db(connection, Scope.system())
        finally:
            await connection.execute("reset gatehouse.scope; reset statement_timeout")


NewClient = Callable[[], httpx.AsyncClient]


@pytest.fixture(scope="session")
def asgi(settings: Settings, resources: Resources):
    application = build_request_pipeline(build_app(settings, resources), settings)
    # Provider events arrive over HTTP, without a port.
    resources[CheckoutSimulator].reach_through(httpx.ASGITransport(application))
    cards = resources[CardsChoice].cards
    assert isinstance(cards, StripeAdapter)
    cards.reach_through(httpx.ASGITransport(application))
    resources[CardSimulator].reach_through(httpx.ASGITransport(application))
    return application


@pytest.fixture
async def new_client(asgi) -> AsyncIterator[NewClient]:
    """Creates HTTP clients, each with its own cookies."""
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


@pytest.fixture
async def backend(world: World) -> httpx.AsyncClient:
    """A client with the token of a vendor's backend that may do everything."""
    return (await new_backend(world)).http


@pytest.fixture(autouse=True, scope="session")
def forbid_slow_work_while_connected() -> None:
    """Make hashing, HTTP and mail an error while a database connection is held."""
    held_connections.is_an_error = True


@pytest.fixture(autouse=True, scope="session")
def delay_job_retries() -> None:
    """Retry a failed job only when the test makes it due, however slow the machine is."""
    worker.FIRST_REPETITION = timedelta(minutes=1)


@pytest.fixture(autouse=True, scope="session")
def quick_hashes() -> Iterator[None]:
    with passwords.hashed_with(passwords.QUICK):
        yield


@pytest.fixture
def thorough_hashes() -> Iterator[None]:
    """Hash as in production."""
    with passwords.hashed_with(passwords.THOROUGH):
        yield


@pytest.fixture(autouse=True)
def reset_clock() -> Iterator[None]:
    yield
    clock.reset_clock()


@pytest.fixture(autouse=True)
def reset_rate_limits(request: pytest.FixtureRequest) -> None:
    """All tests of a worker share one client address: each starts with unused limits."""
    if "resources" in request.fixturenames:
        resources: Resources = request.getfixturevalue("resources")
        resources.add(RateLimiter, rate_limiter(request.getfixturevalue("settings")))
