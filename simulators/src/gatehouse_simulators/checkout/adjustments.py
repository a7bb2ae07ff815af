"""Refunds, credits and disputes: what is given back of a transaction, as a whole or line by line."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import Refused, invalid
from gatehouse_simulators.checkout.fields import EntityId, Text
from gatehouse_simulators.checkout.ids import moment, new_entity_id, now_stamp
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.store.service import Listing
from gatehouse_simulators.checkout.webhooks.service import emit
from gatehouse_simulators.shared.money import rounded

REVIEW = timedelta(minutes=10)  # until a refund is approved, by itself
MOST = 200
ADJUSTABLE = {"refund": ("completed",), "credit": ("billed", "past_due")}

Amount = Annotated[str, Field(pattern=r"^\d{1,15}$")]


class NewAdjustmentItem(BaseModel):
    item_id: EntityId
    type: Literal["full", "partial"]
    amount: Amount | None = None


class NewAdjustment(BaseModel):
    """`items` are the lines of a part; without them, `type` is `full`."""

    action: Literal["refund", "credit"]
    transaction_id: EntityId
    reason: Text
    type: Literal["full", "partial"] = "partial"
    items: list[NewAdjustmentItem] = Field([], max_length=100)


async def create(db: Db, data: NewAdjustment) -> Entity:
    """A credit counts at once, a refund once it is approved."""
    transaction = (await service.lock(db, "transaction", data.transaction_id)).body
    if transaction["status"] not in ADJUSTABLE[data.action]:
        raise Refused(
            f"adjustment_transaction_invalid_status_for_{data.action}",
            f"Transaction {transaction['id']} is {transaction['status']}",
        )
    given_back = await _of(db, transaction_id=transaction["id"])
    if any(one["status"] == "pending_approval" for one in given_back):
        raise Refused("adjustment_pending_refund_request", "A refund awaits approval")
    items = _items(transaction, data, given_back)
    if not items:
        raise invalid("items", "must name what is given back")
    body = _body(transaction, data, items)
    made = await service.add(db, "adjustment", body)
    await emit(db, "adjustment.created", body)
    return made


async def dispute(db: Db, transaction_id: str) -> None:
    """What the buyer's bank does with all that is left of a paid transaction."""
    transaction = (await service.lock(db, "transaction", transaction_id)).body
    whole = NewAdjustment(
        action="refund", transaction_id=transaction_id, reason="Chargeback", type="full"
    )
    items = _items(transaction, whole, await _of(db, transaction_id=transaction_id))
    if transaction["status"] != "completed" or not items:
        raise Refused("adjustment_invalid", f"Nothing of {transaction_id} can be disputed")
    taken = {"action": "chargeback", "status": "approved"}
    body = _body(transaction, whole, items) | taken
    await service.add(db, "adjustment", body)
    await emit(db, "adjustment.created", body)


async def settle_dispute(db: Db, transaction_id: str) -> None:
    """The bank decides for the seller: the dispute is reversed, and an adjustment of its own says so, too."""
    for one in await _of(db, transaction_id=transaction_id, action="chargeback", status="approved"):
        disputed = await service.save(
            db, await service.lock(db, "adjustment", one["id"]), status="reversed"
        )
        await emit(db, "adjustment.updated", disputed.body)
        now = now_stamp()
        back = {
            "id": new_entity_id("adj"),
            "action": "chargeback_reverse",
            "status": "approved",
            "created_at": now,
            "updated_at": now,
        }
        await service.add(db, "adjustment", one | back)
        await emit(db, "adjustment.created", one | back)


async def refuse_pending_refund(db: Db, subscription_id: str) -> None:
    """While it is not known what a bill was worth, nothing that depends on it changes."""
    waiting = await _of(db, subscription_id=subscription_id, status="pending_approval")
    if waiting:
        raise Refused("subscription_outstanding_pending_refund", "A refund awaits approval")


async def approve_due(db: Db) -> None:
    """What has waited long enough."""
    for one in await _of(db, status="pending_approval"):
        if moment(one["created_at"]) + REVIEW <= clock.now():
            waiting = await service.lock(db, "adjustment", one["id"])
            approved = await service.save(db, waiting, status="approved")
            await emit(db, "adjustment.updated", approved.body)


async def _of(db: Db, **named: str) -> list[Body]:
    found, _ = await service.listed(db, "adjustment", Listing(containing=named, per_page=MOST))
    return found


def _items(transaction: Body, data: NewAdjustment, given_back: Sequence[Body]) -> list[Body]:
    """Of each line what is given back."""
    lines = {line["id"]: line for line in transaction["details"]["line_items"]}
    wanted = data.items
    if data.type == "full":
        wanted = [
            NewAdjustmentItem(item_id=name, type="full")
            for name, line in lines.items()
            if int(line["totals"]["total"]) > _given_back(given_back, name)
        ]
    items = []
    for number, one in enumerate(wanted):
        line = lines.get(one.item_id)
        if line is None:
            raise Refused("adjustment_transaction_item_invalid", f"No line {one.item_id}")
        left = int(line["totals"]["total"]) - _given_back(given_back, one.item_id)
        if one.type == "partial" and one.amount is None:
            raise invalid(f"items.{number}.amount", "is needed for a part")
        amount = int(one.amount or 0) if one.type == "partial" else left
        if not 0 < amount <= left:
            raise Refused(
                "adjustment_amount_above_remaining_allowed", f"At most {left} of {one.item_id}"
            )
        items.append(_item(line, one.type, amount))
    return items


async def refunded_net(db: Db, transaction_id: str) -> dict[str, int]:
    """By line of the transaction what was given back of it, without tax."""
    given_back = await _of(db, transaction_id=transaction_id)
    names = {item["item_id"] for one in given_back for item in one["items"]}
    return {name: _given_back(given_back, name, "subtotal") for name in names}


def _given_back(adjustments: Sequence[Body], item_id: str, amount: str = "total") -> int:
    counted = [
        one
        for one in adjustments
        if one["status"] not in ("rejected", "reversed") and not one["action"].endswith("_reverse")
    ]
    items = [item for one in counted for item in one["items"]]
    return sum(int(item["totals"][amount]) for item in items if item["item_id"] == item_id)


def _item(line: Body, kind: str, amount: int) -> Body:
    """Tax is given back in the proportion in which it was taken."""
    taken = line["totals"]
    tax = rounded(Decimal(taken["tax"]) * amount / int(taken["total"]))
    return {
        "id": new_entity_id("adjitm"),
        "item_id": line["id"],
        "type": kind,
        "amount": str(amount),
        "proration": None,
        "totals": {"subtotal": str(amount - tax), "tax": str(tax), "total": str(amount)},
    }


def _sum(items: Sequence[Body]) -> Body:
    names = ("subtotal", "tax", "total")
    return {name: str(sum(int(item["totals"][name]) for item in items)) for name in names}


def _body(transaction: Body, data: NewAdjustment, items: Sequence[Body]) -> Body:
    now = now_stamp()
    rates = {line["id"]: line["tax_rate"] for line in transaction["details"]["line_items"]}
    totals = _sum(items)
    whole = {
        **totals,
        "fee": "0",
        "earnings": totals["subtotal"],
        "retained_fee": "0",
        "currency_code": transaction["currency_code"],
    }
    return {
        "id": new_entity_id("adj"),
        "action": data.action,
        "type": data.type,
        "transaction_id": transaction["id"],
        "subscription_id": transaction["subscription_id"],
        "customer_id": transaction["customer_id"],
        "reason": data.reason,
        "credit_applied_to_balance": None if data.action == "refund" else False,
        "currency_code": transaction["currency_code"],
        "status": "pending_approval" if data.action == "refund" else "approved",
        "items": items,
        "totals": whole,
        "payout_totals": {**whole, "chargeback_fee": {"amount": "0", "original": None}},
        "tax_rates_used": [
            {
                "tax_rate": rate,
                "totals": _sum([one for one in items if rates[one["item_id"]] == rate]),
            }
            for rate in sorted(set(rates.values()))
        ],
        "created_at": now,
        "updated_at": now,
    }
