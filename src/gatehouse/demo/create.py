"""What `GATEHOUSE_ENV=demo` puts into the database. Nothing of it is loaded anywhere else."""

from gatehouse.demo.catalog import fill_catalog
from gatehouse.demo.people import add_people
from gatehouse.demo.plans import sell_plans
from gatehouse.demo.portal import furnish_portal
from gatehouse.demo.purchase import plan_purchase
from gatehouse.demo.staff import add_staff
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings


async def create_demo_data(settings: Settings, resources: Resources) -> None:
    """Create the demo data at each start of a demo; existing data stays."""
    await add_people(resources[Database])
    await add_staff(resources)
    await furnish_portal(resources[Database])
    if settings.simulates_cards:
        await sell_plans(settings, resources[Database])
    await fill_catalog(resources[Database])
    if settings.simulates_checkout:
        await plan_purchase(resources[Database])
