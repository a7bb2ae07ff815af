"""No user gives roles or permissions beyond their own: each operation of the API description that takes
roles or permissions is called by a user who lacks one permission. A new one fails until it is here."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.access.permissions import Permission
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from tests.directory.api_tokens import offering
from tests.identity.sso.steps import make as make_connection
from tests.security.routes import Operation, operations
from tests.security.tenant_rows import rows_of
from tests.world import Person, World

IDENTITY = "/identity/resources"
SSO = "/team/resources/sso"
TAKES = {"roleIds", "permissionIds"}
KEPT = "fe.secure.read.audits"
ALL_BUT_ONE = tuple(one.value for one in Permission if "*" not in one.value and one.value != KEPT)
# Not announced, not counted: what a refused call may leave behind.
TRACES = {"audits", "roster_counts"}


@dataclass(frozen=True)
class Place:
    """What stands in the paths and bodies of the calls."""

    editor: Person
    below: UUID
    ids: dict[str, str]

    def body(self, text: str) -> str:
        return text.format(**self.ids, below=self.below, email=f"{uuid4().hex[:10]}@example.test")


def _roles(**more: Any) -> dict[str, Any]:
    return {"roleIds": ["ROLE"], **more}


NEW = {"key": "new", "name": "New", "permissionIds": ["PERMISSION"]}
BELOW = {"tenantId": "{below}", "roleIds": ["ROLE_BELOW"]}
LEGACY = {"enabled": False, "domain": "", "ssoEndpoint": "", "publicCertificate": ""}
CALLS: dict[str, Any] = {
    f"POST {IDENTITY}/users/v2": _roles(email="{email}"),
    "PUT /team/resources/members/v1": _roles(id="{user_id}"),
    f"POST {IDENTITY}/users/v1/{{user_id}}/roles": _roles(),
    f"POST {IDENTITY}/roles/v1": [NEW],
    f"POST {IDENTITY}/roles/v2": NEW,
    f"PUT {IDENTITY}/roles/v1/{{role_id}}/permissions": {"permissionIds": ["PERMISSION"]},
    f"PUT {IDENTITY}/permissions/v1/{{permission_id}}/roles": {"roleIds": ["{role_id}"]},
    f"POST {IDENTITY}/groups/v1/{{group_id}}/roles": _roles(),
    f"POST {IDENTITY}/tenants/invites/v1/user": _roles(),
    f"PATCH {IDENTITY}/tenants/invites/v1/user": _roles(),
    f"POST {IDENTITY}/tenants/invites/v2/user": _roles(),
    f"POST {IDENTITY}/tenants/api-tokens/v1": _roles(description="Import"),
    f"POST {IDENTITY}/tenants/api-tokens/v2": {"permissionIds": ["PERMISSION"]},
    f"PATCH {IDENTITY}/tenants/api-tokens/v1/{{token_id}}": {"permissionIds": ["PERMISSION"]},
    f"POST {IDENTITY}/tenants/access-tokens/v1": _roles(description="Import"),
    f"POST {SSO}/v1/configurations": _roles(type="saml"),
    f"PATCH {SSO}/v1/configurations/{{connection_id}}": _roles(),
    f"PUT {SSO}/v1/configurations/{{connection_id}}/roles": _roles(),
    f"POST {SSO}/v1/configurations/{{connection_id}}/groups": _roles(group="Everybody"),
    f"PATCH {SSO}/v1/configurations/{{connection_id}}/groups/{{group_id}}": _roles(group="All"),
    f"POST {SSO}/v1/saml/configurations": {**LEGACY, "roleIds": ["ROLE"]},
    f"POST {SSO}/v1/saml/configurations/roles/default": _roles(),
    f"POST {SSO}/v2/saml/configurations/groups": _roles(group="Everybody"),
    f"PATCH {SSO}/v2/saml/configurations/groups/{{group_id}}": _roles(group="All"),
    f"POST {IDENTITY}/sub-tenants/users/v1": {
        "user": {"email": "{email}"},
        "subTenants": [BELOW],
    },
    f"POST {IDENTITY}/sub-tenants/users/v2": {"users": [{"email": "{email}"}], **BELOW},
    f"PATCH {IDENTITY}/sub-tenants/users/v1/{{user_id}}/roles": {"subTenantsRoles": [BELOW]},
    f"POST {IDENTITY}/sub-tenants/users/v1/{{user_id}}/roles": {"subTenantsRoles": [BELOW]},
}


def takes_rights(one: Operation) -> bool:
    """Taking roles away is not handing them out."""
    if one.for_vendor or one.method in ("get", "delete"):
        return False
    schema = one.document.get("requestBody", {}).get("content", {}).get("application/json", {})
    return bool(TAKES & _fields(schema.get("schema", {}), one.components))


def _fields(schema: Any, components: dict[str, Any]) -> set[str]:
    if isinstance(schema, list):
        return {name for one in schema for name in _fields(one, components)}
    if not isinstance(schema, dict):
        return set()
    if "$ref" in schema:
        return _fields(components[schema["$ref"].rpartition("/")[2]], components)
    inside = [part for name, part in schema.items() if name != "examples"]
    return set(schema.get("properties", {})) | _fields(inside, components)


async def add_role(db: Db, tenant_id: UUID, *permissions: str) -> str:
    role_id = new_id()
    await db.connection.execute(
        "insert into roles (id, tenant_id, key, name, level) values ($1, $2, $3, $3, 10)",
        role_id, tenant_id, f"role-{role_id}",
    )  # fmt: skip
    await db.connection.execute(
        "insert into role_permissions (role_id, permission_id, tenant_id)"
        " select $1, id, $2 from permissions where key = any ($3)",
        role_id, tenant_id, list(permissions),
    )  # fmt: skip
    return str(role_id)


@pytest.fixture
async def place(world: World, db: Db) -> Place:
    admin = await world.person("Admin", tenant_id=await world.tenant("Top"))
    tenant_id = admin.tenant_id
    below = await world.tenant("Below", parent=tenant_id)
    user_id, _ = await world.member(tenant_id)
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at)"
        " values ($1, $2, true, now())",
        below, user_id,
    )  # fmt: skip
    editor = await world.person(permissions=ALL_BUT_ONE, tenant_id=tenant_id)
    await db.connection.execute("update roles set level = 10 where tenant_id = $1", tenant_id)
    http = admin.browser
    group = (await http.post(f"{IDENTITY}/groups/v1", json={"name": "Group"})).json()["id"]
    token = (await http.post(f"{IDENTITY}/tenants/api-tokens/v2", json={})).json()["clientId"]
    connection = (await make_connection(http))["id"]
    groups = f"{SSO}/v1/configurations/{connection}/groups"
    await http.post(groups, json={"group": "Engineers", "roleIds": []})
    await editor.browser.post(f"{IDENTITY}/tenants/invites/v1/user", json={})
    kept = await db.connection.fetchval("select id from permissions where key = $1", KEPT)
    return Place(
        editor,
        below,
        {
            "user_id": str(user_id),
            "role_id": await add_role(db, tenant_id),
            "group_id": group,
            "token_id": token,
            "connection_id": connection,
            "sso_group_id": (await http.get(groups)).json()[0]["id"],
            "permission_id": str(kept),
            "PERMISSION": str(kept),
            "ROLE": await add_role(db, tenant_id, KEPT),
            "ROLE_BELOW": await add_role(db, below, KEPT),
            "held": await add_role(db, tenant_id, ALL_BUT_ONE[0]),
            "held_below": await add_role(db, below, ALL_BUT_ONE[0]),
        },
    )


def test_every_way_to_hand_out_is_known():
    assert {str(one) for one in operations() if takes_rights(one)} == set(CALLS)


def filled(value: Any, at: Place, *, held: bool) -> Any:
    """The body, with what the editor lacks; or with as much of what they hold."""
    if isinstance(value, dict):
        return {name: filled(part, at, held=held) for name, part in value.items()}
    if isinstance(value, list):
        return [filled(part, at, held=held) for part in value]
    if not isinstance(value, str):
        return value
    mine = {"ROLE": "held", "ROLE_BELOW": "held_below"} if held else {}
    return at.ids.get(mine.get(value, value)) or at.body(value)


@pytest.mark.parametrize("call", CALLS)
async def test_no_operation_gives_permissions_that_the_caller_lacks(
    world: World, db: Db, place: Place, call: str
):
    method, _, path = call.partition(" ")
    ids = dict(place.ids)
    if path.startswith(SSO):
        ids["group_id"] = ids["sso_group_id"]
    async with offering(
        world, "tenantAccessToken" if "access-tokens" in path else "tenantApiToken"
    ):
        before = [await kept_rows(db, one) for one in (place.editor.tenant_id, place.below)]
        request = place.editor.browser.build_request(
            method, path.format(**ids), json=filled(CALLS[call], place, held=False)
        )
        refused = await place.editor.browser.send(request)
        told = f"{refused.status_code} {refused.text[:300]}"
        assert (refused.status_code, refused.json()["errorCode"]) == (403, "roles.beyond_own"), told
        after = [await kept_rows(db, one) for one in (place.editor.tenant_id, place.below)]
        assert after == before
        if "PERMISSION" in str(CALLS[call]) or "{permission_id}" in path:
            return
        # What they hold, they may hand out: the refusal was for that, and for nothing else.
        request = place.editor.browser.build_request(
            method, path.format(**ids), json=filled(CALLS[call], place, held=True)
        )
        taken = await place.editor.browser.send(request)
        assert taken.status_code in (200, 201), f"{taken.status_code} {taken.text[:300]}"


async def kept_rows(db: Db, tenant_id: UUID) -> dict[str, list[str]]:
    rows = await rows_of(db, tenant_id)
    return {table: found for table, found in rows.items() if table not in TRACES}
