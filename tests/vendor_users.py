"""Users, their memberships and their sessions, as the vendor's API shows them to a backend."""

from typing import Any
from uuid import UUID

import httpx

USERS = "/identity/resources/users/v1"
VENDOR_ONLY = "/identity/resources/vendor-only/users/v1"


async def find_user(backend: httpx.AsyncClient, email: str) -> dict[str, Any] | None:
    """The user who has this address, or None."""
    answer = await backend.get(f"{USERS}/email", params={"email": email})
    return None if answer.status_code == 404 else _json_of(answer)


async def get_user(backend: httpx.AsyncClient, user_id: UUID | str) -> dict[str, Any]:
    found: dict[str, Any] = _json_of(await backend.get(f"{VENDOR_ONLY}/{user_id}"))
    return found


async def find_roles_in(
    backend: httpx.AsyncClient, user_id: UUID | str, tenant_id: UUID | str
) -> list[str] | None:
    """The keys of the user's roles in a tenant; None where they are not a member."""
    for membership in (await get_user(backend, user_id))["tenants"]:
        if membership["tenantId"] == str(tenant_id):
            return sorted(role["key"] for role in membership["roles"])
    return None


async def count_sessions(backend: httpx.AsyncClient, user_id: UUID | str) -> int:
    """Browser sessions in which the user can act: of a locked user the API lists none."""
    return len(_json_of(await backend.get(f"{VENDOR_ONLY}/{user_id}/sessions")))


def _json_of(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()
