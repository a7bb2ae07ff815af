"""A subscription that the provider moved to another customer: its license follows, in any order of events."""

import asyncio
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from paddle_billing.Resources.Subscriptions.Operations import UpdateSubscription  # type: ignore[import-untyped]

from gatehouse.kit import clock
from gatehouse.kit.db.locks import Lock
from gatehouse.licensing.purchases.jobs import apply_payment_event
from gatehouse.licensing.reconciliation.service import read_customer_subscriptions
from tests.audit_log import audit_actions
from tests.directory.waiting import somebody_waits
from tests.licensing.provider import Event, Purchase, deliver, event
from tests.licensing.tool import Tool
from tests.licensing.waiting import until
from tests.lock_held import until_released


def move_event(purchase: Purchase, seconds: float, customer_id: str, **changes: Any) -> Event:
    return purchase.changed(seconds, customer_id=customer_id, **changes)


def cancel_event(purchase: Purchase, seconds: float, customer_id: str) -> Event:
    canceled = purchase.canceled(seconds)
    canceled["data"]["customer_id"] = customer_id
    return canceled


async def outcome(db, told: Event) -> str | None:
    found: str | None = await db.connection.fetchval(
        "select outcome from provider_events where id = $1", told["event_id"]
    )
    return found


def with_billing(licenses: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The licenses that a subscription pays or paid."""
    return [one for one in licenses if "billing" in one]


async def test_the_new_customer_gets_the_license_and_the_old_key_ends(
    open_shop, tool_of, new_client, report, world, db
):
    former, heir = await open_shop(), await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence())
    old_tool = await tool_of(former)
    assert (await old_tool.claim()).status_code == 201

    move = move_event(purchase, 60, heir.customer_id)
    await report(move)
    assert await outcome(db, move) == "applied"
    assert await old_tool.code() == "EXPIRED"
    assert await former.seats(world) == []
    [ended] = await former.licenses()
    assert ended["billing"]["status"] == {"type": "canceled", "at": "2026-03-02T10:01:00Z"}
    assert (ended["validTo"], ended["isOver"]) == ("2026-03-02T10:01:00Z", True)
    assert "nextPayment" not in ended["billing"]

    [received] = with_billing(await heir.licenses())
    assert (received["maxSeats"], received["billing"]["status"]) == (7, {"type": "active"})
    assert received["billing"]["nextPayment"] == "2026-04-02T10:00:00Z"
    assert received["key"] != ended["key"]
    new_tool = Tool(new_client(), received["key"])
    assert await new_tool.code() == "VALID"
    assert (await audit_actions(world, former.admin.tenant_id))[-1] == "license.moved_away"
    assert (await audit_actions(world, heir.admin.tenant_id))[-1] == "license.moved_here"

    await report(cancel_event(purchase, 120, heir.customer_id))
    assert await new_tool.code() == "EXPIRED"
    assert await old_tool.code() == "EXPIRED"


async def test_late_news_of_the_former_customer_changes_nothing(
    open_shop, tool_of, report, world, db
):
    former, heir = await open_shop(), await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence(), move_event(purchase, 60, heir.customer_id))
    tool = await tool_of(former)
    late = [purchase.changed(50), *purchase.sequence()]
    for one in late:
        one["event_id"] += "l"
    await report(*late)
    assert await tool.code() == "EXPIRED"
    assert await outcome(db, late[0]) == "the subscription was replaced"
    assert [one["billing"]["status"]["type"] for one in with_billing(await heir.licenses())] == [
        "active"
    ]
    assert (await audit_actions(world, heir.admin.tenant_id)).count("license.moved_here") == 1


async def test_every_order_of_events_leaves_the_seats_with_the_billed_organization(
    open_shop, report
):
    """Bought, paid, moved, seats changed, canceled."""
    for order in permutations(range(5)):
        former, heir = await open_shop(), await open_shop()
        purchase = Purchase(former.customer_id)
        more = [{"price": purchase.price, "quantity": 12}]
        told = [
            purchase.sequence()[2],
            purchase.sequence()[4],
            move_event(purchase, 60, heir.customer_id),
            move_event(purchase, 120, heir.customer_id, items=more),
            cancel_event(purchase, 180, heir.customer_id),
        ]
        await report(*[told[place] for place in order])
        states = [one["billing"]["status"]["type"] for one in with_billing(await former.licenses())]
        assert states in ([], ["canceled"]), order
        [received] = with_billing(await heir.licenses())
        assert received["billing"]["status"]["type"] == "canceled", order


async def test_moved_back_the_license_and_its_key_return(open_shop, tool_of, report):
    former, heir = await open_shop(), await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence())
    tool = await tool_of(former)
    await report(move_event(purchase, 60, heir.customer_id), purchase.changed(120))
    assert await tool.code() == "VALID"
    [returned] = await former.licenses()
    assert (returned["fingerprint"], returned["maxSeats"]) == (former.fingerprint, 7)
    assert [one["billing"]["status"]["type"] for one in with_billing(await heir.licenses())] == [
        "canceled"
    ]
    # The move is told only now.
    again = move_event(purchase, 60, heir.customer_id)
    await report(again)
    assert await tool.code() == "VALID"


async def test_moved_to_a_customer_of_no_organization_the_key_ends(
    open_shop, tool_of, report, world, db
):
    former = await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence())
    tool = await tool_of(former)
    away = move_event(purchase, 60, "ctm_01unknown00000000000000000")
    await report(away, purchase.changed(30))
    assert await tool.code() == "EXPIRED"
    assert await outcome(db, away) == "the subscription was moved to a customer of no organization"
    assert (await audit_actions(world, former.admin.tenant_id)).count("license.moved_away") == 1

    # The organization of that customer comes later.
    heir = await open_shop()
    await report(move_event(purchase, 90, heir.customer_id))
    assert [one["maxSeats"] for one in with_billing(await heir.licenses())] == [7]
    assert await tool.code() == "EXPIRED"


async def test_a_missing_payment_keeps_its_grace(open_shop, report):
    former, heir = await open_shop(), await open_shop()
    start = clock.now() - timedelta(days=2)
    purchase = Purchase(former.customer_id, start=start)
    await report(*purchase.sequence(), purchase.changed(60, "past_due"))
    [unpaid] = with_billing(await former.licenses())
    later = move_event(purchase, 86_400, heir.customer_id)
    later["data"]["status"] = "past_due"
    await report(later)
    [received] = with_billing(await heir.licenses())
    assert received["validTo"] == unpaid["validTo"]


async def test_the_former_customer_buys_again_in_place(open_shop, tool_of, report):
    former, heir = await open_shop(), await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence(), move_event(purchase, 60, heir.customer_id))
    again = Purchase(
        former.customer_id,
        seats=3,
        start=purchase.start + timedelta(days=1),
        custom_data={"overwrite_canceled": former.fingerprint},
    )
    await report(*again.sequence())
    tool = await tool_of(former)
    assert await tool.code() == "VALID"
    # Moved back, it is a second license: another subscription pays the first one by now.
    await report(purchase.changed(2 * 86_400))
    assert sorted(one["maxSeats"] for one in await former.licenses()) == [3, 7]


async def test_two_moves_in_opposite_directions_at_once(open_shop, client, context, report):
    one, other = await open_shop(), await open_shop()
    purchases = [Purchase(one.customer_id, seats=3), Purchase(other.customer_id, seats=4)]
    for purchase in purchases:
        await report(*purchase.sequence())
    for turn in range(1, 6):
        one, other = other, one
        told = [
            move_event(purchases[0], 60 * turn, one.customer_id),
            move_event(purchases[1], 60 * turn, other.customer_id),
        ]
        for each in told:
            assert (await deliver(client, each)).status_code == 200
        await asyncio.gather(
            *[
                apply_payment_event(context, event_id=each["event_id"])
                for each in told
                for _ in range(2)
            ]
        )

    def list_active_seats(licenses: list[dict[str, Any]]) -> list[int]:
        return [
            each["maxSeats"]
            for each in with_billing(licenses)
            if each["billing"]["status"]["type"] == "active"
        ]

    assert list_active_seats(await one.licenses()) == [3]
    assert list_active_seats(await other.licenses()) == [4]


async def test_a_payment_alone_moves_nothing(open_shop, tool_of, report, db):
    """What the subscription says decides; the provider is asked."""
    former, heir = await open_shop(), await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence())
    tool = await tool_of(former)
    at = purchase.start + timedelta(seconds=60)
    data = purchase.transaction("completed", at, customer_id=heir.customer_id)
    await report(event("transaction.completed", data, at))
    assert await tool.code() == "VALID"
    assert with_billing(await heir.licenses()) == []
    asked = await db.connection.fetchval(
        "select checkout_at from organizations where tenant_id = $1", heir.admin.tenant_id
    )
    assert asked is not None


async def test_the_former_customer_cannot_change_what_was_moved(
    open_shop, report, provider_api, tool_of
):
    """The news of the move has not come yet."""
    former, heir = await open_shop(), await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence())
    [license_now] = await former.licenses()
    tool = await tool_of(former)
    at = purchase.start + timedelta(seconds=60)
    entity = purchase.subscription(at, customer_id=heir.customer_id)
    provider_api.entities[f"/subscriptions/{purchase.subscription_id}"] = entity
    for call in (
        former.admin.browser.post(f"/api/v1/licenses/{license_now['id']}/cancel"),
        former.admin.browser.patch(f"/api/v1/licenses/{license_now['id']}", json={"maxSeats": 3}),
    ):
        answer = await call
        assert answer.status_code == 409, answer.text
    assert not [one for one in provider_api.calls if not one.startswith("GET")]
    assert await tool.code() == "EXPIRED"
    await report(event("subscription.updated", entity, at))
    assert [one["maxSeats"] for one in with_billing(await heir.licenses())] == [7]


@pytest.mark.parametrize("whose", ["former", "heir"])
async def test_a_move_without_news_is_found_by_a_look_at_either_customer(
    open_shop, report, provider_api, tool_of, whose, context, db
):
    former, heir = await open_shop(), await open_shop()
    purchase = Purchase(former.customer_id, custom_data={"overwrite": former.fingerprint})
    await report(*purchase.sequence())
    tool = await tool_of(former)
    entity = purchase.subscription(purchase.start + timedelta(days=1), customer_id=heir.customer_id)
    provider_api.entities[f"/subscriptions/{purchase.subscription_id}"] = entity
    provider_api.entities["/subscriptions"] = [entity] if whose == "heir" else []
    tenant_id = (former if whose == "former" else heir).admin.tenant_id
    organization_id = await db.connection.fetchval(
        "select id from organizations where tenant_id = $1", tenant_id
    )
    await read_customer_subscriptions(context, organization_id=str(organization_id))
    assert await tool.code() == "EXPIRED"
    assert [one["maxSeats"] for one in with_billing(await heir.licenses())] == [7]
    differing = await db.connection.fetchval(
        "select count(*) from payment_differences where subscription_id = $1"
        " and resolved_at is null",
        purchase.subscription_id,
    )
    assert differing == 0


async def test_moved_at_the_provider(paid, world, provider, paddle, run_jobs, tool_of):
    """The whole way: the provider's API, its events, and what both organizations see."""
    admin = await world.person("Admin")
    await admin.browser.post("/api/v1/organization", json={"name": "Heir"})
    config = (await admin.browser.get("/api/v1/paddle/checkout-config")).json()
    tool = await tool_of(paid)
    [subscription] = await provider.list_subscriptions(paid.customer_id)
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(customer_id=config["customerId"])
        )
    )

    async def is_received() -> bool:
        return len((await admin.browser.get("/api/v1/licenses")).json()) == 2

    await until(is_received, run_jobs)
    assert await tool.code() == "EXPIRED"
    [received] = [
        one for one in (await admin.browser.get("/api/v1/licenses")).json() if "billing" in one
    ]
    assert received["maxSeats"] == 6
    canceled_now = await admin.browser.post(f"/api/v1/licenses/{received['id']}/cancel")
    assert canceled_now.status_code == 200, canceled_now.text
    [former] = await paid.licenses()
    refused = await paid.admin.browser.post(f"/api/v1/licenses/{former['id']}/resume")
    assert refused.status_code == 409


async def test_the_first_news_and_the_move_at_once(open_shop, client, context):
    """No license is linked yet, so that only the subscription's own lock keeps the two apart."""
    former, heir = await open_shop(), await open_shop()
    purchases = [Purchase(former.customer_id, seats=seats) for seats in range(1, 6)]
    for purchase in purchases:
        told = [purchase.sequence()[2], move_event(purchase, 60, heir.customer_id)]
        for each in told:
            assert (await deliver(client, each)).status_code == 200
        await asyncio.gather(
            *[apply_payment_event(context, event_id=each["event_id"]) for each in told]
        )
    received = with_billing(await heir.licenses())
    assert sorted(one["maxSeats"] for one in received) == [1, 2, 3, 4, 5]
    assert {one["billing"]["status"]["type"] for one in with_billing(await former.licenses())} <= {
        "canceled"
    }


async def test_late_news_from_before_another_subscription_took_its_place(
    open_shop, report, provider_api, db
):
    """It names a customer of before, who gets no license back."""
    first, owner = await open_shop(), await open_shop()
    purchase = Purchase(first.customer_id)
    await report(*purchase.sequence(), move_event(purchase, 60, owner.customer_id))
    [received] = with_billing(await owner.licenses())
    paused = purchase.changed(90, "paused", customer_id=owner.customer_id)
    provider_api.entities[f"/subscriptions/{purchase.subscription_id}"] = paused["data"]
    await report(paused)
    again = Purchase(
        owner.customer_id,
        seats=3,
        start=purchase.start + timedelta(days=1),
        custom_data={"overwrite_canceled": received["fingerprint"]},
    )
    replacing = again.sequence()[2]
    await report(replacing)
    late = purchase.changed(30)
    await report(late)
    assert await outcome(db, late) == "the subscription was replaced"
    states = [one["billing"]["status"]["type"] for one in with_billing(await first.licenses())]
    assert states == ["canceled"]
    assert [one["maxSeats"] for one in with_billing(await owner.licenses())] == [3]


@pytest.mark.parametrize("is_back", [False, True])
async def test_a_move_locks_both_organizations_in_one_order(
    open_shop, client, context, report, db, is_back
):
    """Of two moves in opposite directions at once, each would else wait for the other."""
    one, other = await open_shop(), await open_shop()
    purchase = Purchase((other if is_back else one).customer_id)
    await report(*purchase.sequence())
    move = move_event(purchase, 60, (one if is_back else other).customer_id)
    assert (await deliver(client, move)).status_code == 200
    tenants = [one.admin.tenant_id, other.admin.tenant_id]
    async with db.connection.transaction():
        first, second = await db.connection.fetch(
            "select id from organizations where tenant_id = any($1) order by id", tenants
        )
        await db.connection.execute("select from organizations where id = $1 for update", first[0])
        moving = asyncio.ensure_future(apply_payment_event(context, event_id=move["event_id"]))
        await somebody_waits(db)
        assert await db.connection.fetch(
            "select id from organizations where id = $1 for update skip locked", second[0]
        )
    await moving


async def test_facts_of_a_subscription_are_applied_one_at_a_time(open_shop, report, database, db):
    purchase = Purchase((await open_shop()).customer_id)
    *first, last = purchase.sequence()
    await report(*first)
    asked = report(last)
    await until_released(database, Lock.SUBSCRIPTION, purchase.subscription_id, asked)
    assert await outcome(db, last) == "applied"
