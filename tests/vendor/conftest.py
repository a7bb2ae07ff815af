import httpx
import pytest

from gatehouse.kit.resources import Resources
from tests.identity.signup_steps import stranger
from tests.vendor.caller import new_backend
from tests.vendor.deleted import Clockwork
from tests.vendor.merging import Merging
from tests.world import Person, World


@pytest.fixture
async def merging(world: World, asgi, run_jobs):
    async with stranger(asgi) as nobody:
        yield Merging(world, (await new_backend(world)).http, nobody, run_jobs)


@pytest.fixture
async def pair(world: World) -> tuple[Person, Person]:
    """Who goes, and who stays."""
    return await world.person("ReadOnly"), await world.person("ReadOnly")


@pytest.fixture
async def backend(world: World) -> httpx.AsyncClient:
    return (await new_backend(world)).http


@pytest.fixture
def clockwork(resources: Resources, run_jobs) -> Clockwork:
    return Clockwork(resources, run_jobs)
