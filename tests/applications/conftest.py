"""An application of the vendor's that goes again after the test."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest

from tests.backend import Backend, new_backend
from tests.world import World

ADD = (
    "insert into applications (id, client_id, key, name, access_type, redirect_uris)"
    " values ($1, $2, $1::uuid::text, 'Console', $3, $4)"
)
CALLBACK = "https://console.test/callback"


@dataclass(frozen=True)
class Console:
    world: World
    id: UUID
    client_id: UUID

    @property
    def asks(self) -> dict[str, str]:
        """The header by which a browser names it."""
        return {"frontegg-requested-application-id": str(self.id)}

    async def add(self, access_type: str = "MANAGED_ACCESS") -> None:
        await self.world.configure(ADD, self.id, self.client_id, access_type, [CALLBACK])

    async def give(
        self, backend: Backend, tenant_id: UUID, access_type: str = "MANAGED_ACCESS"
    ) -> None:
        path = f"/applications/resources/applications/tenant-assignments/v1/{self.id}"
        answer = await backend.http.post(
            path, json={"tenantId": str(tenant_id), "accessType": access_type}
        )
        assert answer.status_code == 201, answer.text

    async def let_in(self, backend: Backend, tenant_id: UUID, *user_ids: UUID) -> None:
        body = {
            "appId": str(self.id),
            "tenantId": str(tenant_id),
            "userIds": [str(one) for one in user_ids],
        }
        answer = await backend.http.post("/identity/resources/applications/v1", json=body)
        assert answer.status_code == 201, answer.text


@pytest.fixture
async def console(world: World) -> AsyncIterator[Console]:
    made = Console(world, uuid4(), uuid4())
    yield made
    await world.configure("delete from applications where id = $1", made.id)


@pytest.fixture
async def backend(world: World) -> Backend:
    return await new_backend(world)
