"""What Gatehouse uses of the card simulator."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import ASGIApp

from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.install import prepare_database
from gatehouse_simulators.cards.opening import open_simulator
from gatehouse_simulators.cards.secrets import CardAccountSecrets
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.shared.origin import own_origin


class CardPlugin:
    """The card provider of one installation."""

    mount_path = fixtures.MOUNT_PATH
    script_path = fixtures.SCRIPT_PATH
    team_price_id = fixtures.TEAM_MONTHLY_PRICE_ID
    business_price_id = fixtures.BUSINESS_MONTHLY_PRICE_ID

    def __init__(self, deployment: Deployment, secret_key: str) -> None:
        self.deployment = deployment
        self.secrets = CardAccountSecrets.derive_from(secret_key)

    @property
    def api_url(self) -> str:
        return f"{own_origin(self.deployment)}{fixtures.API_PATH}"

    async def prepare_database(self, owner_url: str) -> None:
        await prepare_database(owner_url)

    @asynccontextmanager
    async def add_to(
        self, resources: Resources, database_url: str, patience: float
    ) -> AsyncIterator[None]:
        """Open the simulator for a process; it is closed at the end."""
        opening = open_simulator(self.deployment, database_url, self.secrets, patience)
        async with opening as simulator:
            resources.add(CardSimulator, simulator)
            yield

    @staticmethod
    def build_app(resources: Resources) -> ASGIApp:
        """What a web process mounts at `mount_path`. Workers and commands do not load its routes."""
        from gatehouse_simulators.cards.app import build_simulator_app

        return build_simulator_app(resources)
