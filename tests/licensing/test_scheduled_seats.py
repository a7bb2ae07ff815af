"""Fewer seats from the next period on: kept until then, made at the provider, paid less, taken back."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.subscriptions.scheduled_seats import (
    apply_scheduled_seats,
    enqueue_due_seat_changes,
)
from tests.audit_log import audit_entries
from tests.licensing.conftest import Shop
from tests.licensing.provider import Purchase
from tests.licensing.test_changes import change, charged, occupy, preview
from tests.licensing.waiting import until

LATER: dict[str, Any] = {"effectiveFrom": "period_end"}


async def license_of(shop: Shop) -> dict[str, Any]:
    [found] = await shop.licenses()
    return found


@pytest.fixture
async def when(paid):
    return datetime.fromisoformat((await license_of(paid))["billing"]["nextPayment"])


@pytest.fixture
async def go_to(paid, world):
    """Move the clock, and sign in again: meanwhile the session has ended."""

    async def move(at: datetime) -> None:
        clock.advance_clock(at - clock.now())
        paid.admin = await world.sign_in(paid.admin.id, paid.admin.tenant_id, paid.admin.email)

    return move


async def test_all_seats_stay_until_the_period_ends_and_then_less_is_paid(
    paid, provider, paddle, control, context, run_jobs, when, go_to
):
    shown = (await preview(paid, maxSeats=2, **LATER)).json()
    assert "immediate" not in shown
    assert shown["maxSeats"] == 2
    answer = await change(paid, maxSeats=2, quote=shown["quote"], **LATER)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["maxSeats"] == 6
    scheduled = found["billing"]["scheduledSeats"]
    assert scheduled["maxSeats"] == 2
    assert datetime.fromisoformat(scheduled["at"]) == when
    assert await paid.licenses() == [found]

    await enqueue_due_seat_changes(context)
    await run_jobs()
    assert (await license_of(paid))["maxSeats"] == 6
    await go_to(when - timedelta(minutes=45))
    await enqueue_due_seat_changes(context)
    await run_jobs()
    made = await license_of(paid)
    assert made["maxSeats"] == 2
    assert "scheduledSeats" not in made["billing"]
    assert await charged(provider, paddle, paid) == []

    await go_to(when + timedelta(minutes=1))
    await control(action="run_due")
    [bill] = await paddle(
        lambda client: client.get_raw(
            f"/transactions?customer_id={paid.customer_id}&origin=subscription_recurring"
        ).json()["data"]
    )
    assert [one["quantity"] for one in bill["items"]] == [2]
    assert int(bill["details"]["totals"]["grand_total"]) == shown["next"]["grandTotal"]


async def test_seats_seen_longest_ago_are_freed_when_fewer_are_paid(
    paid, world, db, context, run_jobs, when, go_to
):
    await occupy(db, paid, "old", "middle", "new")
    for number, holder in enumerate(("old", "middle", "new")):
        await db.connection.execute(
            "update license_seats set last_seen_at = $3 where tenant_id = $1 and holder = $2",
            paid.admin.tenant_id, holder, clock.now() + timedelta(seconds=number),
        )  # fmt: skip
    assert (await change(paid, maxSeats=2)).status_code == 409
    assert (await change(paid, maxSeats=2, **LATER)).status_code == 200
    assert (await license_of(paid))["usedSeats"] == 3
    await go_to(when - timedelta(minutes=45))
    await enqueue_due_seat_changes(context)
    await run_jobs()
    assert {seat["subject"] for seat in await paid.seats(world)} == {"middle", "new"}


async def test_a_scheduled_reduction_is_taken_back(paid, context, run_jobs, when, go_to, world):
    await change(paid, maxSeats=2, **LATER)
    path = f"/api/v1/licenses/{(await license_of(paid))['fingerprint']}/scheduled-seats"
    for _ in range(2):
        kept = await paid.admin.browser.delete(path)
        assert kept.status_code == 200
        assert "scheduledSeats" not in kept.json()["billing"]
    await go_to(when - timedelta(minutes=45))
    await enqueue_due_seat_changes(context)
    await run_jobs()
    assert (await license_of(paid))["maxSeats"] == 6
    told = await audit_entries(world, paid.admin.tenant_id, "license.seats_*")
    assert [row["action"] for row in told] == ["license.seats_scheduled", "license.seats_kept"]


async def test_another_change_of_seats_decides_anew(paid):
    await change(paid, maxSeats=2, **LATER)
    assert (await change(paid, maxSeats=4, **LATER)).json()["billing"]["scheduledSeats"][
        "maxSeats"
    ] == 4
    assert "scheduledSeats" not in (await change(paid, maxSeats=8)).json()["billing"]


async def test_after_a_renewal_that_was_missed_the_difference_is_credited(
    paid, control, context, run_jobs, when, go_to, provider
):
    """Nothing of ours ran while the period began, and all six seats were paid once more."""
    await change(paid, maxSeats=2, **LATER)
    await go_to(when + timedelta(minutes=1))
    await control(action="run_due")

    async def is_renewed() -> bool:
        return bool((await license_of(paid))["billing"]["nextPayment"] > when.isoformat())

    await until(is_renewed, run_jobs)
    assert (await license_of(paid))["maxSeats"] == 6
    await enqueue_due_seat_changes(context)
    await run_jobs()
    assert (await license_of(paid))["maxSeats"] == 2
    [fact] = await provider.list_subscriptions(paid.customer_id)
    assert sum(line.quantity for line in fact.lines) == 2


async def test_a_change_that_cannot_be_scheduled_is_refused(paid, when, go_to):
    cases: list[tuple[dict[str, Any], int]] = [
        ({"maxSeats": 8}, 400),
        ({"maxSeats": 6}, 400),
        ({}, 400),
    ]
    for body, status in cases:
        for call in (preview, change):
            if body or call is preview:
                assert (await call(paid, **body, **LATER)).status_code == status, body
    await paid.admin.browser.post(f"/api/v1/licenses/{(await license_of(paid))['id']}/cancel")
    refused = await change(paid, maxSeats=2, **LATER)
    assert (refused.status_code, refused.headers["error-code"]) == (
        409,
        "changes.no_period_follows",
    )
    await paid.admin.browser.post(f"/api/v1/licenses/{(await license_of(paid))['id']}/resume")
    assert (await change(paid, maxSeats=2, **LATER)).status_code == 200
    await go_to(when - timedelta(minutes=45))
    late = [
        await change(paid, maxSeats=3, **LATER),
        await paid.admin.browser.delete(
            f"/api/v1/licenses/{(await license_of(paid))['id']}/scheduled-seats"
        ),
    ]
    assert [one.headers["error-code"] for one in late] == ["changes.too_late"] * 2


async def test_in_whatever_order_people_decide_paid_seats_and_license_agree(
    paid, context, run_jobs, provider
):
    steps = [{"maxSeats": 3, **LATER}, {"maxSeats": 9}, {"maxSeats": 5, **LATER}, {"maxSeats": 4}]
    for before, after in pairwise(steps):
        await change(paid, **before)
        await change(paid, **after)
        await enqueue_due_seat_changes(context)
        await run_jobs()
        [fact] = await provider.list_subscriptions(paid.customer_id)
        assert sum(line.quantity for line in fact.lines) == (await license_of(paid))["maxSeats"]


async def test_after_the_end_none_are_waited_for(shop, report, provider_api):
    bought = Purchase(shop.customer_id, seats=6, custom_data={"overwrite": shop.fingerprint},
                      start=clock.now() - timedelta(days=2))  # fmt: skip
    await report(*bought.sequence())
    path = f"/subscriptions/{bought.subscription_id}"
    provider_api.entities[path] = bought.subscription(bought.start)
    assert (await change(shop, maxSeats=2, **LATER)).json()["billing"]["scheduledSeats"]
    await report(bought.canceled(3 * 86_400))
    billing = (await license_of(shop))["billing"]
    assert billing["status"]["type"] == "canceled"
    assert "scheduledSeats" not in billing


async def test_the_scheduled_change_waits_for_a_concurrent_change(
    paid, provider, db, context, run_jobs, when, go_to
):
    """A change that is under way decides anew; what it leaves is made five minutes later."""
    await change(paid, maxSeats=2, **LATER)
    await go_to(when - timedelta(minutes=45))
    until = clock.now() + timedelta(seconds=60)
    await db.connection.execute(
        "update licenses set held_until = $2 where tenant_id = $1", paid.admin.tenant_id, until
    )
    await enqueue_due_seat_changes(context)
    await run_jobs()
    assert (await license_of(paid))["maxSeats"] == 6
    await go_to(until)
    await enqueue_due_seat_changes(context)
    await run_jobs()
    assert (await license_of(paid))["maxSeats"] == 2


async def test_seats_of_a_subscription_that_moved_are_left_to_the_new_customer(
    open_shop, report, provider_api, context
):
    """The provider's news of the move has not come yet when the former customer's change is due."""
    former, heir = await open_shop(), await open_shop()
    bought = Purchase(former.customer_id, seats=6, custom_data={"overwrite": former.fingerprint},
                      start=clock.now() - timedelta(days=2))  # fmt: skip
    await report(*bought.sequence())
    path = f"/subscriptions/{bought.subscription_id}"
    provider_api.entities[path] = bought.subscription(bought.start)
    scheduled = (await change(former, maxSeats=2, **LATER)).json()
    assert scheduled["billing"]["scheduledSeats"]
    moved_at = bought.start + timedelta(days=1)
    provider_api.entities[path] = bought.subscription(moved_at, customer_id=heir.customer_id)
    provider_api.calls.clear()
    await apply_scheduled_seats(context, license_id=scheduled["id"])
    assert [one for one in provider_api.calls if not one.startswith("GET")] == []
    ended = await license_of(former)
    assert (ended["billing"]["status"]["type"], ended["maxSeats"]) == ("canceled", 6)
    assert "scheduledSeats" not in ended["billing"]
    [received] = [one for one in await heir.licenses() if "billing" in one]
    assert received["maxSeats"] == 6
