"""An administrator ends a subscription, takes it back, pays in another way (cases 20, 42, 43, 44, 48, 49)."""

import asyncio
from datetime import datetime, timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.audit_log import audit_entries
from tests.licensing.conftest import Shop
from tests.licensing.waiting import until


async def path_of(shop: Shop, action: str) -> str:
    return f"/api/v1/licenses/{(await shop.licenses())[0]['id']}/{action}"


async def test_cancel_and_resume(paid, run_jobs, world):
    [before] = await paid.licenses()
    canceled = await paid.admin.browser.post(await path_of(paid, "cancel"))
    assert canceled.status_code == 200
    end = before["billing"]["nextPayment"]
    assert canceled.json()["billing"]["status"] == {"type": "active", "deactivationAt": end}
    assert await paid.licenses() == [canceled.json()]
    await run_jobs()
    assert await paid.licenses() == [canceled.json()]

    resumed = await paid.admin.browser.post(await path_of(paid, "resume"))
    assert resumed.json() == before
    await run_jobs()
    assert await paid.licenses() == [before]
    entries = await audit_entries(world, paid.admin.tenant_id)
    assert [(entry["action"], entry["email"]) for entry in entries if entry["email"]] == [
        ("organization.created", paid.admin.email),
        ("license.canceled", paid.admin.email),
        ("license.resumed", paid.admin.email),
    ]


async def test_twice_and_at_once_is_once(paid):
    path = await path_of(paid, "cancel")
    answers = await asyncio.gather(*[paid.admin.browser.post(path) for _ in range(4)])
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["billing"]["status"]["deactivationAt"] for answer in answers}) == 1
    assert (await paid.admin.browser.post(path)).status_code == 200
    path = await path_of(paid, "resume")
    for _ in range(2):
        answer = await paid.admin.browser.post(path)
        assert (answer.status_code, answer.json()["billing"]["status"]) == (200, {"type": "active"})


async def test_at_its_end_it_is_canceled_and_can_only_be_bought_again(
    paid, run_jobs, control, world
):
    ending = (await paid.admin.browser.post(await path_of(paid, "cancel"))).json()
    path = await path_of(paid, "resume")
    end = datetime.fromisoformat(ending["billing"]["status"]["deactivationAt"])
    clock.advance_clock(end - clock.now() + timedelta(minutes=1))
    await control(action="run_due")
    admin = await world.sign_in(paid.admin.id, paid.admin.tenant_id, paid.admin.email)

    async def is_canceled() -> bool:
        [over] = (await admin.browser.get("/api/v1/licenses")).json()
        return bool(over["billing"]["status"]["type"] == "canceled")

    await until(is_canceled, run_jobs)
    [over] = (await admin.browser.get("/api/v1/licenses")).json()
    assert datetime.fromisoformat(over["validTo"]) >= end
    for action in (path, path.replace("resume", "cancel")):
        refused = await admin.browser.post(action)
        assert (refused.status_code, refused.text) == (
            409, "The subscription has ended. Subscribe again to continue."
        )  # fmt: skip


async def test_a_paused_subscription_starts_again(paid, run_jobs, paddle, provider):
    [subscription] = await provider.list_subscriptions(paid.customer_id)
    await paddle(lambda client: client.post_raw(f"/subscriptions/{subscription.id}/pause", {
        "effective_from": "immediately"}))  # fmt: skip
    await run_jobs()
    [paused] = await paid.licenses()
    assert paused["billing"]["status"]["type"] == "paused"
    assert "validTo" in paused
    answer = await paid.admin.browser.post(await path_of(paid, "resume"))
    assert answer.json()["billing"]["status"] == {"type": "active"}
    assert "validTo" not in answer.json()


async def test_ending_a_subscription_needs_a_recent_sign_in(paid, world):
    path = await path_of(paid, "cancel")
    clock.advance_clock(timedelta(minutes=61))
    refused = await paid.admin.browser.post(path)
    assert (refused.status_code, refused.headers["error-code"]) == (
        403, "access.recent_sign_in_needed",
    )  # fmt: skip
    assert (await paid.licenses())[0]["billing"]["status"] == {"type": "active"}
    again = await world.sign_in(paid.admin.id, paid.admin.tenant_id, paid.admin.email)
    assert (await again.browser.post(path)).status_code == 200


async def test_just_before_a_renewal_one_has_to_wait(paid, world):
    path = await path_of(paid, "cancel")
    due = datetime.fromisoformat((await paid.licenses())[0]["billing"]["nextPayment"])
    clock.advance_clock(due - clock.now() - timedelta(minutes=20))
    admin = await world.sign_in(paid.admin.id, paid.admin.tenant_id, paid.admin.email)
    refused = await admin.browser.post(path)
    assert (refused.status_code, refused.text) == (
        409, "The subscription is being renewed. Try again in half an hour."
    )  # fmt: skip
    assert (await admin.browser.get("/api/v1/licenses")).json()[0]["billing"]["status"] == {
        "type": "active"
    }


async def test_another_payment_method(paid, provider):
    path = await path_of(paid, "update-payment-method")
    answer = await paid.admin.browser.get(path)
    assert answer.status_code == 200
    assert answer.json()["customerId"] == paid.customer_id
    transaction = await provider.find_transaction(answer.json()["transactionId"])
    assert transaction
    assert (transaction.status, transaction.total) == ("ready", 0)
    assert transaction.origin == "subscription_payment_method_change"


@pytest.mark.parametrize("action", ["cancel", "resume"])
async def test_a_trial_has_no_subscription(simulated_shop, action):
    refused = await simulated_shop.admin.browser.post(await path_of(simulated_shop, action))
    assert (refused.status_code, refused.text) == (409, "This license has no subscription")


ACTIONS = [("POST", "cancel"), ("POST", "resume"), ("GET", "update-payment-method")]


@pytest.mark.parametrize(("method", "action"), ACTIONS)
async def test_ending_a_subscription_needs_permission(paid, world, method, action):
    path = await path_of(paid, action)
    for role in ("ReadOnly", "Editor"):
        person = await world.person(role, tenant_id=paid.admin.tenant_id)
        assert (await person.browser.request(method, path)).status_code == 403
    stranger = await world.person("Admin")
    for foreign in (path, f"/api/v1/licenses/{new_id()}/{action}"):
        answer = await stranger.browser.request(method, foreign)
        assert (answer.status_code, answer.text) == (404, "The license was not found")
    malformed = await stranger.browser.request(method, f"/api/v1/licenses/x/{action}")
    assert malformed.status_code in (400, 404)
    assert (await paid.licenses())[0]["billing"]["status"] == {"type": "active"}
