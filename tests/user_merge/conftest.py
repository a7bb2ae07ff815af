import pytest

from tests.backend import new_backend
from tests.identity.signup_steps import stranger
from tests.user_merge.merging import Merging
from tests.world import Person, World


@pytest.fixture
async def merging(world: World, asgi, run_jobs):
    async with stranger(asgi) as nobody:
        yield Merging(world, (await new_backend(world)).http, nobody, run_jobs)


@pytest.fixture
async def pair(world: World) -> tuple[Person, Person]:
    """Who goes, and who stays."""
    return await world.person("ReadOnly"), await world.person("ReadOnly")
