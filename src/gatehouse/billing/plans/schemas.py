"""Plans on the wire (wire-api §12)."""

from typing import Self
from uuid import UUID

from gatehouse.billing.plans.models import Every, Price
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.plans import VendorPlan


class BillingPrice(Wire):
    """`amount` in the smallest unit of the currency. `interval` is missing where nothing is charged."""

    id: str
    external_id: str
    currency: str
    amount: int
    interval: Every | None = None
    interval_count: int | None = None


class BillingPlan(Wire):
    """`externalId` is that of the product at the card provider, `slug` the plan's key. A plan that is not
    for sale has an amount of 0 and no `interval`."""

    id: UUID
    external_id: str
    name: str
    description: str
    price: BillingPrice
    slug: str
    trial_days: int | None = None

    @classmethod
    def of(cls, plan: VendorPlan, price: Price | None) -> Self:
        return cls(
            id=plan.id,
            external_id=price.product if price else plan.key,
            name=plan.name,
            description=plan.description,
            price=BillingPrice(
                id=price.id,
                external_id=price.id,
                currency=price.currency,
                amount=price.amount,
                interval=price.every,
                interval_count=price.every_count,
            )
            if price
            else BillingPrice(id="", external_id="", currency="usd", amount=0),
            slug=plan.key,
            trial_days=plan.trial_days,
        )
