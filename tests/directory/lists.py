"""What the tests of lists of users share."""

from uuid import UUID

from tests.world import Person, World

USERS = "/identity/resources/users/v2"


USERS_V3 = "/identity/resources/users/v3"


TEAM = "/team/resources/members/v1"


SORTS = ["createdAt", "joinedAt", "lastLogin", "name", "email", "id", "tenantId", "verified",
         "provider", "isLocked"]  # fmt: skip


async def add(world: World, admin: Person, name: str, address: str | None = None) -> UUID:
    user_id, _ = await world.member(admin.tenant_id, "ReadOnly", name=name, address=address)
    return user_id


async def names(admin: Person, path: str = USERS, **query: object) -> list[str]:
    answer = await admin.browser.get(path, params=query)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    return [item["name"] for item in answer.json()["items"]]
