from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_network

import pytest

from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.connectivity.receiver import Receiver
from tests.connectivity.steps import Webhooks
from tests.world import Person, World

LOOPBACK = [ip_network("127.0.0.0/8")]


@pytest.fixture(autouse=True)
def loopback_is_allowed(resources: Resources) -> Iterator[None]:
    before = resources[Outbound]
    resources.add(Outbound, Outbound(LOOPBACK))
    yield
    resources.add(Outbound, before)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    made = Receiver()
    server = await made.serve()
    yield made
    server.close()


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
def hooks(
    world: World, admin: Person, receiver: Receiver, resources: Resources, run_jobs
) -> Webhooks:
    return Webhooks(world, admin, receiver, resources, run_jobs)
