from collections.abc import Iterator

import pytest

from gatehouse.kit.names import NameServers
from gatehouse.kit.resources import Resources
from tests.identity.sso.steps import Names
from tests.world import Person, World


@pytest.fixture
def names(resources: Resources) -> Iterator[Names]:
    before, ours = resources[NameServers], Names()
    resources.add(NameServers, ours)
    yield ours
    resources.add(NameServers, before)


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")
