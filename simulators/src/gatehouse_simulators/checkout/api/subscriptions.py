from typing import Annotated

from fastapi import APIRouter, Body, Request
from fastapi.responses import JSONResponse

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.api.listing import list_page, texts
from gatehouse_simulators.checkout.envelope import success
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
from gatehouse_simulators.checkout.subscriptions.change import SubscriptionChange
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
        return [_with_links(simulator, body) for body in bodies]

    fields = ("id", "customer_id", "address_id", "status", "collection_mode")
    wanted = _containing(request)
    return await list_page(request, db, "subscription", *fields, containing=wanted, show=show)


@router.get("/{subscription_id}")
async def get_subscription(
    request: Request, db: Account, simulator: Simulator, subscription_id: PathId
) -> JSONResponse:
    found = await service.get(db, "subscription", subscription_id)
    shown = _with_links(simulator, found.body)
    includes = set(texts(request, "include"))
    if "next_transaction" in includes:
        pending = found.private.get("pending", [])
        credit = await balance.left(db, found.body)
        shown["next_transaction"] = await forecast.next_transaction(db, found.body, pending, credit)
    if "recurring_transaction_details" in includes:
        shown["recurring_transaction_details"] = await forecast.recurring_details(db, found.body)
    return success(shown)


@router.patch("/{subscription_id}")
async def update_subscription(
    db: Account, simulator: Simulator, subscription_id: PathId, data: SubscriptionChange
) -> JSONResponse:
    return _answer(simulator, await change.apply(db, subscription_id, data))


@router.patch("/{subscription_id}/preview")
async def preview_update(
    db: Account, simulator: Simulator, subscription_id: PathId, data: SubscriptionChange
) -> JSONResponse:
    previewed = await change.preview(db, subscription_id, data)
    return success({**previewed, "management_urls": _links(simulator)})


@router.post("/{subscription_id}/cancel")
async def cancel(
    db: Account,
    simulator: Simulator,
    subscription_id: PathId,
    data: Annotated[CancelRequest | None, Body()] = None,
) -> JSONResponse:
    ended = await lifecycle.cancel(db, subscription_id, data or CancelRequest())
    return _answer(simulator, ended)


@router.post("/{subscription_id}/pause")
async def pause(
    db: Account,
    simulator: Simulator,
    subscription_id: PathId,
    data: Annotated[PauseRequest | None, Body()] = None,
) -> JSONResponse:
    paused = await lifecycle.pause(db, subscription_id, data or PauseRequest())
    return _answer(simulator, paused)


@router.post("/{subscription_id}/resume")
async def resume(
    db: Account,
    simulator: Simulator,
    subscription_id: PathId,
    data: Annotated[ResumeRequest | None, Body()] = None,
) -> JSONResponse:
    """At once it is active again and billed for a new period."""
    resumed = await lifecycle.resume(db, subscription_id, data or ResumeRequest())
    return _answer(simulator, await _renewed(db, resumed))


@router.post("/{subscription_id}/activate")
async def activate(db: Account, simulator: Simulator, subscription_id: PathId) -> JSONResponse:
    """The trial ends now, and the first period is billed."""
    ended = await lifecycle.end_trial(db, subscription_id)
    return _answer(simulator, await renewal.renew(db, ended))


@router.post("/{subscription_id}/charge")
async def charge_once(
    db: Account, simulator: Simulator, subscription_id: PathId, data: OneOffCharge
) -> JSONResponse:
    return _answer(simulator, await charge.charge(db, subscription_id, data))


@router.post("/{subscription_id}/charge/preview")
async def preview_charge(
    db: Account, simulator: Simulator, subscription_id: PathId, data: OneOffCharge
) -> JSONResponse:
    previewed = await charge.preview(db, subscription_id, data)
    return success({**previewed, "management_urls": _links(simulator)})


@router.get("/{subscription_id}/update-payment-method-transaction")
async def get_card_change_transaction(
    db: Account, simulator: Simulator, subscription_id: PathId
) -> JSONResponse:
    link = simulator.page("/billing/checkout")
    made = await lifecycle.card_change_transaction(db, subscription_id, link)
    return success(made.body)


async def _renewed(db: Db, subscription: Entity) -> Entity:
    if subscription.body["status"] != "active":
        return subscription
    return await renewal.renew(db, subscription)


def _containing(request: Request) -> models.Body:
    """The first price, and the scheduled action, that the list asks for."""
    wanted: models.Body = {}
    prices = texts(request, "price_id")
    if prices:
        wanted["items"] = [{"price": {"id": prices[0]}}]
    actions = texts(request, "scheduled_change_action")
    if actions:
        wanted["scheduled_change"] = {"action": actions[0]}
    return wanted


def _answer(simulator: CheckoutSimulator, subscription: Entity) -> JSONResponse:
    return success(_with_links(simulator, subscription.body))


def _with_links(simulator: CheckoutSimulator, subscription: models.Body) -> models.Body:
    """Management links are part of the API's answers and never of an event."""
    return {**subscription, "management_urls": _links(simulator)}


def _links(simulator: CheckoutSimulator) -> models.Body:
    link = simulator.page("/billing")
    return {"update_payment_method": link, "cancel": link}
