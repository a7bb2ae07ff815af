"""What `GATEHOUSE_ENV=demo` puts into the database. Nothing of it is loaded anywhere else."""

from gatehouse.connectivity.webhooks.models import VENDOR
from gatehouse.demo import queries
from gatehouse.demo.catalog import create_demo_catalog
from gatehouse.demo.names import ADMINISTRATOR, SIGN_INS
from gatehouse.demo.people import create_demo_company, create_demo_staff
from gatehouse.demo.purchase import enqueue_demo_purchase
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.providers.simulators import load_card_plugin
from gatehouse.settings import Settings
from gatehouse.vendor.client.sections import ADMIN_BOX

FREE = "free"


async def create_demo_plans(deployment: Deployment, database: Database) -> None:
    """Made where the vendor has no plans; at the next start they are there already."""
    provider = load_card_plugin(deployment)
    # Key, name, description, price, days of the trial.
    plans = (
        (FREE, "Free", "For trying things out", None, None),
        ("team", "Team", "For a team that works together", provider.team_price_id, 14),
        ("business", "Business", "For a company with several teams",
         provider.business_price_id, None),
    )  # fmt: skip
    async with database.transaction(Scope.system()) as db:
        if await queries.HAS_PLANS.one(db):
            return
        for plan in plans:
            await queries.ADD_PLAN.run(db, *plan, clock.now())
        await queries.SET_DEFAULT_PLAN.run(db, FREE)


SHOWN = ("allUsers", "groups", "roles", "apiTokens", "personalApiTokens", "allAccounts", "sso",
         "provisioning", "webhooks", "connectivity", "subscriptions", "usage", "reports")  # fmt: skip


async def create_portal_demo_data(database: Database) -> None:
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


async def create_demo_data(settings: Settings, resources: Resources) -> None:
    """Create the demo data at each start of a demo; existing data stays."""
    await create_demo_company(resources[Database])
    await create_demo_staff(resources)
    await create_portal_demo_data(resources[Database])
    if settings.simulates_cards:
        await create_demo_plans(settings, resources[Database])
    await create_demo_catalog(resources[Database])
    if settings.simulates_checkout:
        await enqueue_demo_purchase(resources[Database])
