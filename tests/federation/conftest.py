from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_network
from typing import Any

import pytest

from gatehouse.identity.external.documents import ProviderDocuments
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.federation.provider import FakeProvider, Person, served
from tests.federation.running import Clients, running_clients
from tests.federation.social_steps import Social, an_address

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


@pytest.fixture
async def social(resources: Resources, provider: FakeProvider, asgi: Any) -> AsyncIterator[Social]:
    """The provider is one of the vendor's own; its user is new."""
    provider.person = Person(new_token(8), an_address())
    made = Social(resources, provider, asgi)
    await made.offer()
    yield made
    clock.reset_clock()  # the change is of now
    await made.apply('[remove]\ncustom_social = ["partner"]')
