"""Accounts that were deleted: their tools stop, and their subscriptions are canceled."""

from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.units import UnitsFailed
from gatehouse.licensing.licenses.jobs import end_expired_trials, revoke_licenses_of_deleted_tenants
from tests.backend import new_backend
from tests.failing_rows import make_rows_fail
from tests.licensing.provider import Purchase
from tests.licensing.standing import stand

TENANTS = "/tenants/resources/tenants/v1"


async def delete(world, shop) -> None:
    vendor = (await new_backend(world, ["vendor.*.tenants"])).http
    deleted = await vendor.delete(f"{TENANTS}/{shop.admin.tenant_id}")
    assert deleted.is_success, deleted.text


async def test_the_subscription_of_a_deleted_account_is_canceled(
    shop, tool, report, provider_api, world, context, run_jobs
):
    bought = Purchase(shop.customer_id, seats=2, custom_data={"overwrite": shop.fingerprint})
    await report(*bought.sequence())
    path = f"/subscriptions/{bought.subscription_id}"
    provider_api.entities[path] = provider_api.entities[f"{path}/cancel"] = bought.subscription(
        bought.start
    )
    assert (await tool.claim("ann")).status_code == 201
    await revoke_licenses_of_deleted_tenants(context)
    assert await tool.code() == "VALID"

    await delete(world, shop)
    await revoke_licenses_of_deleted_tenants(context)
    await run_jobs()
    assert await tool.code() == "REVOKED"
    assert (await tool.claim("ann")).status_code == 409
    ended = (f"POST {path}/cancel", {"effective_from": "immediately"})
    assert provider_api.sent.count(ended) == 1
    await revoke_licenses_of_deleted_tenants(context)
    await run_jobs()
    assert provider_api.sent.count(ended) == 1


async def test_a_purchase_that_arrives_later_is_ended_too(
    shop, report, provider_api, world, context, run_jobs
):
    await delete(world, shop)
    await revoke_licenses_of_deleted_tenants(context)
    bought = Purchase(shop.customer_id, seats=2)
    path = f"/subscriptions/{bought.subscription_id}"
    provider_api.entities[path] = provider_api.entities[f"{path}/cancel"] = bought.subscription(
        bought.start
    )
    await report(*bought.sequence())
    await revoke_licenses_of_deleted_tenants(context)
    await run_jobs()
    assert f"POST {path}/cancel" in provider_api.calls


async def test_a_trial_that_is_bought_later_is_ended_too(
    shop, report, provider_api, world, context, run_jobs
):
    """Its checkout was open while the account was deleted."""
    await delete(world, shop)
    await revoke_licenses_of_deleted_tenants(context)
    bought = Purchase(shop.customer_id, seats=2, custom_data={"overwrite": shop.fingerprint})
    path = f"/subscriptions/{bought.subscription_id}"
    provider_api.entities[path] = provider_api.entities[f"{path}/cancel"] = bought.subscription(
        bought.start
    )
    await report(*bought.sequence())
    for _ in range(2):
        await revoke_licenses_of_deleted_tenants(context)
        await run_jobs()
    assert provider_api.calls.count(f"POST {path}/cancel") == 1


async def test_what_the_vendor_had_revoked_before_is_charged_no_more(
    shop, report, provider_api, world, context, run_jobs, database
):
    bought = Purchase(shop.customer_id, seats=2, custom_data={"overwrite": shop.fingerprint})
    path = f"/subscriptions/{bought.subscription_id}"
    provider_api.entities[path] = provider_api.entities[f"{path}/cancel"] = bought.subscription(
        bought.start
    )
    await report(*bought.sequence())
    await stand(database, shop.fingerprint, "revoked")
    await delete(world, shop)
    for _ in range(2):
        await revoke_licenses_of_deleted_tenants(context)
        await run_jobs()
    assert provider_api.calls.count(f"POST {path}/cancel") == 1


async def test_the_end_of_a_trial_in_a_deleted_account_sends_no_mail(
    shop, tool, world, context, run_jobs
):
    await delete(world, shop)
    await revoke_licenses_of_deleted_tenants(context)
    assert await tool.code() == "REVOKED"
    clock.advance_clock(timedelta(days=40))
    await end_expired_trials(context)
    await run_jobs()
    told = [mail["subject"] for mail in world.mails(shop.admin.email)]
    assert not [subject for subject in told if "trial" in subject.lower()]


async def test_a_license_that_cannot_be_taken_back_stops_no_other(
    shop, open_shop, tool_of, world, context, database_url
):
    other = await open_shop()
    first, second = await tool_of(shop), await tool_of(other)
    for one in (shop, other):
        await delete(world, one)
    async with make_rows_fail(database_url, "licenses", shop.admin.tenant_id):
        with pytest.raises(UnitsFailed):
            await revoke_licenses_of_deleted_tenants(context)
    assert (await first.code(), await second.code()) == ("VALID", "REVOKED")
    await revoke_licenses_of_deleted_tenants(context)
    assert await first.code() == "REVOKED"


async def test_what_was_moved_to_another_customer_is_not_ended(
    shop, open_shop, report, provider_api, world, context, run_jobs
):
    """The vendor moves the subscription at the provider, then deletes the former account; no event came."""
    heir = await open_shop()
    bought = Purchase(shop.customer_id, seats=2, custom_data={"overwrite": shop.fingerprint})
    await report(*bought.sequence())
    path = f"/subscriptions/{bought.subscription_id}"
    provider_api.entities[path] = provider_api.entities[f"{path}/cancel"] = bought.subscription(
        bought.start + timedelta(hours=1), customer_id=heir.customer_id
    )
    await delete(world, shop)
    await revoke_licenses_of_deleted_tenants(context)
    await run_jobs()
    assert f"POST {path}/cancel" not in provider_api.calls
    assert [one["maxSeats"] for one in await heir.licenses() if "billing" in one] == [2]
