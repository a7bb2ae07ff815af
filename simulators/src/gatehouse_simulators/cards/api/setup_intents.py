"""The browser calls some of these too, with the publishable key and the intent's secret."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.api.intents import Answered, Looking, secret_of, show_intent
from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.fields import EntityId
from gatehouse_simulators.cards.listing import Page, show_page
from gatehouse_simulators.cards.setup import service
from gatehouse_simulators.cards.setup.confirm import authenticate, confirm
from gatehouse_simulators.cards.setup.parameters import (
    Cancellation,
    Confirmation,
    IntentChange,
    NewIntent,
)

router = APIRouter(prefix="/setup_intents")
browser = APIRouter(prefix="/setup_intents")


class IntentPage(Page):
    customer: EntityId | None = None
    payment_method: EntityId | None = None


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
    secret = secret_of(call, call.read(Looking).client_secret)
    return await show_intent(call, await service.find(call.ledger, intent_id, secret, lock=False))


@router.post("/{intent_id}")
async def update_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    return await call.show(await service.change(call.ledger, intent_id, call.read(IntentChange)))


@browser.post("/{intent_id}/confirm")
async def confirm_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    data = call.read(Confirmation)
    intent = await service.find(
        call.ledger, intent_id, secret_of(call, data.client_secret), lock=True
    )
    return await show_intent(call, await confirm(call.ledger, intent, data))


@browser.post("/{intent_id}/authenticate")
async def authenticate_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    """What the bank's own page does with the real provider."""
    data = call.read(Answered)
    intent = await service.find(call.ledger, intent_id, data.client_secret, lock=True)
    answered = await authenticate(call.ledger, intent, approved=data.approved)
    return await show_intent(call, answered)


@router.post("/{intent_id}/cancel")
async def cancel_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    return await call.show(await service.cancel(call.ledger, intent_id, call.read(Cancellation)))
