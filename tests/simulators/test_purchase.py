"""A first payment in the browser: what is stored, what is announced, what a refusal leaves."""

import asyncio

import httpx

from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER
from tests.simulators.conftest import CHALLENGED_CARD, DECLINED_CARD


async def test_a_purchase_becomes_a_subscription_and_says_so_in_order(
    buyer, receiver, run_jobs, paddle
):
    checkout = await buyer.open(
        items=[{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 10}],
        customer={"email": buyer.email},
        address={"country_code": "US", "postal_code": "10021"},
        custom_data={"overwrite": "AAAA-BBBB"},
    )
    assert checkout["totals"] == {
        "subtotal": 400.0, "discount": 0.0, "tax": 35.5, "total": 435.5,
        "credit": 0.0, "balance": 435.5,
    }  # fmt: skip
    paid = await buyer.pay(checkout["id"])
    assert (paid["outcome"], paid["checkout"]["status"]) == ("completed", "completed")
    await run_jobs()
    customer_id = checkout["customer"]["id"]
    assert receiver.types(customer_id) == [
        "customer.created",
        "address.created",
        "transaction.created",
        "transaction.ready",
        "payment_method.saved",
        "transaction.updated",
        "transaction.paid",
        "subscription.created",
        "subscription.activated",
        "transaction.updated",
        "transaction.updated",
        "transaction.completed",
    ]
    by_type = {event["event_type"]: event["data"] for event in receiver.about(customer_id)}
    created, completed = by_type["subscription.created"], by_type["transaction.completed"]
    assert created["transaction_id"] == completed["id"] == checkout["transaction_id"]
    assert "transaction_id" not in by_type["subscription.activated"]
    assert created["custom_data"] == completed["custom_data"] == {"overwrite": "AAAA-BBBB"}
    assert completed["subscription_id"] == created["id"]
    assert completed["invoice_number"]
    assert by_type["transaction.paid"]["subscription_id"] is None
    stored = await paddle(lambda client: client.subscriptions.get(created["id"]))
    assert (stored.status, stored.items[0].quantity) == ("active", 10)


async def test_a_declined_card_leaves_the_transaction_ready_for_another_try(
    buyer, receiver, run_jobs
):
    checkout = await buyer.open()
    declined = await buyer.pay(checkout["id"], DECLINED_CARD)
    assert (declined["outcome"], declined["error_code"]) == ("declined", "declined")
    await run_jobs()
    failed = receiver.about(checkout["customer"]["id"])[-1]
    assert failed["event_type"] == "transaction.payment_failed"
    assert failed["data"]["status"] == "ready"
    attempt = failed["data"]["payments"][0]
    assert (attempt["status"], attempt["error_code"]) == ("error", "declined")
    assert attempt["method_details"]["card"]["last4"] == "0002"
    assert (await buyer.pay(checkout["id"]))["outcome"] == "completed"


async def test_a_card_that_asks_the_bank_is_paid_only_once_the_buyer_approves(buyer):
    checkout = await buyer.open()
    path = f"/checkouts/{checkout['id']}/authenticate"
    assert (await buyer.call("POST", path, {"approved": True})).status_code == 409
    assert (await buyer.pay(checkout["id"], CHALLENGED_CARD))["outcome"] == "action_required"
    refused = (await buyer.call("POST", path, {"approved": False})).json()["data"]
    assert (refused["outcome"], refused["error_code"]) == ("declined", "authentication_failed")
    await buyer.pay(checkout["id"], CHALLENGED_CARD)
    approved = (await buyer.call("POST", path, {"approved": True})).json()["data"]
    assert approved["outcome"] == "completed"


async def test_the_next_payment_can_be_made_to_fail_with_a_chosen_code(buyer, control):
    checkout = await buyer.open()
    await control(switch="payment.error", value="not_enough_balance")
    assert (await buyer.pay(checkout["id"]))["error_code"] == "not_enough_balance"
    assert (await buyer.pay(checkout["id"]))["outcome"] == "completed"


async def test_a_paid_transaction_cannot_be_paid_or_opened_again(buyer):
    paid = await buyer.buy()
    again = await buyer.call("POST", f"/checkouts/{paid['id']}/authenticate", {"approved": True})
    assert again.status_code == 422
    assert again.json()["error"]["code"] == "transaction_not_ready_cannot_process_payment"
    opened = await buyer.call("POST", "/checkouts", {"transaction_id": paid["transaction_id"]})
    assert opened.status_code == 422


async def test_two_payments_at_once_take_the_money_once(buyer):
    checkout = await buyer.open()
    card = {
        "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2090,
        "security_code": "123", "name": "Pat Doe",
    }  # fmt: skip
    path = f"/checkouts/{checkout['id']}/pay"
    answers = await asyncio.gather(*[buyer.call("POST", path, {"card": card}) for _ in range(4)])
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]


async def test_prefill_that_is_wrong_is_a_warning_and_an_unknown_id_an_error(buyer):
    items = [{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 1}]
    wrong = await buyer.call(
        "POST", "/checkouts", {"items": items, "customer": {"email": "not an address"}}
    )
    data = wrong.json()["data"]
    assert data["warnings"] == [{"field": "customer.email", "message": "is not an email address"}]
    assert (data["checkout"]["status"], data["checkout"]["customer"]) == ("draft", None)
    unknown = {"items": items, "customer": {"id": "ctm_00000000000000000000000000"}}
    assert (await buyer.call("POST", "/checkouts", unknown)).status_code == 404
    both = {"items": items, "transaction_id": "txn_00000000000000000000000000"}
    assert (await buyer.call("POST", "/checkouts", both)).status_code == 400


async def test_the_buyer_fills_in_who_and_where_and_changes_seats_and_discount(buyer):
    checkout = await buyer.open(items=[{"price_id": fixtures.YEARLY_PRICE_ID, "quantity": 2}])
    path = f"/checkouts/{checkout['id']}"
    changed = await buyer.call(
        "PATCH",
        path,
        {
            "email": buyer.email,
            "address": {"country_code": "DE", "postal_code": "10115"},
            "items": [{"price_id": fixtures.YEARLY_PRICE_ID, "quantity": 3}],
            "discount_code": fixtures.PERCENT_DISCOUNT_CODE.lower(),
        },
    )
    view = changed.json()["data"]["checkout"]
    assert view["status"] == "ready"
    assert view["totals"] == {
        "subtotal": 1200.0, "discount": 240.0, "tax": 182.4, "total": 1142.4,
        "credit": 0.0, "balance": 1142.4,
    }  # fmt: skip
    unknown = await buyer.call("PATCH", path, {"discount_code": "NOPE"})
    assert unknown.json()["error"]["code"] == "transaction_discount_not_found"
    without = await buyer.call("PATCH", path, {"discount_code": None})
    assert without.json()["data"]["checkout"]["totals"]["discount"] == 0.0


async def test_only_the_client_token_opens_a_checkout_and_it_opens_nothing_else(
    client: httpx.AsyncClient,
):
    for headers, status, code in [
        ({}, 401, "authentication_missing"),
        ({"authorization": "Basic x"}, 401, "authentication_malformed"),
        ({"authorization": f"Bearer {PROVIDER.api_key}"}, 403, "forbidden"),
    ]:
        answer = await client.post("/sim/checkout/client/checkouts", json={}, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    token = {"authorization": f"Bearer {fixtures.CLIENT_TOKEN}"}
    answer = await client.get("/sim/checkout/api/customers", headers=token)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
