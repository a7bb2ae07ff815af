"""In the account that one of the staff enters first only an owner says who is what, and whether it stays; of
backends those whose credential may say who is staff."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Database
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import new_address
from tests.staff import Staff, dismiss_all, hire
from tests.world import Person, World

IDENTITY = "/identity/resources"
TENANTS = "/tenants/resources"
CONFIGURATIONS = f"{IDENTITY}/configurations/v1"
NARROW = ("vendor.read.*", "vendor.write.users", "vendor.write.tenants", "vendor.write.roles")


@dataclass(frozen=True)
class Place:
    """`home` is the owner's account, where `customer` is a member too and `other` is another account;
    `narrow` a backend that may change accounts and people."""

    owner: Staff
    support: Staff
    narrow: httpx.AsyncClient
    customer: Person
    other: Person

    @property
    def home(self) -> str:
        return str(self.owner.person.tenant_id)


@pytest.fixture
async def place(world: World, database: Database) -> AsyncIterator[Place]:
    await dismiss_all(database)
    owner, support = await hire(world, StaffRole.OWNER), await hire(world, StaffRole.SUPPORT)
    customer, other = await world.person("Admin"), await world.person("Admin")
    await world.member_of(owner.person.tenant_id, customer.id)
    narrow = (await new_backend(world, NARROW)).http
    yield Place(owner, support, narrow, customer, other)
    await dismiss_all(database)


def calls(place: Place) -> dict[str, tuple[str, str, Any, dict[str, str]]]:
    home, customer, other = place.home, place.customer, place.other
    email, in_home = new_address(), {"frontegg-tenant-id": place.home}
    row = {"email": email, "tenantId": home}
    moved = {"srcTenantId": str(other.tenant_id), "targetTenantId": home}
    below = {"parentTenantId": str(other.tenant_id), "childTenantId": home}
    apps = {"tenantId": home, "appId": str(uuid4()), "userIds": [str(place.owner.person.id)]}
    of_user = {"tenantId": home, "appIds": [str(uuid4())], "userId": str(place.owner.person.id)}
    of_apps = f"{IDENTITY}/applications/v1"
    return {
        "create": ("POST", f"{IDENTITY}/users/v1", {"email": email}, in_home),
        "create without mail": ("POST", f"{IDENTITY}/vendor-only/users/v1", row, {}),
        "join": ("POST", f"{IDENTITY}/users/v1/{other.id}/tenant", {"tenantId": home}, {}),
        "roles": (
            "PATCH",
            f"{IDENTITY}/vendor-only/users/v1/{customer.id}/roles/bulk",
            {"removeRoleIds": [], "addRoleIds": ["ROLE"], "tenantIds": [home]},
            {},
        ),
        "invite many": (
            "POST", f"{IDENTITY}/users/bulk/v1/invite", {"users": [{"email": email}]}, in_home,
        ),
        "invite by link": (
            "POST",
            f"{IDENTITY}/tenants/invites/v1",
            {"tenantId": home, "userId": str(place.owner.person.id)},
            {},
        ),
        "move everybody in": ("PUT", f"{IDENTITY}/users/v1/tenants/migrate", moved, {}),
        "import one": ("POST", f"{IDENTITY}/migrations/v1/local", row, {}),
        "import many": ("POST", f"{IDENTITY}/migrations/v1/local/bulk", {"users": [row]}, {}),
        "assign to staff": ("POST", of_apps, apps, {}),
        "unassign staff": ("DELETE", of_apps, apps, {}),
        "assign one": ("POST", f"{of_apps}/apps-user", of_user, {}),
        "unassign one": ("DELETE", f"{of_apps}/user-apps", of_user, {}),
        "delete": ("DELETE", f"{TENANTS}/tenants/v1/{home}", None, {}),
        "suspend": ("POST", f"{TENANTS}/tenants/v1/{home}/suspend", None, {}),
        "make one below": (
            "POST", f"{TENANTS}/tenants/v1", {"name": "Below", "parentTenantId": home}, {},
        ),
        "rename": ("PUT", f"{TENANTS}/tenants/v1/{home}", {"name": "Theirs"}, {}),
        "rename v2": ("PUT", f"{TENANTS}/tenants/v2/{home}", {"name": "Theirs"}, {}),
        "put below": ("POST", f"{TENANTS}/hierarchy/v1", below, {}),
    }  # fmt: skip


@pytest.mark.parametrize("who", ["support", "narrow"])
async def test_only_an_owner_changes_the_home_account_of_an_owner(place: Place, who: str):
    caller = place.support.browser if who == "support" else place.narrow
    roles = (await place.support.browser.get(f"{IDENTITY}/roles/v1")).json()
    role = next(one["id"] for one in roles if not one.get("tenantId"))
    for name, (method, path, body, headers) in calls(place).items():
        if name == "roles":
            body["addRoleIds"] = [role]
        refused = await caller.request(method, path, json=body, headers=headers)
        assert refusal(refused) == (403, "access.staff_protected"), f"{name}: {refused.text}"


async def test_only_an_owner_imports_users_into_the_account_of_staff(place: Place):
    path = f"{IDENTITY}/users/imports/v1/{uuid4()}?tenantId={place.home}"
    csv = {"content-type": "text/csv"}
    content = f"email\n{new_address()}\n"
    refused = await place.support.browser.put(path, content=content, headers=csv)
    assert refusal(refused) == (403, "access.staff_protected")
    taken: httpx.Response = await place.owner.browser.put(path, content=content, headers=csv)
    assert (taken.status_code, taken.json()["created"]) == (200, 1)


async def test_elsewhere_support_goes_on_and_an_owner_everywhere(place: Place):
    users, email = f"{IDENTITY}/users/v1", new_address()
    for staff, tenant_id in (
        (place.support, place.other.tenant_id),
        (place.owner, place.owner.person.tenant_id),
    ):
        made = await staff.browser.post(
            users, json={"email": email}, headers={"frontegg-tenant-id": str(tenant_id)}
        )
        assert made.status_code == 201, made.text


async def test_a_narrow_backend_sets_no_rules_of_that_account(place: Place, world: World):
    """By these rules the owner signs in."""
    rules: dict[str, tuple[str, Any]] = {
        "lockout": (f"{CONFIGURATIONS}/lockout-policy", {"enabled": True, "maxAttempts": 5}),
        "token": (f"{IDENTITY}/tenants/api-tokens/v1", {"description": "Mine"}),
        "role": (f"{IDENTITY}/roles/v1", [{"key": "mine", "name": "Mine"}]),
        "single sign-on": ("/team/resources/sso/v1/configurations", {}),
        "invite": (f"{IDENTITY}/users/bulk/v1/invite", {"users": [{"email": new_address()}]}),
    }
    owners = (await new_backend(world)).http
    for name, (path, body) in rules.items():
        there = {"frontegg-tenant-id": place.home}
        refused = await place.narrow.post(path, json=body, headers=there)
        assert refused.status_code == 403, f"{name}: {refused.text}"
        allowed = await owners.post(path, json=body, headers=there)
        assert allowed.status_code != 403, f"{name}: {allowed.text}"
    elsewhere = {"frontegg-tenant-id": str(place.other.tenant_id)}
    path, body = rules["role"]
    assert (await place.narrow.post(path, json=body, headers=elsewhere)).status_code == 201
    listed = await place.narrow.get(
        f"{IDENTITY}/users/v3", headers={"frontegg-tenant-id": place.home}
    )
    assert listed.status_code == 200
