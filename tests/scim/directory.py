"""A directory of a customer: what it holds, and the calls that it makes."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from tests.world import Person, World

CONFIGURATIONS = "/directory/resources/v1/configurations/scim2"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
USER = "urn:ietf:params:scim:schemas:core:2.0:User"
GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"
ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
Body = dict[str, Any]


@dataclass(frozen=True)
class Directory:
    """`admin` runs the account that it is connected to."""

    admin: Person
    id: str
    token: str
    http: httpx.AsyncClient

    async def user(self, **more: Any) -> Body:
        answer = await self.http.post("/Users", json=person(**more))
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def group(self, name: str, *members: Body) -> Body:
        body = {
            "schemas": [GROUP],
            "displayName": name,
            "members": [{"value": one["id"]} for one in members],
        }
        answer = await self.http.post("/Groups", json=body)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def read(self, resource: Body) -> Body:
        answer = await self.http.get(path_of(resource))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def patch(self, resource: Body, *operations: Body, **headers: str) -> httpx.Response:
        body = {"schemas": [PATCH], "Operations": list(operations)}
        return await self.http.patch(path_of(resource), json=body, headers=headers)

    async def found(self, kind: str, filter_: str, **more: Any) -> list[Body]:
        answer = await self.http.get(f"/{kind}", params={"filter": filter_, **more})
        assert answer.status_code == 200, answer.text
        return list(answer.json()["Resources"])

    async def members(self) -> dict[str, Body]:
        """The account's people as its portal shows them, by address."""
        answer = await self.admin.browser.get("/identity/resources/users/v3?_limit=200")
        assert answer.status_code == 200, answer.text
        return {one["email"]: one for one in answer.json()["items"]}


def path_of(resource: Body) -> str:
    return f"/{resource['meta']['resourceType']}s/{resource['id']}"


def person(address: str | None = None, **more: Any) -> Body:
    address = address or f"{uuid4().hex[:12]}@example.test"
    return {
        "schemas": [USER],
        "userName": address,
        "name": {"givenName": "Grace", "familyName": "Hopper"},
        "displayName": "Grace Hopper",
        "emails": [{"value": address, "type": "work", "primary": True}],
        "active": True,
        **more,
    }


async def connect(world: World, admin: Person | None = None, **more: Any) -> Directory:
    """A connection of the administrator's account, or of a new one."""
    admin = admin or await world.person("Admin")
    answer = await admin.browser.post(CONFIGURATIONS, json={"source": "okta", **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Directory(admin, made["id"], made["token"], client_of(world, made["id"], made["token"]))


def client_of(world: World, connection_id: str, token: str) -> httpx.AsyncClient:
    http = world.new_client()
    http.base_url = httpx.URL(
        f"http://localhost:8000/frontegg/directory/resources/scim/v2.0/{connection_id}"
    )
    http.headers["authorization"] = f"Bearer {token}"
    http.headers["content-type"] = "application/scim+json"
    return http
