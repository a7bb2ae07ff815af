"""Users, members and sessions, as the vendor's API shows them: in every state, with all their tenants."""

from typing import Any
from uuid import UUID

from tests.backend import new_backend
from tests.world import World

USERS = "/identity/resources/users/v1"
VENDOR_USERS = "/identity/resources/vendor-only/users/v1"
TENANTS = "/tenants/resources/tenants/v2"
READ_USERS = ["vendor.read.users", "vendor.read.tenants"]
MOST = 200


async def get_user(world: World, user_id: UUID | str) -> dict[str, Any]:
    user: dict[str, Any] = await _read(world, f"{VENDOR_USERS}/{user_id}")
    return user


async def get_user_by_email(world: World, address: str) -> dict[str, Any]:
    """The user who has the address, also as a further one."""
    user: dict[str, Any] = await _read(world, f"{USERS}/email", email=address)
    return user


async def user_exists(world: World, user_id: UUID | str) -> bool:
    return await _is_there(world, f"{VENDOR_USERS}/{user_id}")


async def address_exists(world: World, address: str) -> bool:
    """Whether a user has the address, verified or not."""
    return await _is_there(world, f"{USERS}/email", email=address)


async def tenant_exists(world: World, tenant_id: UUID | str) -> bool:
    """False for a deleted one."""
    return await _is_there(world, f"{TENANTS}/{tenant_id}")


async def tenant_names_of(world: World, user: dict[str, Any]) -> list[str]:
    """In the order in which the user joined them."""
    return [(await _read(world, f"{TENANTS}/{one}"))["name"] for one in user["tenantIds"]]


async def members_of(world: World, tenant_id: UUID | str) -> list[dict[str, Any]]:
    """Members in every state, sorted by address."""
    header = {"frontegg-tenant-id": str(tenant_id)}
    backend = (await new_backend(world, READ_USERS)).http
    answer = await backend.get(USERS, params={"_limit": MOST}, headers=header)
    assert answer.status_code == 200, answer.text
    page = answer.json()
    assert page["_metadata"]["totalItems"] == len(page["items"]), "there are more than one page has"
    members: list[dict[str, Any]] = page["items"]
    return members


async def member_ids(world: World, tenant_id: UUID | str) -> set[UUID]:
    return {UUID(member["id"]) for member in await members_of(world, tenant_id)}


async def is_member(world: World, tenant_id: UUID, user_id: UUID) -> bool:
    return user_id in await member_ids(world, tenant_id)


def role_keys(user: dict[str, Any], tenant_id: UUID | str) -> list[str]:
    """Keys of the user's roles in the tenant, the most powerful role first."""
    return [role["key"] for role in membership_in(user, tenant_id)["roles"]]


def membership_in(user: dict[str, Any], tenant_id: UUID | str) -> dict[str, Any]:
    [found] = [one for one in user["tenants"] if one["tenantId"] == str(tenant_id)]
    return dict(found)


async def sessions_of(world: World, user_id: UUID | str) -> list[dict[str, Any]]:
    """Sessions that have not ended."""
    sessions: list[dict[str, Any]] = await _read(world, f"{VENDOR_USERS}/{user_id}/sessions")
    return sessions


async def identities_of(world: World, user_id: UUID | str) -> list[dict[str, Any]]:
    """Linked accounts of social and company providers."""
    identities: list[dict[str, Any]] = await _read(world, f"{VENDOR_USERS}/{user_id}/identities")
    return identities


async def factors_of(world: World, user_id: UUID | str) -> list[dict[str, Any]]:
    factors: list[dict[str, Any]] = await _read(world, f"{VENDOR_USERS}/{user_id}/factors")
    return factors


async def phone_numbers_of(world: World, user_id: UUID | str) -> list[dict[str, Any]]:
    path = f"/identity/resources/users/phone-numbers/v1/vendor/{user_id}"
    numbers: list[dict[str, Any]] = await _read(world, path)
    return numbers


async def emails_of(world: World, user_id: UUID | str) -> list[dict[str, Any]]:
    emails: list[dict[str, Any]] = await _read(
        world, f"/identity/resources/users/emails/v1/vendor/{user_id}"
    )
    return emails


async def password_fits(world: World, address: str, password: str) -> bool:
    """A wrong one counts as at the login."""
    backend = (await new_backend(world, ["vendor.write.users"])).http
    body = {"email": address, "password": password}
    answer = await backend.post(f"{VENDOR_USERS}/passwords/verify", json=body)
    assert answer.status_code in (200, 201), answer.text
    return bool(answer.json()["isValid"])


async def _read(world: World, path: str, **query: str) -> Any:
    backend = (await new_backend(world, READ_USERS)).http
    answer = await backend.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def _is_there(world: World, path: str, **query: str) -> bool:
    backend = (await new_backend(world, READ_USERS)).http
    answer = await backend.get(path, params=query)
    assert answer.status_code in (200, 404), answer.text
    return answer.status_code == 200
