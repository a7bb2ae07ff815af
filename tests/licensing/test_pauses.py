"""A pause is a state of its own: it is resumed, and never paid twice; a pause ahead is no end."""

from datetime import timedelta

import pytest

from tests.licensing.conftest import Shop
from tests.licensing.provider import Purchase, event, stamp
from tests.licensing.scripted import refusal


def known(provider_api, purchase: Purchase, data) -> None:
    provider_api.entities[f"/subscriptions/{purchase.subscription_id}"] = data


@pytest.fixture
async def first(shop: Shop, report) -> Purchase:
    purchase = Purchase(shop.customer_id, seats=3, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    return purchase


def pause(purchase: Purchase, seconds: float):
    at = stamp(purchase.start + timedelta(seconds=seconds))
    return purchase.changed(seconds, "paused", paused_at=at, next_billed_at=None)


def scheduled(purchase: Purchase, action: str):
    return {"action": action, "effective_at": stamp(purchase.period_end), "resume_at": None}


async def test_a_pause_is_shown_as_a_pause(shop, report, first):
    await report(pause(first, 60))
    [paused] = await shop.licenses()
    assert paused["billing"]["status"] == {"type": "paused", "at": "2026-03-02T10:01:00Z"}
    assert paused["isOver"] is True


async def test_buying_a_paused_license_again_replaces_what_was_paused(
    shop, report, first, provider_api, run_jobs
):
    """One license, and one subscription that is paid: the paused one is ended for good."""
    await report(pause(first, 60))
    known(provider_api, first, pause(first, 60)["data"])
    again = Purchase(
        shop.customer_id,
        seats=9,
        start=first.start + timedelta(days=1),
        custom_data={"overwrite_canceled": shop.fingerprint},
    )
    await report(*again.sequence())
    await run_jobs()
    [paid] = await shop.licenses()
    assert (paid["fingerprint"], paid["maxSeats"]) == (shop.fingerprint, 9)
    cancel = f"POST /subscriptions/{first.subscription_id}/cancel"
    assert (cancel, {"effective_from": "immediately"}) in provider_api.sent
    # Whatever the old one still reports changes nothing.
    await report(first.changed(90_000), first.canceled(90_001))
    assert await shop.licenses() == [paid]


async def test_a_subscription_resumed_meanwhile_is_not_replaced(
    shop, report, first, provider_api, run_jobs
):
    await report(pause(first, 60))
    known(provider_api, first, first.subscription(first.start + timedelta(seconds=90)))
    again = Purchase(
        shop.customer_id, seats=9, custom_data={"overwrite_canceled": shop.fingerprint}
    )
    await report(*again.sequence())
    await run_jobs()
    assert [one["maxSeats"] for one in await shop.licenses()] == [3, 9]
    assert not [call for call in provider_api.calls if call.endswith("/cancel")]


async def test_a_pause_ahead_is_no_end(shop, report, first):
    await report(first.changed(60, scheduled_change=scheduled(first, "pause")))
    billing = (await shop.licenses())[0]["billing"]
    assert billing["status"] == {"type": "active", "pauseAt": "2026-04-02T10:00:00Z"}
    assert "nextPayment" not in billing


@pytest.mark.parametrize("status", ["active", "past_due", "trialing", "paused"])
async def test_an_end_ahead_is_shown_in_every_state(shop, report, first, status):
    await report(first.changed(60, status, scheduled_change=scheduled(first, "cancel")))
    shown = (await shop.licenses())[0]["billing"]["status"]
    assert (shown["type"], shown["deactivationAt"]) == (status, "2026-04-02T10:00:00Z")
    assert "pauseAt" not in shown


async def test_a_pause_ahead_is_taken_back(shop, report, first, provider_api):
    ahead = first.subscription(first.start, scheduled_change=scheduled(first, "pause"))
    known(provider_api, first, ahead)

    def undo(method, path):
        if method == "PATCH":
            now = first.start + timedelta(seconds=90)
            known(provider_api, first, first.subscription(now))

    provider_api.override = undo
    answer = await shop.admin.browser.post(f"/api/v1/licenses/{shop.fingerprint}/resume")
    assert (answer.status_code, answer.json()["billing"]["status"]) == (200, {"type": "active"})
    assert provider_api.sent[-1][1] == {"scheduled_change": None}


async def test_canceling_replaces_a_pause_ahead(shop, report, first, provider_api):
    """The provider schedules one thing at a time: the pause is taken back first."""
    path = f"/subscriptions/{first.subscription_id}"
    known(
        provider_api,
        first,
        first.subscription(first.start, scheduled_change=scheduled(first, "pause")),
    )
    ending = first.subscription(
        first.start + timedelta(seconds=90), scheduled_change=scheduled(first, "cancel")
    )
    provider_api.entities[f"{path}/cancel"] = ending
    answer = await shop.admin.browser.post(f"/api/v1/licenses/{shop.fingerprint}/cancel")
    status = answer.json()["billing"]["status"]
    assert status == {"type": "active", "deactivationAt": "2026-04-02T10:00:00Z"}
    assert [sent[0] for sent in provider_api.sent] == [f"PATCH {path}", f"POST {path}/cancel"]


async def test_a_payment_alone_says_nothing_of_a_pause(shop, report, first):
    await report(pause(first, 60))
    data = first.transaction("completed", first.start + timedelta(seconds=61))
    await report(event("transaction.completed", data, first.start + timedelta(seconds=61)))
    assert (await shop.licenses())[0]["billing"]["status"]["type"] == "paused"


async def test_two_resumes_at_once_both_succeed(shop, report, first, provider_api):
    """The provider refuses the slower one, and bills once."""
    await report(pause(first, 60))
    known(provider_api, first, pause(first, 60)["data"])

    def resumed_already(method, path):
        if not path.endswith("/resume"):
            return None
        known(provider_api, first, first.subscription(first.start + timedelta(seconds=90)))
        return refusal(400, "subscription_must_be_paused", "no")

    provider_api.override = resumed_already
    answer = await shop.admin.browser.post(f"/api/v1/licenses/{shop.fingerprint}/resume")
    assert (answer.status_code, answer.json()["billing"]["status"]) == (200, {"type": "active"})


async def test_a_paused_subscription_is_canceled_at_once(shop, report, first, provider_api):
    """It has no period with whose end it could end, and the provider refuses to schedule that."""
    await report(pause(first, 60))
    known(provider_api, first, pause(first, 60)["data"])
    path = f"/subscriptions/{first.subscription_id}/cancel"
    provider_api.entities[path] = first.canceled(90)["data"]
    answer = await shop.admin.browser.post(f"/api/v1/licenses/{shop.fingerprint}/cancel")
    assert (answer.status_code, answer.json()["billing"]["status"]["type"]) == (200, "canceled")
    assert provider_api.sent == [(f"POST {path}", {"effective_from": "immediately"})]
