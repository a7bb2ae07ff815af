"""The audit log, as the vendor's API shows it."""

from typing import Any
from uuid import UUID

from tests.backend import new_backend
from tests.world import World

LOG = "/vendor/resources/audits/v1"
MOST = 200


async def audit_entries(world: World, tenant_id: UUID | str, *actions: str) -> list[dict[str, Any]]:
    """Entries of a tenant, the oldest first. `actions` limits them; `user.*` stands for all that start so."""
    return await _read_log(world, actions, tenantId=str(tenant_id))


async def audit_entries_by(world: World, address: str, *actions: str) -> list[dict[str, Any]]:
    """Entries of all tenants, and of none, whose actor has the address."""
    return await _read_log(world, actions, email=address)


async def _read_log(world: World, actions: tuple[str, ...], **query: str) -> list[dict[str, Any]]:
    backend = await new_backend(world, ["vendor.read.audits"])
    answer = await backend.http.get(LOG, params={**query, "count": str(MOST)})
    assert answer.status_code == 200, answer.text
    page = answer.json()
    assert page["total"] == len(page["data"]), "there are more entries than one page has"
    return [entry for entry in reversed(page["data"]) if not actions or _is_one_of(entry, actions)]


async def entries_of_all_tenants(
    world: World, action: str, email: str = ""
) -> list[dict[str, Any]]:
    """Also those that belong to no tenant, the oldest first; with `email` only those by this user."""
    backend = await new_backend(world, ["vendor.read.audits"])
    answer = await backend.http.get(LOG, params={"email": email, "action": action, "count": MOST})
    assert answer.status_code == 200, answer.text
    return list(reversed(answer.json()["data"]))


def _is_one_of(entry: dict[str, Any], actions: tuple[str, ...]) -> bool:
    action: str = entry["action"]
    return any(
        action.startswith(one[:-1]) if one.endswith("*") else action == one for one in actions
    )


async def audit_actions(world: World, tenant_id: UUID | str, *actions: str) -> list[str]:
    return [entry["action"] for entry in await audit_entries(world, tenant_id, *actions)]
