import itertools
from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from tests.conftest import ORIGIN
from tests.sample import Sample, sample
from tests.world import Person, World

Caller = Callable[[], httpx.AsyncClient]

# Each caller has an address of its own, so that rate limits of one do not stop another.
_addresses = (f"198.51.{one}.{two}" for one, two in itertools.product(range(256), range(1, 255)))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`@pytest.mark.routes(labels)`: run the test for each route, or for a sample of one in six."""
    if marker := metafunc.definition.get_closest_marker("routes"):
        chosen = sample(metafunc.config.getoption("--sample"))
        of = f"routes {metafunc.function.__name__}"
        metafunc.parametrize("label", chosen.pick(of, list(marker.args[0]), **marker.kwargs))


@pytest.fixture(autouse=True)
def said_when_it_fails(chosen: Sample) -> None:
    """Captured, and shown with a failure."""
    if chosen.seed:
        print(f"requests sampled: repeat with --sample={chosen.seed}")  # noqa: T201


@pytest.fixture
async def new_caller(asgi) -> AsyncIterator[Caller]:
    """Makes clients whose faults of the server arrive as its answer."""
    opened: list[httpx.AsyncClient] = []

    def make() -> httpx.AsyncClient:
        transport = httpx.ASGITransport(
            asgi, raise_app_exceptions=False, client=(next(_addresses), 1)
        )
        opened.append(httpx.AsyncClient(transport=transport, base_url=ORIGIN))
        return opened[-1]

    yield make
    for client in opened:
        await client.aclose()


@pytest.fixture
async def administrator(world: World, new_caller: Caller) -> Person:
    """Of a tenant that has no other members."""
    person = await world.person("Admin")
    caller = new_caller()
    caller.headers["authorization"] = person.browser.headers["authorization"]
    return Person(person.id, person.tenant_id, person.session_id, person.email, caller)


@pytest.fixture
def stranger(new_caller: Caller) -> httpx.AsyncClient:
    return new_caller()
