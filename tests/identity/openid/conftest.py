from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from tests.backend import new_backend
from tests.identity.openid.relying_party import AFTER_LOGOUT, CALLBACK, RelyingParty
from tests.world import World

ADD = (
    "insert into applications (id, client_id, key, name, redirect_uris, backchannel_logout_uri)"
    " values ($1, $2, $1::uuid::text, 'Console', $3, $4)"
)
REGENERATE = "/applications/resources/applications/v1/credentials/regenerate"


async def made(world: World) -> RelyingParty:
    backend, app_id, client_id = await new_backend(world), uuid4(), uuid4()
    await world.configure(ADD, app_id, client_id, [CALLBACK, AFTER_LOGOUT], "")
    answer = await backend.http.post(REGENERATE, json={"appId": str(app_id)})
    assert answer.status_code == 201, answer.text
    return RelyingParty(world, app_id, client_id, answer.json()["clientSecret"])


async def gone(party: RelyingParty) -> None:
    await party.world.configure("delete from applications where id = $1", party.id)


@pytest.fixture
async def party(world: World) -> AsyncIterator[RelyingParty]:
    party = await made(world)
    yield party
    await gone(party)


@pytest.fixture
async def other(world: World) -> AsyncIterator[RelyingParty]:
    party = await made(world)
    yield party
    await gone(party)
