"""A trial ends: it is recorded, told by mail, and shown as over by the server's clock."""

from datetime import datetime, timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.units import UnitsFailed
from gatehouse.licensing.licenses.jobs import end_expired_trials
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.directory.deleted import delete
from tests.failing_rows import make_rows_fail
from tests.licensing.provider import Purchase


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("update licenses set trial_ended_at = now() where is_trial")


async def test_the_end_is_recorded_and_told_once(shop, context, run_jobs, world):
    [trial] = await shop.licenses()
    end = datetime.fromisoformat(trial["validTo"])
    clock.advance_clock(end - clock.now() - timedelta(seconds=1))
    await end_expired_trials(context)
    assert not world.mails(shop.admin.email)

    clock.advance_clock(timedelta(seconds=2))
    for _ in range(2):
        await end_expired_trials(context)
        await run_jobs()
    [mail] = world.mails(shop.admin.email)
    assert "trial" in mail["Subject"]
    assert world.link(mail).path == "/billing"
    told = len(await audit_entries(world, shop.admin.tenant_id, "license.trial_ended"))
    assert told == 1


async def test_a_trial_that_is_over_is_told_from_its_last_day(shop, world):
    [trial] = await shop.licenses()
    end = datetime.fromisoformat(trial["validTo"])
    clock.advance_clock(end - clock.now() - timedelta(hours=1))
    admin = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    [last_day] = (await admin.browser.get("/api/v1/licenses")).json()
    assert (last_day["daysLeft"], last_day["isOver"]) == (0, False)
    clock.advance_clock(timedelta(days=26))
    admin = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    [over] = (await admin.browser.get("/api/v1/licenses")).json()
    assert "daysLeft" not in over
    assert over["isOver"] is True


async def test_a_trial_that_was_bought_does_not_end(shop, report, context, world):
    await report(
        *Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint}).sequence()
    )
    clock.advance_clock(timedelta(days=40))
    await end_expired_trials(context)
    actions = await audit_entries(world, shop.admin.tenant_id)
    assert "license.trial_ended" not in {row["action"] for row in actions}


async def test_the_end_of_the_trial_of_a_deleted_account_sends_no_mail(
    shop, context, run_jobs, world
):
    await delete((await new_backend(world)).http, shop.admin.tenant_id)
    clock.advance_clock(timedelta(days=40))
    await end_expired_trials(context)
    await run_jobs()
    assert not world.mails(shop.admin.email)


async def test_a_trial_that_cannot_be_ended_stops_no_other(
    shop, open_shop, context, run_jobs, world, database_url
):
    other = await open_shop()
    clock.advance_clock(timedelta(days=40))
    async with make_rows_fail(database_url, "licenses", shop.admin.tenant_id):
        with pytest.raises(UnitsFailed):
            await end_expired_trials(context)
    await run_jobs()
    assert (len(world.mails(shop.admin.email)), len(world.mails(other.admin.email))) == (0, 1)
    await end_expired_trials(context)
    await run_jobs()
    assert (len(world.mails(shop.admin.email)), len(world.mails(other.admin.email))) == (1, 1)
