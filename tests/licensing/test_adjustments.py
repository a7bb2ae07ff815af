"""Refunds, credits and disputes: a bill says what was given back of it, whatever the order of the news."""

from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from paddle_billing.Entities.Shared import Action, AdjustmentType  # type: ignore[import-untyped]
from paddle_billing.Resources.Adjustments.Operations import (  # type: ignore[import-untyped]
    CreateAdjustment,
    CreateAdjustmentItem,
    ListAdjustments,
)

from gatehouse.kit import clock
from gatehouse.licensing.purchases.jobs import reconcile_purchases
from tests.audit_log import audit_actions, audit_entries
from tests.licensing.provider import START, Event, Purchase, event, provider_id, stamp
from tests.licensing.scripted import refusal
from tests.licensing.waiting import until
from tests.world import World

PATH = "/api/v1/paddle/billing-information"
SEATS = 7
TOTAL = SEATS * 3000

# What is told of one bill: name, action, state and amount of an adjustment, in the order of what happened.
LIVES: dict[str, tuple[list[tuple[str, str, str, int]], dict[str, int], list[str]]] = {
    "refunded": (
        [("a", "refund", "pending_approval", TOTAL), ("a", "refund", "approved", TOTAL)],
        {"refunded": TOTAL},
        ["invoice.refunded"],
    ),
    "refunded in two parts": (
        [
            ("a", "refund", "pending_approval", 5000), ("a", "refund", "approved", 5000),
            ("b", "refund", "approved", 700),
        ],
        {"refunded": 5700},
        ["invoice.refunded", "invoice.refunded"],
    ),
    "asked for and refused": (
        [("a", "refund", "pending_approval", TOTAL), ("a", "refund", "rejected", TOTAL)],
        {},
        [],
    ),
    "disputed": ([("a", "chargeback", "approved", TOTAL)], {"disputed": TOTAL}, ["invoice.disputed"]),
    "warned of": ([("a", "chargeback_warning", "approved", TOTAL)], {}, []),
    "credited": (
        [("a", "credit", "approved", 900), ("b", "credit", "approved", 100),
         ("c", "credit_reverse", "approved", 100)],
        {"credited": 900},
        [],
    ),
    "of a kind that is not known": ([("a", "gift", "wrapped", TOTAL)], {}, []),
}  # fmt: skip
WON: dict[str, list[tuple[str, str, str, int]]] = {
    "by a state": [("a", "chargeback", "approved", TOTAL), ("a", "chargeback", "reversed", TOTAL)],
    "by an adjustment": [
        ("a", "chargeback", "approved", TOTAL), ("b", "chargeback_reverse", "approved", TOTAL)
    ],
    "by both": [
        ("a", "chargeback", "approved", TOTAL), ("a", "chargeback", "reversed", TOTAL),
        ("b", "chargeback_reverse", "approved", TOTAL),
    ],
}  # fmt: skip


class Desk:
    """A customer's bills, and news of what is given back of them."""

    def __init__(self, shop, provider_api, report) -> None:
        self.shop, self.report = shop, report
        provider_api.entities[f"/customers/{shop.customer_id}/payment-methods"] = []

    def news(self, purchase: Purchase, happened: list[tuple[str, str, str, int]]) -> list[Event]:
        ids = {name: provider_id("adj") for name, *_ in happened}
        told = [purchase.sequence()[-1]]
        for number, (name, action, status, total) in enumerate(happened):
            at = START + timedelta(days=1, seconds=number)
            body = adjustment(purchase, ids[name], action, status, total, updated_at=stamp(at))
            word = "created" if status in ("pending_approval", "wrapped") else "updated"
            told.append(event(f"adjustment.{word}", body, at))
        return told

    async def bills(self) -> dict[str, dict[str, Any]]:
        answer = await self.shop.admin.browser.get(PATH)
        assert answer.status_code == 200, answer.text
        return {one["id"]: one for one in answer.json()["bills"]}

    async def given_back(self, purchase: Purchase) -> dict[str, int]:
        bill = (await self.bills())[purchase.transaction_id]
        return {name: bill[name] for name in ("refunded", "credited", "disputed") if name in bill}


def adjustment(
    purchase: Purchase, name: str, action: str, status: str, total: int, **changes: Any
) -> dict[str, Any]:
    return {
        "id": name,
        "action": action,
        "type": "full",
        "transaction_id": purchase.transaction_id,
        "subscription_id": purchase.subscription_id,
        "customer_id": purchase.customer_id,
        "reason": "Not needed",
        "currency_code": "USD",
        "status": status,
        "items": [],
        "totals": {"subtotal": str(total), "tax": "0", "total": str(total)},
        "created_at": stamp(START),
        "updated_at": stamp(START),
    } | changes


@pytest.fixture
def desk(shop, provider_api, report) -> Desk:
    return Desk(shop, provider_api, report)


@pytest.mark.parametrize("life", LIVES)
async def test_every_order_of_the_news_ends_the_same(desk: Desk, life: str, world: World):
    """Also before the bill itself is known, each piece told twice; one audit entry for what is given back."""
    happened, expected, entries = LIVES[life]
    orders = list(permutations(range(1 + len(happened))))
    for order in orders:
        purchase = Purchase(desk.shop.customer_id, SEATS)
        news = desk.news(purchase, happened)
        for place in order:
            await desk.report(news[place], news[place] | {"event_id": provider_id("evt")})
        assert await desk.given_back(purchase) == expected, order
    assert await audit_actions(world, desk.shop.admin.tenant_id, "invoice.*") == entries * len(
        orders
    )


@pytest.mark.parametrize("how", WON)
async def test_a_dispute_that_is_won_is_none_any_more(desk: Desk, how: str, world: World):
    for order in permutations(range(1 + len(WON[how]))):
        purchase = Purchase(desk.shop.customer_id, SEATS)
        news = desk.news(purchase, WON[how])
        for place in order:
            await desk.report(news[place])
        assert await desk.given_back(purchase) == {}, order
    kinds = set(await audit_actions(world, desk.shop.admin.tenant_id, "invoice.*"))
    assert kinds == {"invoice.disputed", "invoice.dispute_ended"}


async def test_a_lost_dispute_stays_beside_one_that_was_won(desk: Desk):
    purchase = Purchase(desk.shop.customer_id, SEATS)
    happened = [("x", "chargeback", "approved", 4000), *WON["by both"]]
    for one in desk.news(purchase, happened):
        await desk.report(one)
    assert await desk.given_back(purchase) == {"disputed": 4000}


async def test_the_license_stays_and_what_differs_is_said_once(desk: Desk, world: World):
    """A refund takes nothing away: the subscription's own end does that."""
    purchase = Purchase(
        desk.shop.customer_id, SEATS, custom_data={"overwrite": desk.shop.fingerprint}
    )
    await desk.report(*purchase.sequence())
    before = await desk.shop.licenses()
    for one in desk.news(purchase, LIVES["refunded"][0]):
        await desk.report(one)
    assert await desk.shop.licenses() == before
    bill = (await desk.bills())[purchase.transaction_id]
    assert (bill["status"], bill["total"], bill["refunded"]) == ("completed", TOTAL, TOTAL)
    said = (await audit_entries(world, desk.shop.admin.tenant_id, "invoice.refunded"))[0]
    assert (said["description"], said["severity"]) == (
        "A payment of invoice 325-10566 was refunded",
        "Info",
    )


async def test_an_adjustment_of_another_customer_changes_no_bill(desk: Desk, open_shop):
    mine, theirs = (
        Purchase(desk.shop.customer_id, SEATS),
        Purchase((await open_shop()).customer_id, SEATS),
    )
    theirs.transaction_id = mine.transaction_id
    await desk.report(mine.sequence()[-1])
    for stranger in (theirs, Purchase(provider_id("ctm"), transaction_id=mine.transaction_id)):
        body = adjustment(stranger, provider_id("adj"), "refund", "approved", TOTAL)
        await desk.report(event("adjustment.updated", body, START))
    assert await desk.given_back(mine) == {}


@pytest.mark.parametrize(
    "odd",
    [
        {"totals": None}, {"totals": {"total": "a lot"}}, {"transaction_id": None}, {"status": 7},
        {"customer_id": None}, {"id": ""}, {"totals": {"total": "9" * 40}},
    ],
)  # fmt: skip
async def test_a_malformed_adjustment_changes_nothing(desk: Desk, odd: dict[str, Any]):
    purchase = Purchase(desk.shop.customer_id, SEATS)
    body = adjustment(purchase, provider_id("adj"), "refund", "approved", TOTAL) | odd
    await desk.report(purchase.sequence()[-1], event("adjustment.updated", body, START))
    assert await desk.given_back(purchase) == {}


@pytest.fixture
async def nobody_else(db):
    """Reconciliation reads every organization: remove what other tests left."""
    await db.connection.execute("update organizations set provider_customer_id = null")
    await db.connection.execute("delete from provider_events where applied_at is null")
    await db.connection.execute("delete from pgqueuer")


async def looked(desk: Desk, context, run_jobs) -> None:
    await desk.shop.admin.browser.get("/api/v1/paddle/checkout-config")
    await reconcile_purchases(context)
    await run_jobs()


async def test_news_that_is_lost_is_found(
    nobody_else, desk: Desk, provider_api, context, run_jobs, world: World
):
    purchase = Purchase(desk.shop.customer_id, SEATS)
    await desk.report(purchase.sequence()[-1])
    lost = adjustment(purchase, provider_id("adj"), "refund", "approved", 300)
    provider_api.adjustments.append(lost)
    await looked(desk, context, run_jobs)
    assert await desk.given_back(purchase) == {"refunded": 300}
    late = adjustment(purchase, lost["id"], "refund", "pending_approval", 300)
    await desk.report(event("adjustment.created", late, START))
    assert await desk.given_back(purchase) == {"refunded": 300}
    assert await audit_actions(world, desk.shop.admin.tenant_id, "invoice.*") == [
        "invoice.refunded"
    ]


async def test_a_credential_that_may_not_read_them_costs_nothing_else(
    nobody_else, desk: Desk, provider_api, context, run_jobs, db
):
    purchase = Purchase(desk.shop.customer_id, SEATS)
    known = purchase.subscription(purchase.start)
    provider_api.entities[f"/subscriptions/{purchase.subscription_id}"] = known
    provider_api.override = lambda method, path: (
        refusal(403, "forbidden", "no permission") if path == "/adjustments" else None
    )
    await looked(desk, context, run_jobs)
    assert SEATS in [one["maxSeats"] for one in await desk.shop.licenses()]
    assert await db.connection.fetchval("select count(*) from pgqueuer") == 0


async def test_a_refund_and_a_dispute_at_the_provider(paid, paddle, control, run_jobs):
    """The whole way: asked for, approved after a while, and then the bank."""
    browser = paid.admin.browser

    async def bill() -> dict[str, Any]:
        found: dict[str, Any] = (await browser.get(PATH)).json()["bills"][0]
        return found

    bought = await bill()
    raw = await paddle(lambda sdk: sdk.get_raw(f"/transactions/{bought['id']}"))
    line = raw.json()["data"]["details"]["line_items"][0]["id"]
    item = CreateAdjustmentItem(line, AdjustmentType.Partial, "500")
    part = CreateAdjustment.partial(Action.Refund, [item], "Less", bought["id"])
    await paddle(lambda sdk: sdk.adjustments.create(part))
    await run_jobs()
    assert await bill() == bought
    clock.advance_clock(timedelta(minutes=11))
    await control(action="run_due")

    async def is_refunded() -> bool:
        return bool((await bill()).get("refunded") == 500)

    await until(is_refunded, run_jobs)
    await control(action="chargeback", transaction_id=bought["id"])

    async def is_disputed() -> bool:
        return bool((await bill()).get("disputed") == bought["total"] - 500)

    await until(is_disputed, run_jobs)
    await control(action="chargeback_reverse", transaction_id=bought["id"])

    async def is_settled() -> bool:
        return "disputed" not in await bill()

    await until(is_settled, run_jobs)
    mine = ListAdjustments(transaction_ids=[bought["id"]])
    listed = await paddle(lambda sdk: list(sdk.adjustments.list(mine)))
    assert {(one.action.value, one.status.value) for one in listed} == {
        ("refund", "approved"), ("chargeback", "reversed"),
        ("chargeback_reverse", "approved"),
    }  # fmt: skip
    [license_] = await paid.licenses()
    assert license_["billing"]["status"] == {"type": "active"}
