"""A vendor's backend: a credential and the token that it was given."""

from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from gatehouse.kit.db import Database
from gatehouse.management.credentials.models import MadeCredential
from gatehouse.management.credentials.service import create_credential
from tests.world import World


@dataclass(frozen=True)
class Backend:
    credential: MadeCredential
    http: httpx.AsyncClient
    token: str


async def new_backend(world: World, permissions: Sequence[str] | None = None) -> Backend:
    made = await create_credential(world.resources[Database], "Test backend", permissions)
    http = world.new_client()
    answer = await http.post(
        "/auth/vendor/", json={"clientId": str(made.client_id), "secret": made.secret}
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["expiresIn"] == 3600
    token: str = answer.json()["token"]
    http.headers["x-access-token"] = token
    return Backend(made, http, token)
