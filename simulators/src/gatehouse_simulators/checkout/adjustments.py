"""Refunds, credits and disputes, of a whole transaction or of single lines."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import CheckoutRefusal, invalid_field
from gatehouse_simulators.checkout.fields import EntityId, Text
from gatehouse_simulators.checkout.ids import current_timestamp, new_entity_id, parse_timestamp
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.store.service import Listing
from gatehouse_simulators.checkout.webhooks.service import emit_event
from gatehouse_simulators.shared.money import round_half_up

REVIEW = timedelta(minutes=10)  # until a refund is approved, by itself
MOST = 200
ADJUSTABLE = {"refund": ("completed",), "credit": ("billed", "past_due")}

Amount = Annotated[str, Field(pattern=r"^\d{1,15}$")]


class NewAdjustmentItem(BaseModel):
    item_id: EntityId
    type: Literal["full", "partial"]
    amount: Amount | None = None


class NewAdjustment(BaseModel):
    """`items` are the adjusted lines; without them, `type` is `full`."""

    action: Literal["refund", "credit"]
    transaction_id: EntityId
    reason: Text
    type: Literal["full", "partial"] = "partial"
    items: list[NewAdjustmentItem] = Field([], max_length=100)


async def create_adjustment(db: Db, data: NewAdjustment) -> Entity:
    """Create an adjustment. A credit counts immediately, a refund once it is approved."""
    transaction = (await service.lock_entity(db, "transaction", data.transaction_id)).body
    if transaction["status"] not in ADJUSTABLE[data.action]:
        raise CheckoutRefusal(
            f"adjustment_transaction_invalid_status_for_{data.action}",
            f"Transaction {transaction['id']} is {transaction['status']}",
        )
    given_back = await _list_adjustments(db, transaction_id=transaction["id"])
    if any(one["status"] == "pending_approval" for one in given_back):
        raise CheckoutRefusal("adjustment_pending_refund_request", "A refund awaits approval")
    items = _adjusted_items(transaction, data, given_back)
    if not items:
        raise invalid_field("items", "must name what is given back")
    body = _build_adjustment(transaction, data, items)
    made = await service.add_entity(db, "adjustment", body)
    await emit_event(db, "adjustment.created", body)
    return made


async def open_dispute(db: Db, transaction_id: str) -> None:
    """Charge back the remaining amount of a paid transaction, as the buyer's bank does."""
    transaction = (await service.lock_entity(db, "transaction", transaction_id)).body
    whole = NewAdjustment(
        action="refund", transaction_id=transaction_id, reason="Chargeback", type="full"
    )
    items = _adjusted_items(
        transaction, whole, await _list_adjustments(db, transaction_id=transaction_id)
    )
    if transaction["status"] != "completed" or not items:
        raise CheckoutRefusal("adjustment_invalid", f"Nothing of {transaction_id} can be disputed")
    taken = {"action": "chargeback", "status": "approved"}
    body = _build_adjustment(transaction, whole, items) | taken
    await service.add_entity(db, "adjustment", body)
    await emit_event(db, "adjustment.created", body)


async def settle_dispute(db: Db, transaction_id: str) -> None:
    """Settle the dispute in the seller's favor: it is reversed, and a new adjustment records that."""
    for one in await _list_adjustments(
        db, transaction_id=transaction_id, action="chargeback", status="approved"
    ):
        disputed = await service.save_entity(
            db, await service.lock_entity(db, "adjustment", one["id"]), status="reversed"
        )
        await emit_event(db, "adjustment.updated", disputed.body)
        now = current_timestamp()
        back = {
            "id": new_entity_id("adj"),
            "action": "chargeback_reverse",
            "status": "approved",
            "created_at": now,
            "updated_at": now,
        }
        await service.add_entity(db, "adjustment", one | back)
        await emit_event(db, "adjustment.created", one | back)


async def refuse_pending_refund(db: Db, subscription_id: str) -> None:
    """Refuse while a refund of the subscription awaits approval, because amounts may still change."""
    waiting = await _list_adjustments(
        db, subscription_id=subscription_id, status="pending_approval"
    )
    if waiting:
        raise CheckoutRefusal("subscription_outstanding_pending_refund", "A refund awaits approval")


async def approve_due(db: Db) -> None:
    """Approve the refunds that have waited long enough."""
    for one in await _list_adjustments(db, status="pending_approval"):
        if parse_timestamp(one["created_at"]) + REVIEW <= clock.now():
            waiting = await service.lock_entity(db, "adjustment", one["id"])
            approved = await service.save_entity(db, waiting, status="approved")
            await emit_event(db, "adjustment.updated", approved.body)


async def _list_adjustments(db: Db, **named: str) -> list[Body]:
    found, _ = await service.list_page(db, "adjustment", Listing(containing=named, per_page=MOST))
    return found


def _adjusted_items(
    transaction: Body, data: NewAdjustment, given_back: Sequence[Body]
) -> list[Body]:
    """The amount to adjust of each line."""
    lines = {line["id"]: line for line in transaction["details"]["line_items"]}
    wanted = data.items
    if data.type == "full":
        wanted = [
            NewAdjustmentItem(item_id=name, type="full")
            for name, line in lines.items()
            if int(line["totals"]["total"]) > _adjusted_amount(given_back, name)
        ]
    items = []
    for number, one in enumerate(wanted):
        line = lines.get(one.item_id)
        if line is None:
            raise CheckoutRefusal("adjustment_transaction_item_invalid", f"No line {one.item_id}")
        left = int(line["totals"]["total"]) - _adjusted_amount(given_back, one.item_id)
        if one.type == "partial" and one.amount is None:
            raise invalid_field(f"items.{number}.amount", "is needed for a part")
        amount = int(one.amount or 0) if one.type == "partial" else left
        if not 0 < amount <= left:
            raise CheckoutRefusal(
                "adjustment_amount_above_remaining_allowed", f"At most {left} of {one.item_id}"
            )
        items.append(_build_item(line, one.type, amount))
    return items


async def net_refunds(db: Db, transaction_id: str) -> dict[str, int]:
    """The adjusted amount of each line of the transaction, without tax."""
    given_back = await _list_adjustments(db, transaction_id=transaction_id)
    names = {item["item_id"] for one in given_back for item in one["items"]}
    return {name: _adjusted_amount(given_back, name, "subtotal") for name in names}


def _adjusted_amount(adjustments: Sequence[Body], item_id: str, amount: str = "total") -> int:
    counted = [
        one
        for one in adjustments
        if one["status"] not in ("rejected", "reversed") and not one["action"].endswith("_reverse")
    ]
    items = [item for one in counted for item in one["items"]]
    return sum(int(item["totals"][amount]) for item in items if item["item_id"] == item_id)


def _build_item(line: Body, kind: str, amount: int) -> Body:
    """The adjustment of one line. Tax is adjusted in the proportion in which it was charged."""
    taken = line["totals"]
    tax = round_half_up(Decimal(taken["tax"]) * amount / int(taken["total"]))
    return {
        "id": new_entity_id("adjitm"),
        "item_id": line["id"],
        "type": kind,
        "amount": str(amount),
        "proration": None,
        "totals": {"subtotal": str(amount - tax), "tax": str(tax), "total": str(amount)},
    }


def _sum_totals(items: Sequence[Body]) -> Body:
    names = ("subtotal", "tax", "total")
    return {name: str(sum(int(item["totals"][name]) for item in items)) for name in names}


def _build_adjustment(transaction: Body, data: NewAdjustment, items: Sequence[Body]) -> Body:
    now = current_timestamp()
    rates = {line["id"]: line["tax_rate"] for line in transaction["details"]["line_items"]}
    totals = _sum_totals(items)
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
                "totals": _sum_totals([one for one in items if rates[one["item_id"]] == rate]),
            }
            for rate in sorted(set(rates.values()))
        ],
        "created_at": now,
        "updated_at": now,
    }
