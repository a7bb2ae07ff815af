"""Makes API tokens of each kind through the public door, and machines that call with them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.world import Person, World

IDENTITY = "/identity/resources"
EXCHANGE = f"{IDENTITY}/auth/v2/api-token"
REFRESH = f"{EXCHANGE}/token/refresh"
# By kind: where it is made, and where it is listed and deleted.
PLACES = {
    "userApiToken": (f"{IDENTITY}/users/api-tokens/v1", f"{IDENTITY}/users/api-tokens/v1"),
    "tenantApiToken": (f"{IDENTITY}/tenants/api-tokens/v2", f"{IDENTITY}/tenants/api-tokens/v1"),
    "userAccessToken": (f"{IDENTITY}/users/access-tokens/v1",) * 2,
    "tenantAccessToken": (f"{IDENTITY}/tenants/access-tokens/v1",) * 2,
}
KINDS = tuple(PLACES)
OF_TENANTS = ("tenantApiToken", "tenantAccessToken")
ROLES = f"{IDENTITY}/roles/v1"
PEOPLE = f"{IDENTITY}/users/v3"
ACCOUNT = "/tenants/resources/account-settings/v1"
TENANT_USERS = f"{IDENTITY}/tenants/users/v1"
OF_PEOPLE = [kind for kind in KINDS if kind not in OF_TENANTS]
CREDENTIALS = [kind for kind in KINDS if kind.endswith("ApiToken")]


@dataclass(frozen=True)
class Machine:
    """Calls with the token; `made` is the answer that made it."""

    kind: str
    made: dict[str, Any]
    http: httpx.AsyncClient

    @property
    def id(self) -> str:
        found: str = self.made.get("clientId") or self.made["id"]
        return found

    @property
    def place(self) -> str:
        """Where it is deleted."""
        return f"{PLACES[self.kind][1]}/{self.id}"


@asynccontextmanager
async def offering(world: World, kind: str) -> AsyncIterator[None]:
    """While the vendor's strategy makes tokens of this kind."""
    set_strategy = "update vendor set machine_to_machine_auth_strategy = $1"
    await world.configure(
        set_strategy, "AccessToken" if kind.endswith("AccessToken") else "ClientCredentials"
    )
    try:
        yield
    finally:
        await world.configure(set_strategy, "ClientCredentials")


async def make(world: World, maker: Person, kind: str, **more: object) -> dict[str, Any]:
    """The answer of the call that makes one."""
    async with offering(world, kind):
        body = {"description": "Nightly import", **more}
        answer = await maker.browser.post(PLACES[kind][0], json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def exchange(http: httpx.AsyncClient, made: dict[str, Any]) -> httpx.Response:
    body = {"clientId": made["clientId"], "secret": made["secret"]}
    return await http.post(EXCHANGE, json=body)


async def new_machine(world: World, maker: Person, kind: str, **more: object) -> Machine:
    """Its token, of a tenant with the role of the maker unless told otherwise."""
    if kind in OF_TENANTS and "roleIds" not in more:
        more["roleIds"] = await role_ids(maker, "Admin")
    made = await make(world, maker, kind, **more)
    http = world.new_client()
    bearer = made["secret"]
    if "clientId" in made:
        answer = await exchange(http, made)
        assert answer.status_code == 200, answer.text
        bearer = answer.json()["access_token"]
    http.headers["authorization"] = f"Bearer {bearer}"
    return Machine(kind, made, http)


async def role_ids(person: Person, *keys: str) -> list[str]:
    roles = (await person.browser.get(f"{IDENTITY}/roles/v1")).json()
    return [role["id"] for role in roles if role["key"] in keys]
