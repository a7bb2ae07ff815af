"""What Gatehouse uses of the checkout simulator."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import ASGIApp

from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.checkout.install import prepare_database
from gatehouse_simulators.checkout.opening import open_simulator
from gatehouse_simulators.checkout.secrets import CheckoutAccountSecrets
from gatehouse_simulators.checkout.simulator import CheckoutSimulator
from gatehouse_simulators.shared.origin import own_origin


class CheckoutPlugin:
    """The overlay-checkout provider of one installation."""

    mount_path = fixtures.MOUNT_PATH
    script_path = fixtures.SCRIPT_PATH
    environment = fixtures.ENVIRONMENT
    client_token = fixtures.CLIENT_TOKEN
    monthly_price_id = fixtures.MONTHLY_PRICE_ID
    price_ids = tuple(fixtures.PRICE_IDS)

    def __init__(self, deployment: Deployment, secret_key: str) -> None:
        self.deployment = deployment
        self.secrets = CheckoutAccountSecrets.derive_from(secret_key)

    @property
    def api_url(self) -> str:
        return f"{own_origin(self.deployment)}{fixtures.API_PATH}"

    async def prepare_database(self, owner_url: str) -> None:
        await prepare_database(owner_url, self.deployment, self.secrets)

    @asynccontextmanager
    async def add_to(
        self, resources: Resources, database_url: str, patience: float
    ) -> AsyncIterator[None]:
        """Open the simulator for a process; it is closed at the end."""
        opening = open_simulator(self.deployment, database_url, self.secrets, patience)
        async with opening as simulator:
            resources.add(CheckoutSimulator, simulator)
            yield

    @staticmethod
    def build_app(resources: Resources) -> ASGIApp:
        """What a web process mounts at `mount_path`. Workers and commands do not load its routes."""
        from gatehouse_simulators.checkout.app import build_simulator_app

        return build_simulator_app(resources)
