"""What the vendor sells in the demo: three plans, each billed monthly or yearly."""

from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.store.models import Body

SINCE = 1736154000  # 2025-01-06, 09:00


def build_catalog() -> list[Body]:
    """Every entity that the account has from the start."""
    trial = {"trial_days": str(fixtures.TRIAL_DAYS)}
    return [
        build_product(
            fixtures.TRIAL_PRODUCT_ID, "Free trial", "Try everything for two weeks", trial
        ),
        build_product(fixtures.TEAM_PRODUCT_ID, "Team", "For a team that works together"),
        build_product(fixtures.BUSINESS_PRODUCT_ID, "Business", "For a company with several teams"),
        build_price(
            fixtures.TRIAL_MONTHLY_PRICE_ID,
            fixtures.TRIAL_PRODUCT_ID,
            0,
            trial_days=fixtures.TRIAL_DAYS,
        ),
        build_price(
            fixtures.TRIAL_YEARLY_PRICE_ID,
            fixtures.TRIAL_PRODUCT_ID,
            0,
            "year",
            trial_days=fixtures.TRIAL_DAYS,
        ),
        build_price(fixtures.TEAM_MONTHLY_PRICE_ID, fixtures.TEAM_PRODUCT_ID, 1200),
        build_price(fixtures.TEAM_YEARLY_PRICE_ID, fixtures.TEAM_PRODUCT_ID, 12000, "year"),
        build_price(fixtures.BUSINESS_MONTHLY_PRICE_ID, fixtures.BUSINESS_PRODUCT_ID, 3000),
        build_price(fixtures.BUSINESS_YEARLY_PRICE_ID, fixtures.BUSINESS_PRODUCT_ID, 30000, "year"),
    ]


def build_product(
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


def build_price(
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
    """A price; it is paid once when `interval` is None."""
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


def build_legacy_plan(price_body: Body) -> Body:
    """The older form of a price (`plan`), which items still contain."""
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
