"""What a subscription does: begin, change, be previewed, end."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import stripe

from gatehouse.kit import clock
from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.ids import from_unix
from tests.simulators.cards.conftest import ASKED_ALWAYS, DECLINED_LATER, TEAM

BUSINESS = fixtures.BUSINESS_MONTHLY_PRICE_ID
YEARLY = fixtures.TEAM_YEARLY_PRICE_ID


def amounts(invoice: Any) -> list[int]:
    return [line.amount for line in invoice.lines.data]


def start_of(subscription: Any) -> int:
    starts: int = subscription["items"].data[0].current_period_start
    return starts


def end_of(subscription: Any) -> int:
    ends: int = subscription["items"].data[0].current_period_end
    return ends


@pytest.fixture
def halfway(at):
    """Moves the clock to the middle of the subscription's period."""

    async def move(subscription):
        await at(from_unix((start_of(subscription) + end_of(subscription)) // 2))

    return move


async def test_without_a_card_nothing_is_sold(refused, account):
    error = await refused(
        lambda stripe: stripe.v1.subscriptions.create(
            {"customer": account.id, "items": [{"price": TEAM}]}
        )
    )
    assert (error.http_status, error.code) == (400, "resource_missing")
    assert await account.invoices() == []


async def test_a_trial_needs_no_card_and_costs_nothing(account):
    subscription = await account.subscribe(fixtures.TRIAL_MONTHLY_PRICE_ID, trial_from_plan=True)
    assert subscription.status == "trialing"
    assert subscription.trial_end - subscription.trial_start == fixtures.TRIAL_DAYS * 86_400
    assert end_of(subscription) == subscription.trial_end
    [invoice] = await account.invoices()
    assert (invoice.status, invoice.total, invoice.billing_reason) == (
        "paid",
        0,
        "subscription_create",
    )


@pytest.mark.parametrize("number", [DECLINED_LATER, ASKED_ALWAYS])
async def test_a_declined_first_payment_leaves_it_incomplete_until_it_expires(account, at, number):
    await account.save_card(number)
    subscription = await account.subscribe(expand=["latest_invoice.confirmation_secret"])
    assert subscription.status == "incomplete"
    invoice = subscription.latest_invoice
    assert (invoice.status, invoice.attempt_count) == ("open", 1)
    assert invoice.confirmation_secret.client_secret.startswith("pi_")
    await at(clock.now() + timedelta(hours=24))
    assert (await account.subscription(subscription.id)).status == "incomplete_expired"
    [invoice] = await account.invoices()
    assert invoice.status == "void"


async def test_an_incomplete_one_begins_when_its_invoice_is_paid(provider, refused, account):
    await account.save_card(DECLINED_LATER)
    subscription = await account.subscribe()
    error = await refused(lambda stripe: stripe.v1.invoices.pay(subscription.latest_invoice))
    assert isinstance(error, stripe.CardError)
    await account.save_card()
    paid = await provider(lambda stripe: stripe.v1.invoices.pay(subscription.latest_invoice))
    assert (paid.status, paid.attempt_count, paid.amount_remaining) == ("paid", 3, 0)
    assert (await account.subscription(subscription.id)).status == "active"


async def test_a_payment_that_must_succeed_or_nothing_happens(refused, account):
    await account.save_card(DECLINED_LATER)
    error = await refused(
        lambda stripe: stripe.v1.subscriptions.create(
            {
                "customer": account.id,
                "items": [{"price": TEAM}],
                "payment_behavior": "error_if_incomplete",
            }
        )
    )
    assert (error.http_status, error.code) == (402, "card_declined")
    assert await account.invoices() == []


async def test_more_seats_are_billed_for_the_rest_of_the_period(provider, account, halfway):
    await account.save_card()
    subscription = await account.subscribe(quantity=2)
    await halfway(subscription)
    date = int(clock.now().timestamp())
    items = [account.item(subscription, quantity=5)]
    preview = await provider(
        lambda stripe: stripe.v1.invoices.create_preview(
            {
                "customer": account.id,
                "subscription": subscription.id,
                "subscription_details": {
                    "items": items,
                    "proration_behavior": "always_invoice",
                    "proration_date": date,
                },
            }
        )
    )
    assert amounts(preview) == [-1200, 3000]
    assert (preview.total, preview.amount_due, preview.billing_reason) == (1800, 1800, "upcoming")
    assert all(line.parent.subscription_item_details.proration for line in preview.lines.data)
    assert len(await account.invoices()) == 1  # nothing is written
    clock.advance_clock(timedelta(minutes=10))
    changed = await account.update(
        subscription, items=items, proration_behavior="always_invoice", proration_date=date
    )
    assert changed["items"].data[0].quantity == 5
    assert end_of(changed) == end_of(subscription)
    invoice = (await account.invoices())[0]
    assert changed.latest_invoice == invoice.id
    assert (invoice.total, invoice.status) == (preview.total, "paid")
    assert invoice.billing_reason == "subscription_update"


async def test_fewer_seats_are_a_credit_for_the_next_invoice(account, halfway, at):
    await account.save_card()
    subscription = await account.subscribe(quantity=4)
    await halfway(subscription)
    items = [account.item(subscription, quantity=1)]
    await account.update(subscription, items=items, proration_behavior="always_invoice")
    credit = (await account.invoices())[0]
    assert (credit.total, credit.amount_due, credit.status) == (-1800, 0, "paid")
    assert (await account.read()).balance == -1800
    await at(from_unix(end_of(subscription)))
    renewal = (await account.invoices())[0]
    assert (renewal.total, renewal.starting_balance, renewal.amount_due) == (1200, -1800, 0)
    assert (await account.read()).balance == -600


async def test_by_default_a_difference_waits_for_the_renewal(provider, account, halfway, at):
    await account.save_card()
    subscription = await account.subscribe()
    await halfway(subscription)
    await account.update(subscription, items=[account.item(subscription, price=BUSINESS)])
    assert len(await account.invoices()) == 1
    upcoming = await provider(
        lambda stripe: stripe.v1.invoices.create_preview({"subscription": subscription.id})
    )
    assert amounts(upcoming) == [-600, 1500, 3000]
    await at(from_unix(end_of(subscription)))
    renewal = (await account.invoices())[0]
    assert amounts(renewal) == [-600, 1500, 3000]
    assert (renewal.billing_reason, renewal.total) == ("subscription_cycle", 3900)


async def test_without_proration_only_the_renewal_changes(account, halfway, at):
    await account.save_card()
    subscription = await account.subscribe()
    await halfway(subscription)
    items = [account.item(subscription, quantity=3)]
    await account.update(subscription, items=items, proration_behavior="none")
    await at(from_unix(end_of(subscription)))
    assert [invoice.total for invoice in await account.invoices()] == [3600, 1200]


async def test_another_interval_begins_anew_at_once(account, halfway):
    await account.save_card()
    subscription = await account.subscribe()
    await halfway(subscription)
    now = int(clock.now().timestamp())
    changed = await account.update(subscription, items=[account.item(subscription, price=YEARLY)])
    assert start_of(changed) == pytest.approx(now, abs=5)
    assert 364 * 86_400 < end_of(changed) - start_of(changed) < 367 * 86_400
    invoice = (await account.invoices())[0]
    assert amounts(invoice) == [-600, 12000]
    assert (invoice.status, invoice.amount_paid) == ("paid", 11400)


async def test_a_trial_is_ended_by_hand(account):
    await account.save_card()
    subscription = await account.subscribe(trial_period_days=30)
    changed = await account.update(subscription, trial_end="now")
    assert changed.status == "active"
    assert [invoice.total for invoice in await account.invoices()] == [1200, 0]


@pytest.mark.parametrize(
    ("behavior", "status", "quantity"),
    [("allow_incomplete", "past_due", 5), ("pending_if_incomplete", "active", 1)],
)
async def test_a_declined_change(provider, account, halfway, behavior, status, quantity):
    await account.save_card()
    subscription = await account.subscribe()
    await halfway(subscription)
    await account.save_card(DECLINED_LATER)
    changed = await account.update(
        subscription,
        items=[account.item(subscription, quantity=5)],
        proration_behavior="always_invoice",
        payment_behavior=behavior,
    )
    assert (changed.status, changed["items"].data[0].quantity) == (status, quantity)
    await account.save_card()
    await provider(lambda stripe: stripe.v1.invoices.pay(changed.latest_invoice))
    after = await account.subscription(subscription.id)
    assert (after.status, after["items"].data[0].quantity) == ("active", 5)
    assert after.pending_update is None


async def test_a_declined_change_that_must_succeed_changes_nothing(refused, account, halfway):
    await account.save_card()
    subscription = await account.subscribe()
    await halfway(subscription)
    await account.save_card(DECLINED_LATER)
    changes = {
        "items": [account.item(subscription, quantity=5)],
        "proration_behavior": "always_invoice",
        "payment_behavior": "error_if_incomplete",
    }
    error = await refused(lambda stripe: stripe.v1.subscriptions.update(subscription.id, changes))
    assert isinstance(error, stripe.CardError)
    after = await account.subscription(subscription.id)
    assert (after.status, after["items"].data[0].quantity) == ("active", 1)
    assert len(await account.invoices()) == 1


async def test_an_end_is_scheduled_taken_back_and_comes(provider, refused, account, at):
    await account.save_card()
    subscription = await account.subscribe()
    ending = await account.update(subscription, cancel_at_period_end=True)
    assert (ending.status, ending.cancel_at) == ("active", end_of(subscription))
    error = await refused(
        lambda stripe: stripe.v1.invoices.create_preview({"subscription": subscription.id})
    )
    assert error.code == "invoice_upcoming_none"
    renewed = await account.update(subscription, cancel_at_period_end=False)
    assert (renewed.cancel_at, renewed.canceled_at) == (None, None)
    await account.update(subscription, cancel_at_period_end=True)
    await at(from_unix(end_of(subscription)))
    ended = await account.subscription(subscription.id)
    assert (ended.status, ended.ended_at) == ("canceled", end_of(subscription))
    assert len(await account.invoices()) == 1
    again = {"cancel_at_period_end": False}
    error = await refused(lambda stripe: stripe.v1.subscriptions.update(subscription.id, again))
    assert error.http_status == 400
    error = await refused(lambda stripe: stripe.v1.subscriptions.cancel(subscription.id))
    assert error.http_status == 404


async def test_an_end_at_once_gives_the_rest_back_when_asked(provider, account, halfway):
    await account.save_card()
    subscription = await account.subscribe()
    await halfway(subscription)
    ended = await provider(
        lambda stripe: stripe.v1.subscriptions.cancel(
            subscription.id, {"invoice_now": True, "prorate": True}
        )
    )
    assert ended.status == "canceled"
    assert (await account.read()).balance == -600


async def test_another_card_is_used_from_then_on(refused, account, at):
    await account.save_card()
    subscription = await account.subscribe()
    declines = await account.save_card(DECLINED_LATER)
    good = await account.save_card()
    changed = await account.update(subscription, default_payment_method=good)
    assert changed.default_payment_method == good
    await account.change(invoice_settings={"default_payment_method": declines})
    await at(from_unix(end_of(subscription)))
    assert (await account.subscription(subscription.id)).status == "active"
    error = await refused(
        lambda stripe: stripe.v1.subscriptions.update(
            subscription.id, {"default_payment_method": "pm_1foreign"}
        )
    )
    assert (error.http_status, error.param) == (400, "default_payment_method")


@pytest.mark.parametrize(
    ("items", "param"),
    [
        ([{"price": TEAM}, {"price": YEARLY}], "items"),
        ([{"price": TEAM}, {"price": TEAM}], "items"),
        ([{"price": TEAM, "quantity": -1}], "items[0][quantity]"),
        ([], "items"),
    ],
)
async def test_items_must_fit_together(refused, account, items, param):
    await account.save_card()
    error = await refused(
        lambda stripe: stripe.v1.subscriptions.create({"customer": account.id, "items": items})
    )
    assert (error.http_status, error.param) == (400, param)


async def test_a_new_subscription_is_previewed(provider, account):
    preview = await provider(
        lambda stripe: stripe.v1.invoices.create_preview(
            {
                "customer": account.id,
                "subscription_details": {"items": [{"price": TEAM, "quantity": 7}]},
            }
        )
    )
    assert (preview.total, preview.currency) == (8400, "usd")
    assert preview.lines.data[0].description == "7 × Team (at $12.00 / month)"


async def test_whole_units_of_a_currency_without_cents(provider, account):
    product = await provider(lambda stripe: stripe.v1.products.create({"name": "Yen"}))
    price = await provider(
        lambda stripe: stripe.v1.prices.create(
            {
                "product": product.id,
                "currency": "jpy",
                "unit_amount": 500,
                "recurring": {"interval": "month"},
            }
        )
    )
    await account.save_card()
    await account.subscribe(price.id, 3)
    [invoice] = await account.invoices()
    assert (invoice.total, invoice.currency) == (1500, "jpy")
    await provider(lambda stripe: stripe.v1.prices.update(price.id, {"active": False}))
    await provider(lambda stripe: stripe.v1.products.update(product.id, {"active": False}))


# What time does: a table of months is in test_periods.py.


async def test_renewals_come_back_to_the_31st(account, at):
    await at(datetime(clock.now().year + 1, 1, 31, 10, tzinfo=UTC))
    await account.save_card()
    subscription = await account.subscribe()
    await at(datetime(clock.now().year, 5, 1, tzinfo=UTC))
    paid = [invoice for invoice in await account.invoices() if invoice.status == "paid"]
    days = [f"{from_unix(invoice.created):%m-%d}" for invoice in reversed(paid)]
    assert days in (["01-31", "02-28", "03-31", "04-30"], ["01-31", "02-29", "03-31", "04-30"])
    assert f"{from_unix(end_of(await account.subscription(subscription.id))):%m-%d}" == "05-31"


async def test_a_trial_ends_in_a_warning_and_a_first_bill(provider, account, at):
    await account.save_card()
    subscription = await account.subscribe(trial_period_days=14)
    await at(from_unix(subscription.trial_end) - timedelta(days=2))
    warned = await provider(
        lambda stripe: stripe.v1.events.list({"type": "customer.subscription.trial_will_end"})
    )
    assert subscription.id in [event.data.object.id for event in warned.data]
    await at(from_unix(subscription.trial_end))
    after = await account.subscription(subscription.id)
    assert (after.status, start_of(after)) == ("active", subscription.trial_end)
    assert [invoice.total for invoice in await account.invoices()] == [1200, 0]


@pytest.mark.parametrize(
    ("behavior", "status"),
    [("cancel", "canceled"), ("pause", "paused"), ("create_invoice", "past_due")],
)
async def test_a_trial_that_ends_without_a_card(provider, account, at, behavior, status):
    subscription = await account.subscribe(
        trial_period_days=1,
        trial_settings={"end_behavior": {"missing_payment_method": behavior}},
    )
    await at(from_unix(subscription.trial_end))
    assert (await account.subscription(subscription.id)).status == status
    if status == "paused":
        await account.save_card()
        resumed = await provider(lambda stripe: stripe.v1.subscriptions.resume(subscription.id))
        assert resumed.status == "active"


async def test_a_card_that_fails_is_tried_again_until_the_subscription_ends(account, at):
    await account.save_card()
    subscription = await account.subscribe()
    await account.save_card(DECLINED_LATER)
    await at(from_unix(end_of(subscription)))
    behind = await account.subscription(subscription.id)
    assert behind.status == "past_due"
    [invoice, _] = await account.invoices()
    assert (invoice.status, invoice.attempt_count) == ("open", 1)
    assert invoice.next_payment_attempt == end_of(subscription) + 3 * 86_400
    await at(from_unix(invoice.next_payment_attempt))
    assert (await account.invoices())[0].attempt_count == 2
    await at(clock.now() + timedelta(days=14))
    ended = await account.subscription(subscription.id)
    assert (ended.status, ended.cancellation_details.reason) == ("canceled", "payment_failed")
    invoice = (await account.invoices())[0]
    assert (invoice.attempt_count, invoice.next_payment_attempt) == (4, None)


async def test_another_card_saves_it_in_time(account, at):
    await account.save_card()
    subscription = await account.subscribe()
    await account.save_card(DECLINED_LATER)
    await at(from_unix(end_of(subscription)))
    await account.save_card()
    await at(clock.now() + timedelta(days=4))
    assert (await account.subscription(subscription.id)).status == "active"
    assert [invoice.status for invoice in await account.invoices()] == ["paid", "paid"]


async def test_a_card_expires(account, at):
    await account.save_card()  # good for eight years
    subscription = await account.subscribe(YEARLY)
    await at(datetime(clock.now().year + 9, 12, 30, tzinfo=UTC))
    ended = await account.subscription(subscription.id)
    assert (ended.status, ended.cancellation_details.reason) == ("canceled", "payment_failed")
    assert len([one for one in await account.invoices() if one.status == "paid"]) >= 8


async def test_a_browser_pays_what_was_begun_without_a_card(provider, account, browser):
    begun = await account.subscribe(
        payment_behavior="default_incomplete",
        payment_settings={"save_default_payment_method": "on_subscription"},
        expand=["latest_invoice.confirmation_secret", "pending_setup_intent"],
    )
    assert (begun.status, begun.pending_setup_intent) == ("incomplete", None)
    secret = begun.latest_invoice.confirmation_secret.client_secret
    path = f"/payment_intents/{secret.split('_secret_')[0]}"
    card = {
        "client_secret": secret,
        "payment_method_data[type]": "card",
        "payment_method_data[card][exp_month]": "12",
        "payment_method_data[card][exp_year]": "2090",
    }
    number = "payment_method_data[card][number]"
    answer = await browser.call(f"{path}/confirm", **card, **{number: "4000000000000002"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (402, "card_declined")
    answer = await browser.call(f"{path}/confirm", **card, **{number: "4000002760003184"})
    assert answer.json()["status"] == "requires_action"
    answer = await browser.call(f"{path}/authenticate", client_secret=secret, approved="true")
    assert answer.json()["status"] == "succeeded"
    after = await account.subscription(begun.id)
    assert after.status == "active"
    method = await provider(
        lambda stripe: stripe.v1.payment_methods.retrieve(after.default_payment_method)
    )
    assert (method.card.last4, method.customer) == ("3184", account.id)
    wrong = await browser.call(f"{path}/confirm", client_secret="pi_1_secret_1")
    assert wrong.status_code == 404


async def test_a_trial_without_a_card_has_an_intent_to_save_one(account, browser):
    begun = await account.subscribe(trial_period_days=9, expand=["pending_setup_intent"])
    answer = await browser.confirm(begun.pending_setup_intent)
    after = await account.subscription(begun.id)
    assert after.default_payment_method == answer.json()["payment_method"]
    assert after.pending_setup_intent is None


async def test_a_payment_that_the_bank_asks_for_is_no_failure_of_the_card(refused, account):
    await account.save_card(ASKED_ALWAYS)
    wanted = {
        "customer": account.id,
        "items": [{"price": TEAM}],
        "payment_behavior": "error_if_incomplete",
    }
    error = await refused(lambda stripe: stripe.v1.subscriptions.create(wanted))
    assert (error.http_status, error.code) == (402, "subscription_payment_intent_requires_action")
