"""A job checks the user who started it at each of its steps, in one statement."""

import asyncio
from uuid import uuid4

import pytest

from gatehouse.access.client import Client
from gatehouse.access.errors import MissingPermission
from gatehouse.access.staff_role import StaffRole
from gatehouse.access.vendor import VendorPrincipal, reload_vendor_principal
from gatehouse.access.vendor_permissions import VendorPermission
from tests.backend import new_backend
from tests.staff import hire
from tests.world import Db, World

CLIENT = Client("203.0.113.7", "Firefox")


async def test_current_permissions_of_a_caller_are_read_by_one_statement(world: World, db: Db):
    backend = await new_backend(world, ["vendor.write.users"])
    member = await hire(world, StaffRole.SUPPORT)
    asked: list[str] = []

    def record(statement) -> None:
        asked.append(statement.query)

    db.connection.add_query_logger(record)
    for who in (backend.credential.id, member.person.id):
        caller = VendorPrincipal(who, "Somebody", (), CLIENT)
        now = await reload_vendor_principal(db, caller, VendorPermission.WRITE_USERS)
        assert now.may(VendorPermission.WRITE_USERS)
    with pytest.raises(MissingPermission):
        await reload_vendor_principal(
            db, VendorPrincipal(uuid4(), "Nobody", (), CLIENT), VendorPermission.WRITE_USERS
        )
    await asyncio.sleep(0)  # the last statement is recorded in the loop's next turn
    db.connection.remove_query_logger(record)
    assert len(asked) == 3
