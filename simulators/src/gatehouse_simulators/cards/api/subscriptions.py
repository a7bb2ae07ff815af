from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.fields import EntityId, Parameters
from gatehouse_simulators.cards.listing import CardListQuery, show_page
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.subscriptions import cancel, create
from gatehouse_simulators.cards.subscriptions.change import change_subscription
from gatehouse_simulators.cards.subscriptions.parameters import NewSubscription, SubscriptionUpdate

router = APIRouter(prefix="/subscriptions")

Status = Literal[
    "active",
    "all",
    "canceled",
    "ended",
    "incomplete",
    "incomplete_expired",
    "past_due",
    "paused",
    "trialing",
    "unpaid",
]
# Statuses that one value of the filter stands for.
SEVERAL = {
    "all": (),
    "ended": ("canceled", "incomplete_expired"),
    "": ("active", "incomplete", "past_due", "paused", "trialing", "unpaid"),
}


class SubscriptionPage(CardListQuery):
    customer: EntityId | None = None
    price: EntityId | None = None
    status: Status | None = None
    collection_method: str | None = None


class SubscriptionResumption(Parameters):
    billing_cycle_anchor: Literal["now", "unchanged"] = "now"


@router.post("")
async def create_subscription(call: ThisCall) -> JSONResponse:
    return await call.show(
        await create.create_subscription(call.ledger, call.read_parameters(NewSubscription))
    )


@router.get("")
async def list_subscriptions(call: ThisCall) -> JSONResponse:
    """List subscriptions. Without `status`, canceled ones are left out."""
    page = call.read_parameters(SubscriptionPage)
    containing: dict[str, Any] = page.model_dump(
        include={"customer", "collection_method"}, exclude_none=True
    )
    if page.price:
        containing["items"] = {"data": [{"price": {"id": page.price}}]}
    statuses = SEVERAL.get(page.status or "", (page.status or "",))
    return await show_page(call, "subscription", page, containing, statuses)


@router.get("/{subscription_id}")
async def get_subscription(call: ThisCall, subscription_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await store.get_entity(call.db, "subscription", subscription_id))


@router.post("/{subscription_id}")
async def update_subscription(call: ThisCall, subscription_id: str) -> JSONResponse:
    data = call.read_parameters(SubscriptionUpdate)
    return await call.show(await change_subscription(call.ledger, subscription_id, data))


@router.delete("/{subscription_id}")
async def cancel_subscription(call: ThisCall, subscription_id: str) -> JSONResponse:
    data = call.read_parameters(cancel.ImmediateCancellation)
    return await call.show(await cancel.cancel_subscription(call.ledger, subscription_id, data))


@router.post("/{subscription_id}/resume")
async def resume_subscription(call: ThisCall, subscription_id: str) -> JSONResponse:
    call.read_parameters(SubscriptionResumption)
    return await call.show(await cancel.resume_subscription(call.ledger, subscription_id))
