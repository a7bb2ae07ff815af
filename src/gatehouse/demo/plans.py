"""What the demo sells: two plans by card, and what an account has without one."""

from gatehouse.demo import queries
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.providers.simulators import load_card_plugin

FREE = "free"


async def sell_plans(deployment: Deployment, database: Database) -> None:
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
