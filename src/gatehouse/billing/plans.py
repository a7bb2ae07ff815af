"""Plans that are sold for cards, and their prices."""

from collections.abc import Iterable
from dataclasses import astuple
from fractions import Fraction
from uuid import UUID

from gatehouse.billing import queries
from gatehouse.billing.errors import BillingNotConfigured, PlanNotSold
from gatehouse.billing.models import Price
from gatehouse.billing.provider.port import Cards, CardsChoice
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.plans import VendorPlan


def get_cards(resources: Resources) -> Cards:
    """Raises `BillingNotConfigured`."""
    cards = resources[CardsChoice].cards
    if cards is None:
        raise BillingNotConfigured("Payment provider not configured")
    return cards


log = get_logger()

DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


async def list_sold_plans(
    db: Db, resources: Resources, configuration: Snapshot
) -> list[tuple[VendorPlan, Price]]:
    """The cheapest first. `CardsUnavailable` where a price was never read before."""
    plans = [plan for plan in configuration.plans if plan.price_id]
    prices = await _read_prices(db, resources, [plan.price_id for plan in plans if plan.price_id])
    found = [(plan, prices[plan.price_id]) for plan in plans if plan.price_id in prices]
    return sorted(
        found, key=lambda one: (Fraction(one[1].amount, count_period_days(one[1])), one[0].key)
    )


async def get_plan_with_price(
    db: Db, resources: Resources, configuration: Snapshot, plan_id: UUID
) -> tuple[VendorPlan, Price | None]:
    """A plan with its price, or with None when it is free. Raises `PlanNotSold` when there is no such plan,
    and `CardsUnavailable`."""
    plan = next((one for one in configuration.plans if one.id == plan_id), None)
    if plan is None:
        raise _plan_not_found()
    if plan.price_id is None:
        return plan, None
    prices = await _read_prices(db, resources, [plan.price_id])
    return plan, prices.get(plan.price_id)


def get_sold_plan(configuration: Snapshot, name: str) -> VendorPlan:
    """One that is for sale, by its id, its key or its price. Raises `PlanNotSold`."""
    for plan in configuration.plans:
        if plan.price_id and name in (str(plan.id), plan.key, plan.price_id):
            return plan
    raise _plan_not_found()


def find_plan_by_price(configuration: Snapshot, price: str) -> VendorPlan | None:
    return next((plan for plan in configuration.plans if plan.price_id == price), None)


async def is_cheaper(db: Db, resources: Resources, new: str, old: str) -> bool:
    """Whether the new price is lower per day. False when a price is unknown or the currencies differ."""
    prices = await _read_prices(db, resources, [new, old])
    one, other = prices.get(new), prices.get(old)
    if one is None or other is None or one.currency != other.currency:
        return False
    return one.amount * count_period_days(other) < other.amount * count_period_days(one)


def count_period_days(price: Price) -> int:
    """How long a period is, about."""
    return DAYS[price.every] * price.every_count


async def _read_prices(db: Db, resources: Resources, wanted: Iterable[str]) -> dict[str, Price]:
    """Read at the provider once: there the amount of a price never changes."""
    asked = sorted(set(wanted))
    known = {one.id: one for one in await queries.PRICES.all(db, asked)}
    unknown = [one for one in asked if one not in known]
    if not unknown:
        return known
    cards = get_cards(resources)
    await db.pause()
    for price_id in unknown:
        fact = await cards.read_price(price_id)
        if fact is None:
            log.warning("billing.price_unusable", price=price_id)
            continue
        await queries.KEEP_PRICE.run(db, *astuple(fact), clock.now())
        await db.pause()
        known[price_id] = fact
    return known


def _plan_not_found() -> PlanNotSold:
    return PlanNotSold("The plan was not found")
