"""What browsers are told of an intent, and what they must bring for it."""

from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import Call
from gatehouse_simulators.cards.errors import Refused
from gatehouse_simulators.cards.fields import Parameters
from gatehouse_simulators.cards.store.models import Entity

# What only the vendor's server sees.
PRIVATE = ("metadata", "customer", "application", "on_behalf_of")


class Looking(Parameters):
    client_secret: str | None = None


class Answered(Parameters):
    """What the card's owner told the bank."""

    client_secret: str
    approved: bool


def secret_of(call: Call, given: str | None) -> str | None:
    """A browser must know the intent's secret."""
    if call.side == "browser" and given is None:
        raise Refused(
            "Missing required param: client_secret.", "parameter_missing", param="client_secret"
        )
    return given


async def show_intent(call: Call, intent: Entity) -> JSONResponse:
    if call.side == "server":
        return await call.show(intent)
    return JSONResponse({name: each for name, each in intent.body.items() if name not in PRIVATE})
