"""The demo's groups, and a portal that shows them: a fresh installation hides them until the vendor says."""

from gatehouse.demo import queries
from gatehouse.demo.people import ADMINISTRATOR
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.vendor.client.defaults import ADMIN_BOX


async def show_groups(database: Database) -> None:
    """Made once; at the next start all is there already."""
    shown = {"groups": {"visibility": "byPermissions", "featureFlag": ""}}
    box = {**ADMIN_BOX, "navigation": {**ADMIN_BOX["navigation"], **shown}}
    async with database.transaction(Scope.system()) as db:
        await queries.ADD_GROUPS.run(db, ADMINISTRATOR, clock.now())
        await queries.SHOW_IN_PORTAL.run(db, box, clock.now())
