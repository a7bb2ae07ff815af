"""An event that cannot be applied is counted, listed with its reason, and replayed."""

import re

import pytest

from gatehouse.kit.db import Database, Scope
from gatehouse.licensing.purchases import jobs
from gatehouse.licensing.reconciliation import stuck_events
from gatehouse.licensing.reconciliation.schemas import StuckPaymentEvent
from tests.backend import new_backend
from tests.licensing.provider import Purchase, deliver

EVENTS = "/tenants/resources/payment-events/v1"


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("delete from provider_events where applied_at is null")
    await db.connection.execute("delete from pgqueuer")


async def list_stuck(database: Database) -> list[StuckPaymentEvent]:
    async with database.transaction(Scope.system()) as db:
        return await stuck_events.read_stuck_events(db)


async def replay(database: Database, event_ids: list[str]) -> list[str]:
    async with database.transaction(Scope.system()) as db:
        return await stuck_events.replay_stuck_events(db, event_ids)


async def stuck_count(client) -> float:
    page = (await client.get("/metrics")).text
    found = re.search(r"^gatehouse_payment_events_stuck (\S+)$", page, re.MULTILINE)
    assert found
    return float(found[1])


async def test_a_stuck_event_is_listed_and_replayed(
    shop, client, context, database, run_jobs, monkeypatch, db
):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    created = purchase.sequence()[2]
    await deliver(client, created)
    assert await stuck_count(client) == 0
    assert await list_stuck(database) == []

    async def broken(*_, **__):
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr("gatehouse.licensing.purchases.service.settle_fact", broken)
        for _ in range(2):
            with pytest.raises(RuntimeError):
                await jobs.apply_payment_event(context, event_id=created["event_id"])
    [stuck] = await list_stuck(database)
    assert (stuck.id, stuck.type, stuck.attempts) == (
        created["event_id"],
        "subscription.created",
        2,
    )
    assert stuck.last_error == "RuntimeError: a fault of ours"
    assert await stuck_count(client) == 1

    # Its own job gave up long ago.
    await db.connection.execute("delete from pgqueuer")
    assert await replay(database, ["evt_unknown"]) == []
    assert await replay(database, []) == [created["event_id"]]
    await run_jobs()
    assert [one["maxSeats"] for one in await shop.licenses()] == [7]
    assert await list_stuck(database) == []
    assert await stuck_count(client) == 0
    assert await replay(database, [created["event_id"]]) == []


async def test_the_vendor_sees_and_replays_it(
    shop, client, vendor, world, context, run_jobs, monkeypatch, db
):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    created = purchase.sequence()[2]
    await deliver(client, created)
    assert (await vendor.get(f"{EVENTS}/stuck")).json() == {"items": [], "total": 0}

    async def broken(*_, **__):
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr("gatehouse.licensing.purchases.service.settle_fact", broken)
        with pytest.raises(RuntimeError):
            await jobs.apply_payment_event(context, event_id=created["event_id"])
    stuck = (await vendor.get(f"{EVENTS}/stuck")).json()
    assert stuck["total"] == 1
    [one] = stuck["items"]
    assert (one["id"], one["attempts"], one["lastError"]) == (
        created["event_id"], 1, "RuntimeError: a fault of ours",
    )  # fmt: skip
    await db.connection.execute("delete from pgqueuer")

    reader = (await new_backend(world, ["vendor.read.*"])).http
    assert (await reader.get(f"{EVENTS}/stuck")).status_code == 200
    assert (await reader.post(f"{EVENTS}/replay", json={})).status_code == 403
    assert (await shop.admin.browser.get(f"{EVENTS}/stuck")).status_code == 401
    unknown = await vendor.post(f"{EVENTS}/replay", json={"ids": ["evt_unknown"]})
    assert (unknown.status_code, unknown.json()) == (200, {"ids": []})
    assert (await vendor.post(f"{EVENTS}/replay", json={"ids": ["'; --"]})).status_code == 400
    replayed = await vendor.post(f"{EVENTS}/replay", json={})
    assert replayed.json() == {"ids": [created["event_id"]]}
    await run_jobs()
    assert [one["maxSeats"] for one in await shop.licenses()] == [7]
    assert (await vendor.get(f"{EVENTS}/stuck")).json()["total"] == 0
