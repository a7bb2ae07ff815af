"""What the vendor sells in the demo: three plans, each by month and by year."""

from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.store.models import Body

SINCE = 1736154000  # 2025-01-06, 09:00


def catalog() -> list[Body]:
    """Everything that an account has from the start."""
    trial = {"trial_days": str(fixtures.TRIAL_DAYS)}
    return [
        product(fixtures.TRIAL_PRODUCT_ID, "Free trial", "Try everything for two weeks", trial),
        product(fixtures.TEAM_PRODUCT_ID, "Team", "For a team that works together"),
        product(fixtures.BUSINESS_PRODUCT_ID, "Business", "For a company with several teams"),
        price(
            fixtures.TRIAL_MONTHLY_PRICE_ID,
            fixtures.TRIAL_PRODUCT_ID,
            0,
            trial_days=fixtures.TRIAL_DAYS,
        ),
        price(
            fixtures.TRIAL_YEARLY_PRICE_ID,
            fixtures.TRIAL_PRODUCT_ID,
            0,
            "year",
            trial_days=fixtures.TRIAL_DAYS,
        ),
        price(fixtures.TEAM_MONTHLY_PRICE_ID, fixtures.TEAM_PRODUCT_ID, 1200),
        price(fixtures.TEAM_YEARLY_PRICE_ID, fixtures.TEAM_PRODUCT_ID, 12000, "year"),
        price(fixtures.BUSINESS_MONTHLY_PRICE_ID, fixtures.BUSINESS_PRODUCT_ID, 3000),
        price(fixtures.BUSINESS_YEARLY_PRICE_ID, fixtures.BUSINESS_PRODUCT_ID, 30000, "year"),
    ]


def product(
    product_id: str,
    name: str,
    description: str | None = None,
    metadata: dict[str, str] | None = None,
    *,
    created: int = SINCE,
) -> Body:
    return {
        "id": product_id,
        "object": "product",
        "active": True,
        "created": created,
        "default_price": None,
        "description": description,
        "images": [],
        "livemode": False,
        "marketing_features": [],
        "metadata": metadata or {},
        "name": name,
        "package_dimensions": None,
        "shippable": None,
        "statement_descriptor": None,
        "tax_code": None,
        "type": "service",
        "unit_label": "seat",
        "updated": created,
        "url": None,
    }


def price(
    price_id: str,
    product_id: str,
    unit_amount: int,
    interval: str | None = "month",
    interval_count: int = 1,
    *,
    currency: str = "usd",
    nickname: str | None = None,
    lookup_key: str | None = None,
    metadata: dict[str, str] | None = None,
    trial_days: int | None = None,
    created: int = SINCE,
) -> Body:
    """`interval` None: paid once."""
    recurring = {
        "interval": interval,
        "interval_count": interval_count,
        "meter": None,
        "trial_period_days": trial_days,
        "usage_type": "licensed",
    }
    return {
        "id": price_id,
        "object": "price",
        "active": True,
        "billing_scheme": "per_unit",
        "created": created,
        "currency": currency,
        "custom_unit_amount": None,
        "livemode": False,
        "lookup_key": lookup_key,
        "metadata": metadata or {},
        "nickname": nickname,
        "product": product_id,
        "recurring": recurring if interval else None,
        "tax_behavior": "unspecified",
        "tiers_mode": None,
        "transform_quantity": None,
        "type": "recurring" if interval else "one_time",
        "unit_amount": unit_amount,
        "unit_amount_decimal": str(unit_amount),
    }


def plan_of(price_body: Body) -> Body:
    """The older form of a price, which items still carry."""
    recurring = price_body["recurring"]
    return {
        "id": price_body["id"],
        "object": "plan",
        "active": price_body["active"],
        "amount": price_body["unit_amount"],
        "amount_decimal": price_body["unit_amount_decimal"],
        "billing_scheme": "per_unit",
        "created": price_body["created"],
        "currency": price_body["currency"],
        "interval": recurring["interval"],
        "interval_count": recurring["interval_count"],
        "livemode": False,
        "metadata": price_body["metadata"],
        "meter": None,
        "nickname": price_body["nickname"],
        "product": price_body["product"],
        "tiers_mode": None,
        "transform_usage": None,
        "trial_period_days": recurring["trial_period_days"],
        "usage_type": "licensed",
    }
