"""What the vendor sells in the demo: seats at two prices, and discount codes. For tests there are also a
price that starts with a trial and a one-time price."""

from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.checkout.store.models import Body

SINCE = "2025-01-06T09:00:00.000000Z"


def build_catalog() -> list[tuple[str, Body]]:
    """Kind and body of every entity that the account has from the start."""
    return [
        ("product", _build_product()),
        ("price", _build_price(fixtures.MONTHLY_PRICE_ID, "Monthly", "month", 4000)),
        ("price", _build_price(fixtures.YEARLY_PRICE_ID, "Yearly", "year", 40000)),
        ("price", _build_trial_price()),
        ("price", _build_one_off_price()),
        ("discount", _build_percent_discount()),
        ("discount", _build_flat_discount()),
        ("client_token", _build_client_token()),
    ]


def _build_product() -> Body:
    return {
        "id": fixtures.PRODUCT_ID,
        "name": "Team license",
        "description": "One seat for each person of a team",
        "type": "standard",
        "tax_category": "saas",
        "image_url": None,
        "custom_data": None,
        "status": "active",
        "import_meta": None,
        "created_at": SINCE,
        "updated_at": SINCE,
    }


def _build_price(price_id: str, name: str, interval: str, amount: int) -> Body:
    return {
        "id": price_id,
        "product_id": fixtures.PRODUCT_ID,
        "type": "standard",
        "description": f"Team license, per seat, {name.lower()}",
        "name": name,
        "billing_cycle": {"interval": interval, "frequency": 1},
        "trial_period": None,
        "tax_mode": "external",
        "unit_price": {"amount": str(amount), "currency_code": "USD"},
        "unit_price_overrides": [],
        "quantity": {"minimum": 1, "maximum": 1000},
        "status": "active",
        "custom_data": None,
        "import_meta": None,
        "created_at": SINCE,
        "updated_at": SINCE,
    }


def _build_trial_price() -> Body:
    trial = {"interval": "day", "frequency": 14, "requires_payment_method": True}
    return _build_price(fixtures.TRIAL_PRICE_ID, "Monthly", "month", 4000) | {
        "description": "Team license, per seat, monthly after 14 days",
        "trial_period": {**trial, "unit_price": None, "unit_price_overrides": []},
    }


def _build_one_off_price() -> Body:
    return _build_price(fixtures.ONE_OFF_PRICE_ID, "Onboarding", "month", 50_000) | {
        "description": "A session for a new team",
        "billing_cycle": None,
        "quantity": {"minimum": 1, "maximum": 10},
    }


def _build_percent_discount() -> Body:
    return _build_discount(fixtures.PERCENT_DISCOUNT_ID) | {
        "description": "Welcome: 20 % off the first three bills",
        "code": fixtures.PERCENT_DISCOUNT_CODE,
        "type": "percentage",
        "amount": "20",
        "recur": True,
        "maximum_recurring_intervals": 3,
    }


def _build_flat_discount() -> Body:
    return _build_discount(fixtures.FLAT_DISCOUNT_ID) | {
        "description": "$10 off the first bill",
        "code": fixtures.FLAT_DISCOUNT_CODE,
        "type": "flat",
        "amount": "1000",
        "currency_code": "USD",
    }


def _build_discount(discount_id: str) -> Body:
    return {
        "id": discount_id,
        "status": "active",
        "description": "",
        "enabled_for_checkout": True,
        "code": None,
        "type": "percentage",
        "mode": "standard",
        "amount": "0",
        "currency_code": None,
        "recur": False,
        "maximum_recurring_intervals": None,
        "usage_limit": None,
        "restrict_to": None,
        "expires_at": None,
        "times_used": 0,
        "discount_group_id": None,
        "custom_data": None,
        "import_meta": None,
        "created_at": SINCE,
        "updated_at": SINCE,
    }


def _build_client_token() -> Body:
    return {
        "id": fixtures.CLIENT_TOKEN_ID,
        "token": fixtures.CLIENT_TOKEN,
        "name": "Licensing portal",
        "description": None,
        "status": "active",
        "created_at": SINCE,
        "updated_at": SINCE,
        "revoked_at": None,
    }
