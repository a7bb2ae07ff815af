"""Setup intents. The browser calls some of these too, with the publishable key and the intent's secret."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.api.intents import (
    BankAnswer,
    ClientSecretQuery,
    require_client_secret,
    show_intent,
)
from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.fields import EntityId
from gatehouse_simulators.cards.listing import CardListQuery, show_page
from gatehouse_simulators.cards.setup import service
from gatehouse_simulators.cards.setup.confirm import authenticate_setup, confirm_setup
from gatehouse_simulators.cards.setup.parameters import (
    IntentCancellation,
    IntentChange,
    IntentConfirmation,
    NewIntent,
)

router = APIRouter(prefix="/setup_intents")
browser = APIRouter(prefix="/setup_intents")


class IntentPage(CardListQuery):
    customer: EntityId | None = None
    payment_method: EntityId | None = None


@router.post("")
async def create_intent(call: ThisCall) -> JSONResponse:
    return await call.show(await service.create_setup(call.ledger, call.read_parameters(NewIntent)))


@router.get("")
async def list_intents(call: ThisCall) -> JSONResponse:
    page = call.read_parameters(IntentPage)
    containing = page.model_dump(include={"customer", "payment_method"}, exclude_none=True)
    return await show_page(call, "setup_intent", page, containing)


@browser.get("/{intent_id}")
async def get_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    secret = require_client_secret(call, call.read_parameters(ClientSecretQuery).client_secret)
    return await show_intent(
        call, await service.find_setup(call.ledger, intent_id, secret, lock=False)
    )


@router.post("/{intent_id}")
async def update_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    return await call.show(
        await service.change_setup(call.ledger, intent_id, call.read_parameters(IntentChange))
    )


@browser.post("/{intent_id}/confirm")
async def confirm_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    data = call.read_parameters(IntentConfirmation)
    intent = await service.find_setup(
        call.ledger, intent_id, require_client_secret(call, data.client_secret), lock=True
    )
    return await show_intent(call, await confirm_setup(call.ledger, intent, data))


@browser.post("/{intent_id}/authenticate")
async def authenticate_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    """Answer the bank's challenge. With the real provider, the bank's own page does this."""
    data = call.read_parameters(BankAnswer)
    intent = await service.find_setup(call.ledger, intent_id, data.client_secret, lock=True)
    answered = await authenticate_setup(call.ledger, intent, approved=data.approved)
    return await show_intent(call, answered)


@router.post("/{intent_id}/cancel")
async def cancel_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    return await call.show(
        await service.cancel_setup(call.ledger, intent_id, call.read_parameters(IntentCancellation))
    )
