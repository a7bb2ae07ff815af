"""Whoever began what a job goes on with is asked about at each part of it, in one statement."""

import asyncio
from uuid import uuid4

import pytest

from gatehouse.access.client import Client
from gatehouse.access.errors import MissingPermission
from gatehouse.access.vendor import StaffRole, VendorPermission, VendorPrincipal, as_of_now
from tests.backend import new_backend
from tests.staff import hire
from tests.world import Db, World

CLIENT = Client("203.0.113.7", "Firefox")


async def test_what_somebody_may_by_now_is_one_question(world: World, db: Db):
    backend = await new_backend(world, ["vendor.write.users"])
    member = await hire(world, StaffRole.SUPPORT)
    asked: list[str] = []

    def record(statement) -> None:
        asked.append(statement.query)

    db.connection.add_query_logger(record)
    for who in (backend.credential.id, member.person.id):
        caller = VendorPrincipal(who, "Somebody", (), CLIENT)
        now = await as_of_now(db, caller, VendorPermission.WRITE_USERS)
        assert now.may(VendorPermission.WRITE_USERS)
    with pytest.raises(MissingPermission):
        await as_of_now(
            db, VendorPrincipal(uuid4(), "Nobody", (), CLIENT), VendorPermission.WRITE_USERS
        )
    await asyncio.sleep(0)  # the last statement is recorded in the loop's next turn
    db.connection.remove_query_logger(record)
    assert len(asked) == 3
