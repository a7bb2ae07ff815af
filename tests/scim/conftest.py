import pytest

from tests.scim.directory import Directory, connect
from tests.world import World


@pytest.fixture
async def directory(world: World) -> Directory:
    return await connect(world)
