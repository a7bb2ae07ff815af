from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_network

import pytest

from gatehouse.identity.external.documents import ProviderDocuments
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.federation.provider import FakeProvider, served
from tests.federation.running import Clients, running_clients

LOOPBACK = [ip_network("127.0.0.0/8")]


@pytest.fixture(autouse=True)
def loopback_is_allowed(resources: Resources) -> Iterator[None]:
    before = resources[Outbound]
    resources.add(Outbound, Outbound(LOOPBACK))
    resources[ProviderDocuments].clear_cache()
    yield
    resources.add(Outbound, before)


@pytest.fixture
async def provider() -> AsyncIterator[FakeProvider]:
    async with served(FakeProvider()) as running:
        yield running


@pytest.fixture(scope="session")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clients]:
    with running_clients(tmp_path_factory.mktemp("clients")) as running:
        yield running
