from collections.abc import AsyncIterator

import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import restored_backend
from tests.entitlements.seller import Seller
from tests.world import World


@pytest.fixture
async def seller(world: World) -> AsyncIterator[Seller]:
    """The vendor's backend. Afterwards nothing is sold any more."""
    async with restored_backend(world) as backend:
        yield Seller(backend, world.resources[VendorConfiguration])
