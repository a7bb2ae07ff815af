import random

import httpx
import pytest

from tests.compat.public_client import GENERATIONS, Generation, NewPublicClient, PublicClient
from tests.conftest import ORIGIN


@pytest.fixture(params=GENERATIONS, ids=str)
def generation(request: pytest.FixtureRequest) -> Generation:
    found: Generation = request.param
    return found


@pytest.fixture
def new_public_client(asgi, generation: Generation) -> NewPublicClient:
    """Opens browsers, each in a network of its own, so that limits by address do not mix."""

    def make() -> PublicClient:
        ip = f"2001:db8:{random.randrange(1 << 16):x}:{random.randrange(1 << 16):x}::1"  # noqa: S311
        transport = httpx.ASGITransport(asgi, raise_app_exceptions=False, client=(ip, 4711))
        return PublicClient(generation, httpx.AsyncClient(transport=transport, base_url=ORIGIN))

    return make


@pytest.fixture
def public_client(new_public_client: NewPublicClient) -> PublicClient:
    return new_public_client()
