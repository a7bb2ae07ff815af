"""Payment intents of invoices. A browser pays with the publishable key and the intent's secret."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.api.intents import (
    BankAnswer,
    ClientSecretQuery,
    require_client_secret,
    show_intent,
)
from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.invoices import confirm
from gatehouse_simulators.cards.setup.parameters import IntentConfirmation

browser = APIRouter(prefix="/payment_intents")


@browser.get("/{intent_id}")
async def get_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    secret = require_client_secret(call, call.read_parameters(ClientSecretQuery).client_secret)
    return await show_intent(
        call, await confirm.find_intent(call.ledger, intent_id, secret, lock=False)
    )


@browser.post("/{intent_id}/confirm")
async def confirm_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    data = call.read_parameters(IntentConfirmation)
    secret = require_client_secret(call, data.client_secret)
    intent = await confirm.find_intent(call.ledger, intent_id, secret, lock=True)
    return await show_intent(call, await confirm.confirm_intent(call.ledger, intent, data))


@browser.post("/{intent_id}/authenticate")
async def authenticate_intent(call: ThisCall, intent_id: str) -> JSONResponse:
    """Answer the bank's challenge. With the real provider, the bank's own page does this."""
    data = call.read_parameters(BankAnswer)
    intent = await confirm.find_intent(call.ledger, intent_id, data.client_secret, lock=True)
    answered = await confirm.authenticate_intent(call.ledger, intent, approved=data.approved)
    return await show_intent(call, answered)
