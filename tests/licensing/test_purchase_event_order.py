"""The events of a purchase end in the same state in every order, twice and at once (cases 1 to 6)."""

import asyncio
from itertools import permutations
from typing import Any

import pytest

from gatehouse.licensing.purchases.jobs import apply_payment_event
from tests.audit_log import audit_actions
from tests.licensing.provider import Event, Purchase, deliver, stamp
from tests.licensing.stored_rows import LICENSE_ROW, PAYMENT_ROW, rows


async def end_states(shop, report, db, orders, events_of) -> list[Any]:
    """Each order on a fresh trial of the same organization; what is left of each."""
    tenant_id, ends = shop.admin.tenant_id, []
    [before] = await rows(db, "select * from licenses where tenant_id = $1", tenant_id)
    changed = [name for name in before if name not in ("id", "tenant_id")]
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    for order in orders:
        events = events_of(purchase)
        await report(*[events[place] for place in order])
        ends.append(
            (await rows(db, LICENSE_ROW, tenant_id), await rows(db, PAYMENT_ROW, tenant_id))
        )
        for table in ("license_subscriptions", "provider_transactions"):
            await db.connection.execute(f"delete from {table} where tenant_id = $1", tenant_id)
        await db.connection.execute("delete from licenses where id <> $1 and tenant_id = $2",
                                    before["id"], tenant_id)  # fmt: skip
        await db.connection.execute(
            f"update licenses set ({', '.join(changed)}) ="
            f" (select {', '.join(changed)} from jsonb_populate_record(null::licenses, $2))"
            " where id = $1",
            before["id"], before,
        )  # fmt: skip
    await db.connection.execute("delete from pgqueuer")
    return ends


async def test_every_order_of_a_purchase_ends_the_same(shop, report, db):
    orders = list(permutations(range(5)))
    ends = await end_states(shop, report, db, orders, lambda purchase: purchase.sequence())
    licenses, payments = ends[0]
    assert [(row["is_trial"], row["max_seats"]) for row in licenses] == [(False, 7)]
    assert [row["status"] for row in payments] == ["completed"]
    for order, end in zip(orders, ends, strict=True):
        assert end == ends[0], order


async def test_every_order_of_a_life_ends_the_same(shop, report, db):
    """Bought, paid, seats changed, canceled: the newest fact wins, in 120 orders."""

    def life(purchase: Purchase) -> list[Event]:
        created, completed = purchase.sequence()[2], purchase.sequence()[4]
        more = [{"price": purchase.price, "quantity": 12}]
        ending = {
            "action": "cancel",
            "effective_at": stamp(purchase.period_end),
            "resume_at": None,
        }
        return [
            created,
            completed,
            purchase.changed(60, items=more),
            purchase.changed(120, items=more, scheduled_change=ending),
            purchase.canceled(180),
        ]

    orders = list(permutations(range(5)))
    ends = await end_states(shop, report, db, orders, life)
    assert [row["billing_status"] for row in ends[0][0]] == ["canceled"]
    for order, end in zip(orders, ends, strict=True):
        assert end == ends[0], order


async def test_the_same_events_again_change_nothing(shop, report, world, db):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    events = purchase.sequence()
    await report(*events)
    once = await shop.licenses(), await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    await report(*events, *reversed(events))
    # Replayed: the same facts under new ids.
    await report(*[one | {"event_id": f"{one['event_id']}r"} for one in events])
    now = await shop.licenses(), await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    assert now == once
    assert (await audit_actions(world, shop.admin.tenant_id)).count("license.purchased") == 1
    assert "license.updated" not in await audit_actions(world, shop.admin.tenant_id)


async def test_all_at_once_and_twice_is_one_license(shop, client, context, world, db, run_jobs):
    """Ten deliveries in parallel, and every event applied by three workers at the same moment."""
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    events = purchase.sequence() * 2
    answers = await asyncio.gather(*[deliver(client, one) for one in events])
    assert {answer.status_code for answer in answers} == {200}
    await asyncio.gather(
        *[
            apply_payment_event(context, event_id=one["event_id"])
            for one in events
            for _ in range(3)
        ]
    )
    await run_jobs()
    [paid] = await shop.licenses()
    assert (paid["maxSeats"], paid["billing"]["status"]) == (7, {"type": "active"})
    [payment] = await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    assert payment["id"] == purchase.transaction_id
    assert (await audit_actions(world, shop.admin.tenant_id)).count("license.purchased") == 1


@pytest.mark.parametrize("only", [2, 4])
async def test_either_the_subscription_or_the_payment_is_enough(shop, report, only):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(purchase.sequence()[only])
    [paid] = await shop.licenses()
    assert (paid["isTrial"], paid["maxSeats"]) == (False, 7)
    assert paid["billing"]["nextPayment"] == "2026-04-02T10:00:00Z"
    assert paid["billing"]["cycle"] == "month"


async def test_two_changes_within_a_millisecond_are_both_seen(shop, report):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    first = purchase.changed(60, items=[{"price": purchase.price, "quantity": 8}])
    second = purchase.changed(60.0005, items=[{"price": purchase.price, "quantity": 9}])
    await report(second, first)
    assert (await shop.licenses())[0]["maxSeats"] == 9
