"""A member of the vendor's staff, with the token of their session."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx

from gatehouse.access.staff_role import StaffRole
from gatehouse.audit.actors import SYSTEM
from gatehouse.kit.db import Database, Scope
from gatehouse.vendor_access import staff as service
from tests.databases import opened
from tests.world import Person, World

STAFF = "/vendor/resources/staff/v1"


@dataclass(frozen=True)
class Staff:
    person: Person
    browser: httpx.AsyncClient
    answer: dict[str, Any]


Hire = Callable[[StaffRole], Awaitable[Staff]]


async def hire(world: World, role: StaffRole) -> Staff:
    database = world.resources[Database]
    person = await with_second_factor(database, await world.person())
    async with database.transaction(Scope.system()) as db:
        await service.add_staff_member(db, person.email, role, by=SYSTEM)
    answer = await person.browser.post(f"{STAFF}/token")
    assert answer.status_code == 200, answer.text
    browser = world.new_client()
    browser.headers["authorization"] = f"Bearer {answer.json()['token']}"
    return Staff(person, browser, answer.json())


async def with_second_factor(database: Database, person: Person) -> Person:
    async with opened(database, Scope.system()) as db:
        await db.connection.execute(
            "update sessions set amr = '{pwd,otp,mfa}' where id = $1", person.session_id
        )
    return person


async def dismiss_all(database: Database) -> None:
    async with opened(database, Scope.system()) as db:
        await db.connection.execute("delete from staff")
