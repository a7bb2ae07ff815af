"""One arithmetic: a preview, a checkout and its bills agree, in every currency and place."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from paddle_billing.Entities.PricingPreviews import (  # type: ignore[import-untyped]
    PricePreviewItem,
)
from paddle_billing.Entities.Shared import (  # type: ignore[import-untyped]
    AddressPreview,
    CountryCode,
    CurrencyCode,
)
from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionProrationBillingMode,
)
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from paddle_billing.Resources.PricingPreviews.Operations import (  # type: ignore[import-untyped]
    PreviewPrice,
)
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    ListSubscriptions,
    SubscriptionIncludes,
    UpdateSubscription,
)
from paddle_billing.Resources.Subscriptions.Operations.Update import (  # type: ignore[import-untyped]
    SubscriptionDiscount,
    SubscriptionUpdateItem,
)
from paddle_billing.Resources.Transactions.Operations import (  # type: ignore[import-untyped]
    CreateTransaction,
)
from paddle_billing.Resources.Transactions.Operations.Create import (  # type: ignore[import-untyped]
    TransactionCreateItem,
)

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from tests.simulators.conftest import Buyer

MONTHLY, YEARLY = fixtures.MONTHLY_PRICE_ID, fixtures.YEARLY_PRICE_ID
NAMES = ("subtotal", "discount", "tax", "total")
NEXT = [SubscriptionIncludes.NextTransaction]


@pytest.mark.parametrize("discount_id", [None, fixtures.PERCENT_DISCOUNT_ID])
@pytest.mark.parametrize("price_id", [MONTHLY, YEARLY])
@pytest.mark.parametrize(
    ("country", "postal_code", "rate"),
    [
        ("US", "10021", "0.08875"), ("US", "94105", "0"), ("DE", "10115", "0.19"),
        ("FR", None, "0.2"), ("PL", None, "0.23"), ("FI", None, "0.255"), ("JP", None, "0.1"),
    ],
)  # fmt: skip
async def test_a_price_preview_is_what_the_checkout_charges(
    paddle, buyer: Buyer, country, postal_code, rate, price_id, discount_id
):
    wanted: dict[str, Any] = {"discount_id": discount_id} if discount_id else {}
    preview = await paddle(
        lambda client: client.pricing_previews.preview_prices(
            PreviewPrice(
                items=[PricePreviewItem(price_id, 7)],
                address=AddressPreview(postal_code, CountryCode(country)),
                **wanted,
            )
        )
    )
    [line] = preview.details.line_items
    assert line.tax_rate == rate
    address = {"country_code": country, "postal_code": postal_code}
    checkout = await buyer.open(
        items=[{"price_id": price_id, "quantity": 7}],
        customer={"email": buyer.email, "address": address},
        **wanted,
    )
    shown = {name: round(checkout["totals"][name] * 100) for name in NAMES}
    assert shown == {name: int(getattr(line.totals, name)) for name in NAMES}


@pytest.mark.parametrize(
    ("currency", "unit", "shown"),
    [("EUR", "3680", "€36.80"), ("JPY", "6000", "¥6,000"), ("USD", "4000", "$40.00")],
)
async def test_a_preview_in_another_currency(paddle, currency, unit, shown):
    preview = await paddle(
        lambda client: client.pricing_previews.preview_prices(
            PreviewPrice(items=[PricePreviewItem(MONTHLY, 3)], currency_code=CurrencyCode(currency))
        )
    )
    [line] = preview.details.line_items
    assert preview.currency_code == currency
    assert (line.unit_totals.subtotal, line.formatted_unit_totals.subtotal) == (unit, shown)
    assert line.totals.total == str(3 * int(unit))


async def test_a_subscription_stays_in_the_currency_in_which_it_was_bought(
    paddle, buyer: Buyer, control
):
    opened = await buyer.open()
    customer = opened["customer"]
    made = await paddle(
        lambda client: client.transactions.create(
            CreateTransaction(
                items=[TransactionCreateItem(MONTHLY, 5)],
                customer_id=customer["id"],
                address_id=customer["address"]["id"],
                currency_code=CurrencyCode("JPY"),
            )
        )
    )
    assert (made.currency_code, made.details.totals.subtotal) == ("JPY", "30000")
    paid = await buyer.buy(transaction_id=made.id)
    # Yen have no hundredths.
    assert (paid["totals"]["subtotal"], paid["items"][0]["unit_price"]) == (30000.0, 6000.0)
    [subscription] = await subscriptions(paddle, paid)
    assert subscription.currency_code == "JPY"
    changed = await paddle(
        lambda client: client.subscriptions.update(
            subscription.id,
            UpdateSubscription(
                items=[SubscriptionUpdateItem(MONTHLY, 6)],
                proration_billing_mode=SubscriptionProrationBillingMode.ProratedImmediately,
            ),
        )
    )
    shown = await paddle(lambda client: client.subscriptions.get(changed.id, NEXT))
    assert shown.next_transaction.details.totals.subtotal == "36000"
    assert shown.next_transaction.details.totals.currency_code == "JPY"


async def test_a_flat_discount_is_for_its_own_currency(paddle):
    async def preview(currency: str) -> Any:
        return await paddle(
            lambda client: client.pricing_previews.preview_prices(
                PreviewPrice(
                    items=[PricePreviewItem(MONTHLY, 1)],
                    currency_code=CurrencyCode(currency),
                    discount_id=fixtures.FLAT_DISCOUNT_ID,
                )
            )
        )

    assert (await preview("USD")).details.line_items[0].totals.discount == "1000"
    with pytest.raises(ApiError) as refused:
        await preview("EUR")
    assert refused.value.error_code == "transaction_discount_not_eligible"


async def test_a_discount_is_used_as_often_as_it_may_be_and_no_more(
    paddle, buyer: Buyer, new_discount
):
    """Both checkouts were opened while one use was left."""
    discount = await new_discount(usage_limit=1)
    options: dict[str, Any] = {
        "items": [{"price_id": MONTHLY, "quantity": 2}],
        "address": {"country_code": "US", "postal_code": "10021"},
        "discount_code": discount["code"].lower(),
    }
    opened = [
        await buyer.open(customer={"email": f"{number}-{buyer.email}"}, **options)
        for number in range(2)
    ]
    card = {
        "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2090,
        "security_code": "123", "name": "Pat Doe",
    }  # fmt: skip
    answers = await asyncio.gather(
        *[buyer.call("POST", f"/checkouts/{one['id']}/pay", {"card": card}) for one in opened]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 400]
    refused = next(answer for answer in answers if answer.status_code == 400)
    assert refused.json()["error"]["code"] == "discount_usage_limit_exceeded"
    left = await paddle(lambda client: client.discounts.get(discount["id"]))
    assert (left.times_used, left.status) == (1, "used")


async def test_a_discount_that_ends_before_the_payment_is_refused(buyer: Buyer, new_discount):
    ends = (clock.now() + timedelta(minutes=5)).isoformat()
    discount = await new_discount(expires_at=ends)
    opened = await buyer.open(
        items=[{"price_id": MONTHLY, "quantity": 2}],
        customer={"email": buyer.email, "address": {"country_code": "FR"}},
        discount_id=discount["id"],
    )
    clock.advance_clock(timedelta(minutes=6))
    again = await buyer.call("PATCH", f"/checkouts/{opened['id']}", {"discount_code": None})
    assert again.json()["data"]["checkout"]["totals"]["discount"] == 0
    late = await buyer.call("PATCH", f"/checkouts/{opened['id']}", {"discount_id": discount["id"]})
    assert late.json()["error"]["code"] == "transaction_discount_not_eligible"


async def test_a_discount_for_one_bill_reduces_one_bill_of_a_subscription(
    paddle, buyer: Buyer, new_discount, control
):
    [subscription] = await subscriptions(paddle, await buyer.buy())
    discount = await new_discount(recur=False, maximum_recurring_intervals=None)
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(discount=SubscriptionDiscount(discount["id"], "immediately"))
        )
    )  # fmt: skip
    used = await paddle(lambda client: client.discounts.get(discount["id"]))
    assert used.times_used == 1
    clock.advance_clock(timedelta(days=32))
    await control(action="run_due")
    shown = await paddle(lambda client: client.subscriptions.get(subscription.id, NEXT))
    assert shown.next_transaction.details.totals.discount == "0"


async def subscriptions(paddle: Any, checkout: dict[str, Any]) -> list[Any]:
    wanted = ListSubscriptions(customer_ids=[checkout["customer"]["id"]])
    found: list[Any] = await paddle(lambda client: list(client.subscriptions.list(wanted)))
    return found
