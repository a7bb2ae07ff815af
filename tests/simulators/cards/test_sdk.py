"""Every call behind the billing widgets, through the provider's official SDK."""

from typing import Any
from uuid import uuid4

import pytest
import stripe

from gatehouse_simulators.cards import fixtures
from tests.conftest import CARD_PROVIDER
from tests.pdf import read_pages
from tests.simulators.cards.conftest import ASKED_ON_SETUP, DECLINED_CARD, TEAM

# What the SDK's types have and the provider sends only when asked, or only for other accounts.
NOT_SENT = {
    "OBJECT_NAME", "deleted", "customer_account", "managed_payments", "allowed_payment_method_types",
    "business_name", "cash_balance", "individual_name", "invoice_credit_balance", "sources",
    "subscriptions", "tax", "tax_ids", "radar_options", "attach_to_self", "tax_details",
    "currency_options", "tiers", "presentment_details", "status_details", "current_trial",
    "billed_until", "confirmation_secret", "payments", "hooks", "payment_details", "payment_record",
    "account", "context",
}  # fmt: skip


def missing_fields(thing: Any, *also: str) -> set[str]:
    """Documented fields of this kind that the simulator left out."""
    documented = {name for name in type(thing).__annotations__ if not name.startswith("_")}
    return documented - NOT_SENT - set(also) - set(thing.to_dict())


async def test_a_customer_is_made_read_changed_and_deleted(provider):
    made = await provider(
        lambda stripe: stripe.v1.customers.create(
            {"email": "ada@example.com", "name": "Acme", "metadata": {"tenant": "1"}}
        )
    )
    assert made.id.startswith("cus_")
    assert missing_fields(made) == set()
    changed = await provider(
        lambda stripe: stripe.v1.customers.update(
            made.id, {"email": "bob@example.com", "metadata": {"other": "2"}, "name": ""}
        )
    )
    assert (changed.email, changed.name) == ("bob@example.com", None)
    read = await provider(lambda stripe: stripe.v1.customers.retrieve(made.id))
    assert read.metadata.to_dict() == {"tenant": "1", "other": "2"}
    await provider(lambda stripe: stripe.v1.customers.delete(made.id))
    gone = await provider(lambda stripe: stripe.v1.customers.retrieve(made.id))
    assert gone.deleted is True


async def test_customers_are_found_by_address_page_by_page(provider):
    email = f"{uuid4().hex}@example.com"
    made = [
        (await provider(lambda stripe: stripe.v1.customers.create({"email": email}))).id
        for _ in range(3)
    ]
    first = await provider(lambda stripe: stripe.v1.customers.list({"email": email, "limit": 2}))
    assert [each.id for each in first.data] == [made[2], made[1]]
    assert first.has_more
    rest = await provider(
        lambda stripe: stripe.v1.customers.list({"email": email, "starting_after": made[1]})
    )
    assert [each.id for each in rest.data] == [made[0]]
    assert not rest.has_more
    before = await provider(
        lambda stripe: stripe.v1.customers.list({"email": email, "ending_before": made[0]})
    )
    assert [each.id for each in before.data] == [made[2], made[1]]
    every = await provider(
        lambda stripe: [
            each.id
            for each in stripe.v1.customers.list({"email": email, "limit": 1}).auto_paging_iter()
        ]
    )
    assert every == made[::-1]


async def test_a_card_is_saved_through_a_setup_intent(provider, account, browser):
    intent = await provider(
        lambda stripe: stripe.v1.setup_intents.create(
            {
                "customer": account.id,
                "automatic_payment_methods": {"enabled": True},
                "usage": "off_session",
            }
        )
    )
    assert missing_fields(intent) == set()
    assert intent.client_secret.startswith(f"{intent.id}_secret_")
    assert intent.status == "requires_payment_method"
    answer = await browser.confirm(intent)
    assert answer.status_code == 200
    assert "metadata" not in answer.json()  # a browser is not told what is the vendor's
    intent = await provider(
        lambda stripe: stripe.v1.setup_intents.retrieve(intent.id, {"expand": ["payment_method"]})
    )
    assert intent.status == "succeeded"
    card = intent.payment_method.card
    assert (card.brand, card.last4, card.exp_month) == ("visa", "4242", 12)
    assert intent.payment_method.customer == account.id


async def test_a_canceled_intent_saves_nothing(provider, account, browser):
    intent = await provider(lambda stripe: stripe.v1.setup_intents.create({"customer": account.id}))
    canceled = await provider(lambda stripe: stripe.v1.setup_intents.cancel(intent.id))
    assert canceled.status == "canceled"
    answer = await browser.confirm(intent)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "setup_intent_unexpected_state"


async def test_a_browser_needs_the_secret_of_the_intent(provider, account, browser):
    intent = await provider(lambda stripe: stripe.v1.setup_intents.create({"customer": account.id}))
    answer = await browser.confirm(intent, client_secret=f"{intent.id}_secret_wrong")
    assert answer.status_code == 404
    left = await browser.http.get(
        f"{fixtures.API_PATH}/v1/setup_intents/{intent.id}",
        headers={"authorization": f"Bearer {CARD_PROVIDER.publishable_key}"},
    )
    assert left.status_code == 400


async def test_a_declined_card_is_a_card_error_and_kept_in_the_intent(provider, account, browser):
    intent = await provider(lambda stripe: stripe.v1.setup_intents.create({"customer": account.id}))
    answer = await browser.confirm(intent, DECLINED_CARD)
    assert answer.status_code == 402
    error = answer.json()["error"]
    assert (error["type"], error["code"]) == ("card_error", "card_declined")
    assert error["decline_code"] == "generic_decline"
    intent = await provider(lambda stripe: stripe.v1.setup_intents.retrieve(intent.id))
    assert intent.status == "requires_payment_method"
    assert intent.last_setup_error.code == "card_declined"


@pytest.mark.parametrize("approved", [True, False])
async def test_a_bank_asks_the_owner_of_the_card(provider, account, browser, approved):
    intent = await provider(lambda stripe: stripe.v1.setup_intents.create({"customer": account.id}))
    answer = await browser.confirm(intent, ASKED_ON_SETUP)
    assert answer.json()["status"] == "requires_action"
    assert answer.json()["next_action"]["type"] == "use_stripe_sdk"
    await browser.answer_bank(intent, approved=approved)
    intent = await provider(lambda stripe: stripe.v1.setup_intents.retrieve(intent.id))
    assert intent.status == ("succeeded" if approved else "requires_payment_method")
    if not approved:
        assert intent.last_setup_error.code == "setup_intent_authentication_failure"


async def test_payment_methods_are_listed_changed_and_detached(provider, account):
    method_id = await account.save_card()
    assert (await account.read()).invoice_settings.default_payment_method == method_id
    for listed in (
        await provider(
            lambda stripe: stripe.v1.payment_methods.list({"customer": account.id, "type": "card"})
        ),
        await provider(
            lambda stripe: stripe.v1.customers.payment_methods.list(account.id, {"type": "card"})
        ),
    ):
        assert [each.id for each in listed.data] == [method_id]
    changed = await provider(
        lambda stripe: stripe.v1.payment_methods.update(
            method_id,
            {
                "billing_details": {
                    "email": "bills@example.com",
                    "address": {"line1": "1 Main St", "country": "US", "postal_code": "10001"},
                }
            },
        )
    )
    assert changed.billing_details.address.line1 == "1 Main St"
    assert changed.billing_details.name == "Pat Doe"
    read = await provider(lambda stripe: stripe.v1.payment_methods.retrieve(method_id))
    assert read.billing_details.email == "bills@example.com"
    detached = await provider(lambda stripe: stripe.v1.payment_methods.detach(method_id))
    assert detached.customer is None
    assert (await account.read()).invoice_settings.default_payment_method is None
    listed = await provider(lambda stripe: stripe.v1.payment_methods.list({"customer": account.id}))
    assert listed.data == []


async def test_a_named_test_card_is_attached(provider, refused, account):
    attached = await provider(
        lambda stripe: stripe.v1.payment_methods.attach("pm_card_visa", {"customer": account.id})
    )
    assert attached.customer == account.id
    error = await refused(
        lambda stripe: stripe.v1.payment_methods.attach(
            "pm_card_chargeDeclined", {"customer": account.id}
        )
    )
    assert isinstance(error, stripe.CardError)
    other = await refused(
        lambda stripe: stripe.v1.customers.update(
            account.id, {"invoice_settings": {"default_payment_method": "pm_1nothere"}}
        )
    )
    assert other.http_status == 400
    assert other.param == "invoice_settings[default_payment_method]"


async def test_plans_are_prices_with_their_products(provider):
    page = await provider(
        lambda stripe: stripe.v1.prices.list(
            {"active": True, "limit": 100, "expand": ["data.product"]}
        )
    )
    known = {price.id: price for price in page.data}
    team = known[TEAM]
    assert missing_fields(team) == set()
    assert missing_fields(team.product) == set()
    assert (team.product.name, team.unit_amount, team.currency) == ("Team", 1200, "usd")
    assert (team.recurring.interval, team.recurring.interval_count) == ("month", 1)
    trial = known[fixtures.TRIAL_MONTHLY_PRICE_ID]
    assert (trial.product.name, trial.unit_amount) == ("Free trial", 0)
    yearly = await provider(
        lambda stripe: stripe.v1.prices.retrieve(fixtures.BUSINESS_YEARLY_PRICE_ID)
    )
    assert (yearly.product, yearly.recurring.interval) == (fixtures.BUSINESS_PRODUCT_ID, "year")
    products = await provider(lambda stripe: stripe.v1.products.list({"active": True}))
    assert {each.name for each in products.data} >= {"Free trial", "Team", "Business"}


async def test_a_subscription_and_its_invoice_have_every_field(provider, account):
    await account.save_card()
    subscription = await account.subscribe(quantity=3, expand=["latest_invoice.payments"])
    assert missing_fields(subscription) == set()
    item = subscription["items"].data[0]
    assert missing_fields(item) == set()
    assert (subscription.status, item.quantity, item.price.id) == ("active", 3, TEAM)
    assert item.current_period_end > item.current_period_start
    invoice = subscription.latest_invoice
    assert missing_fields(invoice, "amount_paid_off_stripe") == set()
    assert missing_fields(invoice.lines.data[0]) == set()
    assert (invoice.status, invoice.total, invoice.amount_paid) == ("paid", 3600, 3600)
    assert invoice.billing_reason == "subscription_create"
    assert invoice.parent.subscription_details.subscription == subscription.id
    assert invoice.status_transitions.paid_at
    intent_id = invoice.payments.data[0].payment.payment_intent
    intent = await provider(lambda stripe: stripe.v1.payment_intents.retrieve(intent_id))
    assert missing_fields(intent) == set()
    assert (intent.status, intent.amount) == ("succeeded", 3600)


async def test_subscriptions_are_listed_by_customer_and_status(provider, account):
    await account.save_card()
    kept, ended = await account.subscribe(), await account.subscribe(fixtures.TEAM_YEARLY_PRICE_ID)
    await provider(lambda stripe: stripe.v1.subscriptions.cancel(ended.id))
    for status, expected in [
        (None, [kept.id]),
        ("all", [ended.id, kept.id]),
        ("canceled", [ended.id]),
        ("ended", [ended.id]),
        ("trialing", []),
    ]:
        wanted = {"customer": account.id} | ({"status": status} if status else {})
        page = await provider(lambda stripe, by=wanted: stripe.v1.subscriptions.list(by))
        assert [each.id for each in page.data] == expected
    by_price = await provider(
        lambda stripe: stripe.v1.subscriptions.list({"customer": account.id, "price": TEAM})
    )
    assert [each.id for each in by_price.data] == [kept.id]


async def test_invoices_are_listed_and_open_as_pdf(provider, account, client):
    await account.save_card()
    subscription = await account.subscribe()
    page = await provider(
        lambda stripe: stripe.v1.invoices.list(
            {"customer": account.id, "subscription": subscription.id, "status": "paid"}
        )
    )
    [invoice] = page.data
    read = await provider(lambda stripe: stripe.v1.invoices.retrieve(invoice.id))
    assert read.number == invoice.number
    pdf = await client.get(read.invoice_pdf)
    assert pdf.status_code == 200
    assert pdf.content.startswith(b"%PDF-1.4")
    assert read_pages(pdf.content)[0][0] == f"Invoice {invoice.number}"
    shown = await client.get(read.hosted_invoice_url)
    assert f"Invoice {invoice.number}" in shown.text
    link = read.invoice_pdf.partition("?")
    assert (await client.get(f"{link[0]}?expires=9999999999&signature=00")).status_code == 404


async def test_events_tell_what_happened(provider, account):
    await account.change(name="Other")
    page = await provider(
        lambda stripe: stripe.v1.events.list({"types": ["customer.updated"], "limit": 100})
    )
    event = next(each for each in page.data if each.data.object.id == account.id)
    assert missing_fields(event) == set()
    assert event.data.previous_attributes.to_dict() == {"name": "Acme"}
    assert event.request.id.startswith("req_")
    read = await provider(lambda stripe: stripe.v1.events.retrieve(event.id))
    assert read.type == "customer.updated"
    newer = await provider(
        lambda stripe: stripe.v1.events.list(
            {"type": "customer.updated", "ending_before": event.id}
        )
    )
    assert event.id not in [each.id for each in newer.data]
