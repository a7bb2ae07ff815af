"""The grace counts from the failed charge, on whatever day of the period, in every order of the news."""

from datetime import datetime, timedelta
from itertools import permutations

import pytest

from tests.licensing.provider import Purchase

DAY = 86_400


@pytest.fixture
def purchase(shop) -> Purchase:
    return Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})


async def test_a_charge_that_fails_late_in_the_period_has_its_whole_grace(
    shop, report, purchase, settings
):
    """More seats on day 20, and the card is declined; or an invoice that was due in 30 days."""
    await report(*purchase.sequence(), purchase.changed(20 * DAY, "past_due"))
    [owing] = await shop.licenses()
    failed = purchase.start + timedelta(days=20)
    assert datetime.fromisoformat(owing["billing"]["status"]["at"]) == failed
    grace = timedelta(days=settings.past_due_grace_days)
    assert datetime.fromisoformat(owing["validTo"]) == failed + grace


async def test_every_order_of_failures_and_recoveries_ends_the_same(shop, report, purchase, db):
    await report(*purchase.sequence())
    events = [
        purchase.changed(5 * DAY, "past_due"),
        purchase.changed(6 * DAY),  # paid, and failed again
        purchase.changed(20 * DAY, "past_due"),
        purchase.changed(21 * DAY, "past_due"),  # tried again
    ]
    whose = shop.admin.tenant_id
    before = await db.connection.fetchrow("select * from licenses where tenant_id = $1", whose)
    for order in permutations(range(4)):
        await db.connection.execute("delete from subscription_facts where tenant_id = $1", whose)
        await db.connection.execute(
            "update licenses set billing_status = 'active', status_at = null, valid_to = null,"
            " is_past_due = false, provider_updated_at = $2, provider_occurred_at = $3"
            " where tenant_id = $1",
            whose, before["provider_updated_at"], before["provider_occurred_at"],
        )  # fmt: skip
        label = "".join(map(str, order))
        await report(*[events[n] | {"event_id": f"{events[n]['event_id']}.{label}"} for n in order])
        [owing] = await shop.licenses()
        assert owing["billing"]["isPastDue"] is True, order
        assert owing["billing"]["status"]["at"] == "2026-03-22T10:00:00Z", order
        assert owing["validTo"] == "2026-04-05T10:00:00Z", order
