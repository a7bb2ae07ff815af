"""What the demo's admin portal shows: every section there is, and something in each.

A fresh installation hides most sections until the vendor says otherwise.
"""

from gatehouse.connectivity.webhooks.models import VENDOR
from gatehouse.demo import queries
from gatehouse.demo.people import ADMINISTRATOR, SIGN_INS
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.vendor.client.sections import ADMIN_BOX

SHOWN = ("allUsers", "groups", "roles", "apiTokens", "personalApiTokens", "allAccounts", "sso",
         "provisioning", "webhooks", "connectivity", "subscriptions", "usage", "reports")  # fmt: skip


async def furnish_portal(database: Database) -> None:
    """Made once; at the next start all is there already."""
    entry = {"visibility": "byPermissions", "featureFlag": ""}
    shown = dict.fromkeys(SHOWN, entry)
    box = {**ADMIN_BOX, "navigation": {**ADMIN_BOX["navigation"], **shown}}
    now = clock.now()
    async with database.transaction(Scope.system()) as db:
        await queries.ADD_GROUPS.run(db, ADMINISTRATOR, now)
        await queries.ADD_TOKENS.run(db, ADMINISTRATOR, now)
        await queries.ADD_RESTRICTIONS.run(db, ADMINISTRATOR, now)
        await queries.ADD_APPLICATIONS.run(db, ADMINISTRATOR, now)
        await queries.ADD_CONSENTS.run(db, [email for email, _, _ in SIGN_INS], now)
        await queries.ADD_NOTIFICATIONS.run(db, ADMINISTRATOR, now)
        await queries.ADD_WEBHOOK.run(db, ADMINISTRATOR, now)
        await queries.ADD_VENDOR_WEBHOOK.run(db, VENDOR, now)
        await queries.ADD_SUBSCRIPTION.run(db, ADMINISTRATOR, now)
        await queries.SHOW_IN_PORTAL.run(db, box, now)
        await queries.SHOW_USAGE.run(db)
        await queries.ADD_PAST_CALLS.run(db, ADMINISTRATOR, now)
