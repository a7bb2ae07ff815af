"""What the demo's portal is furnished with, at each start."""

import pytest

from gatehouse.demo import queries
from gatehouse.kit import clock
from tests.world import Db, World

FURNITURE = (
    "ADD_GROUPS",
    "ADD_TOKENS",
    "ADD_RESTRICTIONS",
    "ADD_APPLICATIONS",
    "ADD_NOTIFICATIONS",
)


@pytest.mark.parametrize("name", FURNITURE)
async def test_somebody_who_was_removed_gets_nothing(world: World, db: Db, name: str):
    person = await world.person("Admin")
    await world.configure("delete from memberships where user_id = $1", person.id)
    await world.configure("update users set default_tenant_id = null where id = $1", person.id)
    changes = db.connection.transaction()
    await changes.start()
    try:
        await getattr(queries, name).run(db, person.email, clock.now())
    finally:
        await changes.rollback()
