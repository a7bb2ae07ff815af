"""An event that cannot be applied is counted, listed with its reason, and replayed."""

import re

import pytest

from gatehouse.licensing.purchases import jobs
from gatehouse.licensing.stuck_events.jobs import count
from gatehouse.licensing.stuck_events.service import list_stuck, replay
from tests.licensing.provider import Purchase, deliver


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("delete from provider_events where applied_at is null")
    await db.connection.execute("delete from pgqueuer")


async def stuck_count(client, context) -> float:
    await count(context)
    page = (await client.get("/metrics")).text
    found = re.search(r"^gatehouse_payment_events_stuck (\S+)$", page, re.MULTILINE)
    assert found
    return float(found[1])


async def test_it_is_seen_and_replayed(shop, client, context, database, run_jobs, monkeypatch, db):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    created = purchase.sequence()[2]
    await deliver(client, created)
    assert await stuck_count(client, context) == 0
    assert await list_stuck(database) == []

    async def broken(*_, **__):
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr("gatehouse.licensing.purchases.service.settle", broken)
        for _ in range(2):
            with pytest.raises(RuntimeError):
                await jobs.apply_event(context, event_id=created["event_id"])
    [stuck] = await list_stuck(database)
    assert (stuck.id, stuck.type, stuck.attempts) == (
        created["event_id"],
        "subscription.created",
        2,
    )
    assert stuck.last_error == "RuntimeError: a fault of ours"
    assert await stuck_count(client, context) == 1

    # Its own job gave up long ago.
    await db.connection.execute("delete from pgqueuer")
    assert await replay(database, ["evt_unknown"]) == []
    assert await replay(database, []) == [created["event_id"]]
    await run_jobs()
    assert [one["maxSeats"] for one in await shop.licenses()] == [7]
    assert await list_stuck(database) == []
    assert await stuck_count(client, context) == 0
    assert await replay(database, [created["event_id"]]) == []
