from typing import Annotated

from fastapi import APIRouter, Body, Request
from fastapi.responses import JSONResponse

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.api.listing import list_page, read_texts
from gatehouse_simulators.checkout.envelope import build_success
from gatehouse_simulators.checkout.fields import PathId
from gatehouse_simulators.checkout.simulator import Account, CheckoutSimulator, Simulator
from gatehouse_simulators.checkout.store import models, service
from gatehouse_simulators.checkout.store.models import Entity
from gatehouse_simulators.checkout.subscriptions import (
    balance,
    change,
    charge,
    forecast,
    lifecycle,
    renewal,
)
from gatehouse_simulators.checkout.subscriptions.change import CheckoutSubscriptionChange
from gatehouse_simulators.checkout.subscriptions.charge import OneOffCharge
from gatehouse_simulators.checkout.subscriptions.lifecycle import (
    CancelRequest,
    PauseRequest,
    ResumeRequest,
)

router = APIRouter(prefix="/subscriptions")


@router.get("")
async def list_subscriptions(request: Request, db: Account, simulator: Simulator) -> JSONResponse:
    async def show(bodies: list[models.Body]) -> list[models.Body]:
        return [_add_links(simulator, body) for body in bodies]

    fields = ("id", "customer_id", "address_id", "status", "collection_mode")
    wanted = _read_filters(request)
    return await list_page(request, db, "subscription", *fields, containing=wanted, show=show)


@router.get("/{subscription_id}")
async def get_subscription(
    request: Request, db: Account, simulator: Simulator, subscription_id: PathId
) -> JSONResponse:
    found = await service.get_entity(db, "subscription", subscription_id)
    shown = _add_links(simulator, found.body)
    includes = set(read_texts(request, "include"))
    if "next_transaction" in includes:
        pending = found.private.get("pending", [])
        credit = await balance.read_credit(db, found.body)
        shown["next_transaction"] = await forecast.next_transaction(db, found.body, pending, credit)
    if "recurring_transaction_details" in includes:
        shown["recurring_transaction_details"] = await forecast.build_recurring_details(
            db, found.body
        )
    return build_success(shown)


@router.patch("/{subscription_id}")
async def update_subscription(
    db: Account, simulator: Simulator, subscription_id: PathId, data: CheckoutSubscriptionChange
) -> JSONResponse:
    return _respond(simulator, await change.apply_change(db, subscription_id, data))


@router.patch("/{subscription_id}/preview")
async def preview_update(
    db: Account, simulator: Simulator, subscription_id: PathId, data: CheckoutSubscriptionChange
) -> JSONResponse:
    previewed = await change.preview_change(db, subscription_id, data)
    return build_success({**previewed, "management_urls": _management_links(simulator)})


@router.post("/{subscription_id}/cancel")
async def cancel_subscription(
    db: Account,
    simulator: Simulator,
    subscription_id: PathId,
    data: Annotated[CancelRequest | None, Body()] = None,
) -> JSONResponse:
    ended = await lifecycle.cancel_subscription(db, subscription_id, data or CancelRequest())
    return _respond(simulator, ended)


@router.post("/{subscription_id}/pause")
async def pause_subscription(
    db: Account,
    simulator: Simulator,
    subscription_id: PathId,
    data: Annotated[PauseRequest | None, Body()] = None,
) -> JSONResponse:
    paused = await lifecycle.pause_subscription(db, subscription_id, data or PauseRequest())
    return _respond(simulator, paused)


@router.post("/{subscription_id}/resume")
async def resume_subscription(
    db: Account,
    simulator: Simulator,
    subscription_id: PathId,
    data: Annotated[ResumeRequest | None, Body()] = None,
) -> JSONResponse:
    """Resume a paused subscription. It is active and billed for a new period immediately."""
    resumed = await lifecycle.resume_subscription(db, subscription_id, data or ResumeRequest())
    return _respond(simulator, await _renew_if_active(db, resumed))


@router.post("/{subscription_id}/activate")
async def activate_subscription(
    db: Account, simulator: Simulator, subscription_id: PathId
) -> JSONResponse:
    """End the trial now and bill the first period."""
    ended = await lifecycle.end_trial(db, subscription_id)
    return _respond(simulator, await renewal.renew_subscription(db, ended))


@router.post("/{subscription_id}/charge")
async def charge_once(
    db: Account, simulator: Simulator, subscription_id: PathId, data: OneOffCharge
) -> JSONResponse:
    return _respond(simulator, await charge.charge_once(db, subscription_id, data))


@router.post("/{subscription_id}/charge/preview")
async def preview_charge(
    db: Account, simulator: Simulator, subscription_id: PathId, data: OneOffCharge
) -> JSONResponse:
    previewed = await charge.preview_charge(db, subscription_id, data)
    return build_success({**previewed, "management_urls": _management_links(simulator)})


@router.get("/{subscription_id}/update-payment-method-transaction")
async def get_card_change_transaction(
    db: Account, simulator: Simulator, subscription_id: PathId
) -> JSONResponse:
    link = simulator.page_url("/billing/checkout")
    made = await lifecycle.card_change_transaction(db, subscription_id, link)
    return build_success(made.body)


async def _renew_if_active(db: Db, subscription: Entity) -> Entity:
    if subscription.body["status"] != "active":
        return subscription
    return await renewal.renew_subscription(db, subscription)


def _read_filters(request: Request) -> models.Body:
    """The filters by price and by scheduled change."""
    wanted: models.Body = {}
    prices = read_texts(request, "price_id")
    if prices:
        wanted["items"] = [{"price": {"id": prices[0]}}]
    actions = read_texts(request, "scheduled_change_action")
    if actions:
        wanted["scheduled_change"] = {"action": actions[0]}
    return wanted


def _respond(simulator: CheckoutSimulator, subscription: Entity) -> JSONResponse:
    return build_success(_add_links(simulator, subscription.body))


def _add_links(simulator: CheckoutSimulator, subscription: models.Body) -> models.Body:
    """Add management links, which API responses contain and events do not."""
    return {**subscription, "management_urls": _management_links(simulator)}


def _management_links(simulator: CheckoutSimulator) -> models.Body:
    link = simulator.page_url("/billing")
    return {"update_payment_method": link, "cancel": link}
