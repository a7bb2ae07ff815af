"""What browsers are told of an intent, and what they must bring for it."""

from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import CardCall
from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.fields import Parameters
from gatehouse_simulators.cards.store.models import Entity

# What only the vendor's server sees.
PRIVATE = ("metadata", "customer", "application", "on_behalf_of")


class ClientSecretQuery(Parameters):
    client_secret: str | None = None


class BankAnswer(Parameters):
    """What the card's owner told the bank."""

    client_secret: str
    approved: bool


def require_client_secret(call: CardCall, given: str | None) -> str | None:
    """A browser must know the intent's secret."""
    if call.side == "browser" and given is None:
        raise CardRefusal(
            "Missing required param: client_secret.", "parameter_missing", param="client_secret"
        )
    return given


async def show_intent(call: CardCall, intent: Entity) -> JSONResponse:
    if call.side == "server":
        return await call.show(intent)
    return JSONResponse({name: each for name, each in intent.body.items() if name not in PRIVATE})
