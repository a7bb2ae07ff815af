"""Events that are posted to the receiver, and what goes wrong on their way."""

from datetime import timedelta

import pytest
import stripe

from gatehouse.kit import clock
from gatehouse_simulators.cards.ids import from_unix
from tests.conftest import CARD_PROVIDER
from tests.simulators.cards.conftest import ASKED_ALWAYS, DECLINED_LATER

SECRET = CARD_PROVIDER.webhook_secret


def verified(request: tuple[dict[str, str], bytes]) -> stripe.Event:
    """As the vendor's receiver does it, with the official SDK."""
    headers, body = request
    event: stripe.Event = stripe.Webhook.construct_event(body, headers["stripe-signature"], SECRET)
    return event


@pytest.fixture
def renamed(account, run_jobs):
    """Something happens to the account, and is carried out."""

    async def rename(name):
        await account.change(name=name)
        await run_jobs()

    return rename


@pytest.fixture
async def quiet(account, run_jobs, receiver):
    """What the making of the account announced has arrived."""
    await run_jobs()
    receiver.requests.clear()


async def test_an_event_is_signed_as_the_provider_does(account, receiver, renamed, quiet):
    await renamed("Signed")
    [request] = receiver.requests_about(account.id)
    event = verified(request)
    assert (event.type, event.data.object.name) == ("customer.updated", "Signed")
    assert event.id.startswith("evt_")
    headers, body = request
    with pytest.raises(stripe.SignatureVerificationError):
        verified((headers, body + b" "))


async def test_a_purchase_is_told_from_its_begin_to_its_payment(account, receiver, run_jobs):
    await account.save_card()
    subscription = await account.subscribe()
    await run_jobs()
    types = receiver.types(account.id)
    for expected in (
        "setup_intent.succeeded",
        "payment_method.attached",
        "customer.subscription.created",
        "invoice.created",
        "invoice.finalized",
        "invoice.paid",
        "customer.subscription.updated",
    ):
        assert expected in types, expected
    created = next(
        e for e in receiver.events(account.id) if e["type"] == "customer.subscription.created"
    )
    assert created["data"]["object"]["status"] == "incomplete"
    # Webhooks arrive in any order.
    updates = [e["data"] for e in receiver.about(subscription.id) if e["type"].endswith(".updated")]
    assert [
        (data["previous_attributes"]["status"], data["object"]["status"])
        for data in updates
        if "status" in data["previous_attributes"]
    ] == [("incomplete", "active")]


@pytest.mark.parametrize("number", [DECLINED_LATER, ASKED_ALWAYS])
async def test_a_failed_renewal_is_told_until_the_end(account, receiver, run_jobs, at, number):
    await account.save_card()
    subscription = await account.subscribe()
    await account.save_card(number)
    await run_jobs()
    receiver.requests.clear()
    await at(from_unix(subscription["items"].data[0].current_period_end) + timedelta(days=30))
    await run_jobs()
    types = receiver.types(account.id)
    assert types.count("invoice.payment_failed") == 4
    assert ("invoice.payment_action_required" in types) == (number == ASKED_ALWAYS)
    assert types.count("customer.subscription.deleted") == 1


@pytest.mark.parametrize("switch", ["webhook.wrong_signature", "webhook.old_timestamp"])
async def test_a_bad_signature_is_not_accepted(account, receiver, renamed, control, quiet, switch):
    await control(switch=switch)
    await renamed("Forged")
    [request] = receiver.requests_about(account.id)
    with pytest.raises(stripe.SignatureVerificationError):
        verified(request)


async def test_while_a_secret_is_replaced_there_are_two_signatures(
    account, receiver, renamed, control, quiet
):
    await control(switch="webhook.rotated_secret")
    await renamed("Rotated")
    [request] = receiver.requests_about(account.id)
    assert request[0]["stripe-signature"].count("v1=") == 2
    assert verified(request).type == "customer.updated"


async def test_an_event_may_come_twice_late_out_of_order_or_never(
    account, receiver, renamed, run_jobs, control, quiet, at
):
    await control(switch="webhook.duplicate")
    await renamed("Twice")
    assert len({event["id"] for event in receiver.events(account.id)}) == 1
    assert len(receiver.events(account.id)) == 2
    receiver.requests.clear()

    await control(switch="webhook.delay", value="120")
    await renamed("Late")
    assert receiver.events(account.id) == []
    await at(clock.now() + timedelta(minutes=3))
    await run_jobs()
    assert [event["data"]["object"]["name"] for event in receiver.events(account.id)] == ["Late"]
    receiver.requests.clear()

    await control(switch="webhook.reorder")
    await renamed("First")
    await renamed("Second")
    names = [event["data"]["object"]["name"] for event in receiver.events(account.id)]
    assert names == ["Second", "First"]
    receiver.requests.clear()

    await control(switch="webhook.drop")
    await renamed("Never")
    assert receiver.events(account.id) == []


async def test_a_receiver_that_fails_is_tried_three_times_more(
    account, receiver, renamed, run_jobs, client, quiet, at
):
    receiver.status = 500
    await renamed("Unheard")
    for wait in (timedelta(minutes=2), timedelta(minutes=31), timedelta(hours=3)):
        await at(clock.now() + wait)
        await run_jobs()
    assert len(receiver.events(account.id)) == 4
    await at(clock.now() + timedelta(days=1))
    await run_jobs()
    assert len(receiver.events(account.id)) == 4
    log = (await client.get("/sim/cards/control/deliveries")).json()["data"]
    event_id = receiver.events(account.id)[0]["id"]
    row = next(row for row in log if row["event"] == event_id)
    assert (row["status"], row["times_attempted"], row["response_code"]) == ("failed", 4, 500)


async def test_an_event_is_replayed(account, receiver, renamed, run_jobs, client, quiet):
    await renamed("Again")
    event_id = receiver.events(account.id)[0]["id"]
    answer = await client.post(
        f"/sim/cards/v1/events/{event_id}/retry",
        headers={"authorization": f"Bearer {CARD_PROVIDER.secret_key}"},
    )
    assert answer.status_code == 200
    await run_jobs()
    assert [event["id"] for event in receiver.events(account.id)] == [event_id, event_id]
