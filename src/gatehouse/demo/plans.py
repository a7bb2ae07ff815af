"""What the demo sells: two plans by card, and what an account has without one."""

from gatehouse.demo import queries
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse_simulators.cards import fixtures

FREE = "free"
# Key, name, description, price, days of the trial.
PLANS = (
    (FREE, "Free", "For trying things out", None, None),
    ("team", "Team", "For a team that works together", fixtures.TEAM_MONTHLY_PRICE_ID, 14),
    ("business", "Business", "For a company with several teams",
     fixtures.BUSINESS_MONTHLY_PRICE_ID, None),
)  # fmt: skip


async def sell_plans(database: Database) -> None:
    """Made where the vendor has no plans; at the next start they are there already."""
    async with database.transaction(Scope.system()) as db:
        if await queries.HAS_PLANS.one(db):
            return
        for plan in PLANS:
            await queries.ADD_PLAN.run(db, *plan, clock.now())
        await queries.SET_DEFAULT_PLAN.run(db, FREE)
