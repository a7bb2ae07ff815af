"""An installation whose payment provider is switched off, and on again."""

from collections.abc import Callable, Iterator

import pytest

from gatehouse.kit.resources import Resources
from gatehouse.licensing.purchases.jobs import apply_event, heal
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
    assert (await deliver(client, told)).status_code == 200
    switch(False)
    await db.connection.execute(
        "update provider_events set received_at = received_at - interval '10 minutes' where id = $1",
        told["event_id"],
    )
    await heal(context)
    await run_jobs()
    await apply_event(context, event_id=told["event_id"])
    assert [one["isTrial"] for one in await shop.licenses()] == [True]
    switch(True)
    await heal(context)
    await run_jobs()
    assert [one["maxSeats"] for one in await shop.licenses()] == [4]
