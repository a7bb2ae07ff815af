"""The browser calls some of these too, with the publishable key and the intent's secret."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse.simulators.cards.call import Call, ThisCall
from gatehouse.simulators.cards.errors import Refused
from gatehouse.simulators.cards.fields import EntityId, Parameters
from gatehouse.simulators.cards.listing import Page, show_page
from gatehouse.simulators.cards.setup import service
from gatehouse.simulators.cards.setup.service import (
    Cancellation,
    Confirmation,
    IntentChange,
    NewIntent,
)
from gatehouse.simulators.cards.store.models import Entity

router = APIRouter(prefix="/setup_intents")
browser = APIRouter(prefix="/setup_intents")

# What only the vendor's server sees.
PRIVATE = ("metadata", "customer", "application", "on_behalf_of")


class IntentPage(Page):
    customer: EntityId | None = None
    payment_method: EntityId | None = None


class Looking(Parameters):
    client_secret: str | None = None


class Answered(Parameters):
    """What the card's owner told the bank."""

    client_secret: str
    approved: bool


@router.post("")
async def create_intent(call: ThisCall) -> JSONResponse:
    return await call.show(await service.create(call.ledger, call.read(NewIntent)))


@router.get("")
async def list_intents(call: ThisCall) -> JSONResponse:
    page = call.read(IntentPage)
    containing = page.model_dump(include={"customer", "payment_method"}, exclude_none=True)
    return await show_page(call, "setup_intent", page, containing)


@browser.get("/{intent_id}")
async def get_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    secret = _secret(call, call.read(Looking).client_secret)
    return await _show(call, await service.find(call.ledger, intent_id, secret, lock=False))


@router.post("/{intent_id}")
async def update_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    return await call.show(await service.change(call.ledger, intent_id, call.read(IntentChange)))


@browser.post("/{intent_id}/confirm")
async def confirm_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    data = call.read(Confirmation)
    intent = await service.find(
        call.ledger, intent_id, _secret(call, data.client_secret), lock=True
    )
    return await _show(call, await service.confirm(call.ledger, intent, data))


@browser.post("/{intent_id}/authenticate")
async def authenticate_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    """What the bank's own page does with the real provider."""
    data = call.read(Answered)
    intent = await service.find(call.ledger, intent_id, data.client_secret, lock=True)
    answered = await service.authenticate(call.ledger, intent, approved=data.approved)
    return await _show(call, answered)


@router.post("/{intent_id}/cancel")
async def cancel_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    return await call.show(await service.cancel(call.ledger, intent_id, call.read(Cancellation)))


def _secret(call: Call, given: str | None) -> str | None:
    """A browser must know the intent's secret."""
    if call.side == "browser" and given is None:
        raise Refused("Missing required param: client_secret.", "parameter_missing",
                      param="client_secret")  # fmt: skip
    return given


async def _show(call: Call, intent: Entity) -> JSONResponse:
    if call.side == "server":
        return await call.show(intent)
    body = {name: value for name, value in intent.body.items() if name not in PRIVATE}
    return JSONResponse(body)
