from collections.abc import Iterator
from uuid import uuid4

import pytest

from gatehouse.kit.names import NameServers
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.identity.sso.company import Company
from tests.identity.sso.provider import CompanyProvider
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


@pytest.fixture
def provider(resources: Resources) -> Iterator[CompanyProvider]:
    before, ours = resources[Outbound], CompanyProvider(f"https://{uuid4().hex[:12]}.idp.example")
    resources.add(Outbound, ours)
    yield ours
    resources.add(Outbound, before)


@pytest.fixture
async def company(admin: Person, names: Names, provider: CompanyProvider) -> Company:
    return await Company.set_up(admin, names, provider)
