"""An installation whose payment provider is switched off, and on again."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.resources import Resources
from gatehouse.licensing.purchases.jobs import apply_payment_event, reconcile_purchases
from gatehouse.licensing.subscriptions.scheduled_seats import enqueue_due_seat_changes
from gatehouse.providers.payments.none import NoPayments
from gatehouse.providers.payments.port import Payments
from tests.licensing.provider import Purchase, deliver


@pytest.fixture
def switch(resources: Resources) -> Iterator[Callable[[bool], None]]:
    usual = resources[Payments]

    def to(is_on: bool) -> None:
        resources.add(Payments, usual if is_on else NoPayments())

    yield to
    to(True)


async def test_a_purchase_that_waits_gets_its_license_when_payments_are_on_again(
    shop, client, context, switch, run_jobs, db
):
    """Without the provider's prices nothing is for sale, and an event counts once."""
    bought = Purchase(shop.customer_id, seats=4, custom_data={"overwrite": shop.fingerprint})
    told = bought.sequence()[2]
    # Other tests leave jobs, and events that come before this one.
    await db.connection.execute(
        "delete from pgqueuer; update provider_events set applied_at = now() where applied_at is null"
    )
    assert (await deliver(client, told)).status_code == 200
    switch(False)
    await db.connection.execute(
        "update provider_events set received_at = received_at - interval '10 minutes' where id = $1",
        told["event_id"],
    )
    await reconcile_purchases(context)
    await run_jobs()
    await apply_payment_event(context, event_id=told["event_id"])
    assert [one["isTrial"] for one in await shop.licenses()] == [True]
    switch(True)
    await reconcile_purchases(context)
    await run_jobs()
    left = "select attempts, last_error from provider_events where id = $1 and applied_at is null"
    assert await db.connection.fetchrow(left, told["event_id"]) is None
    assert [one["maxSeats"] for one in await shop.licenses()] == [4]


async def test_a_running_subscription_waits_and_its_license_stays(
    shop, tool, report, context, switch, db
):
    """A renewal and a reduction of seats are due. A job that asks the provider would fail and be listed."""
    await db.connection.execute("delete from pgqueuer")
    bought = Purchase(shop.customer_id, seats=4, custom_data={"overwrite": shop.fingerprint})
    await report(*bought.sequence())
    await db.connection.execute(
        "update licenses set next_payment_at = $2, next_seats = 2, next_seats_at = $2"
        " where tenant_id = $1",
        shop.admin.tenant_id,
        clock.now() - timedelta(hours=1),
    )

    async def jobs() -> set[str]:
        rows = await db.connection.fetch("select entrypoint from pgqueuer")
        return {row["entrypoint"] for row in rows} & {
            "payments.read_customer", "licenses.make_scheduled",
        }  # fmt: skip

    switch(False)
    await reconcile_purchases(context)
    await enqueue_due_seat_changes(context)
    assert await jobs() == set()
    assert await tool.code() == "VALID"
    switch(True)
    await reconcile_purchases(context)
    await enqueue_due_seat_changes(context)
    assert await jobs() == {"payments.read_customer", "licenses.make_scheduled"}
