"""Opens the simulator for a process. Importing this registers its jobs and its schedule."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gatehouse.kit.db import Database
from gatehouse.kit.deployment import Deployment
from gatehouse_simulators.cards.secrets import CardAccountSecrets
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.cards.subscriptions import clockwork
from gatehouse_simulators.cards.webhooks import deliver

CONNECTIONS = 4
JOBS = (clockwork.run_scheduled, deliver.deliver_event)


@asynccontextmanager
async def open_simulator(
    deployment: Deployment, database_url: str, secrets: CardAccountSecrets, patience: float
) -> AsyncIterator[CardSimulator]:
    """Open the simulator with its own connections, each acquired within `patience` seconds. Closed at the
    end."""
    database = await Database.connect(database_url, connections=CONNECTIONS, patience=patience)
    simulator = CardSimulator(deployment, database, secrets)
    try:
        yield simulator
    finally:
        await simulator.http.aclose()
        await database.close()
