"""The view of an intent that browsers get, and the secret that they must send for it."""

from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import CardCall
from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.fields import Parameters
from gatehouse_simulators.cards.store.models import Entity

# Fields that only the vendor's server gets.
PRIVATE = ("metadata", "customer", "application", "on_behalf_of")


class ClientSecretQuery(Parameters):
    client_secret: str | None = None


class BankAnswer(Parameters):
    """The cardholder's answer to the bank's challenge."""

    client_secret: str
    approved: bool


def require_client_secret(call: CardCall, given: str | None) -> str | None:
    """Refuse a browser's call without the intent's secret."""
    if call.side == "browser" and given is None:
        raise CardRefusal(
            "Missing required param: client_secret.", "parameter_missing", param="client_secret"
        )
    return given


async def show_intent(call: CardCall, intent: Entity) -> JSONResponse:
    if call.side == "server":
        return await call.show(intent)
    return JSONResponse({name: each for name, each in intent.body.items() if name not in PRIVATE})
