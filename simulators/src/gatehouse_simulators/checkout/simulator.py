"""The running provider, with its own connections and its client for webhooks."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Annotated

import httpx
from fastapi import Depends, Request

from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse_simulators.checkout.secrets import CheckoutAccountSecrets

RECEIVER_SECONDS = 5


class CheckoutSimulator:
    """Has its own connection pool: a call to it from inside a request must not wait for that request's
    connection."""

    def __init__(
        self, deployment: Deployment, database: Database, secrets: CheckoutAccountSecrets
    ) -> None:
        self.deployment = deployment
        self.secrets = secrets
        self.database = database
        self.http = httpx.AsyncClient(timeout=RECEIVER_SECONDS, trust_env=False)

    def reach_through(self, transport: httpx.AsyncBaseTransport) -> None:
        """Deliver events through this transport, to an application that listens on no port."""
        self.http = httpx.AsyncClient(timeout=RECEIVER_SECONDS, transport=transport)

    def page_url(self, path: str) -> str:
        """The URL of a page, as browsers see it."""
        return self.deployment.public_url + path

    def transaction(self) -> AbstractAsyncContextManager[Db]:
        return self.database.transaction(Scope())


def find_simulator(request: Request) -> CheckoutSimulator:
    resources: Resources = request.app.state.resources
    return resources[CheckoutSimulator]


Simulator = Annotated[CheckoutSimulator, Depends(find_simulator)]


async def open_account(simulator: Simulator) -> AsyncIterator[Db]:
    async with simulator.transaction() as db:
        yield db


Account = Annotated[Db, Depends(open_account, scope="function")]
