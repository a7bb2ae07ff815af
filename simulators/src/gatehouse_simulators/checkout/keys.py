"""Authentication: the server's API key, and the browser's client token."""

from typing import Annotated

from fastapi import Depends, Request

from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse_simulators.checkout.errors import CheckoutRefusal
from gatehouse_simulators.checkout.simulator import Account, Simulator
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.service import Listing
from gatehouse_simulators.checkout.switches import take


class RequestedFailure(CheckoutRefusal, keeps_writes=True):
    """A failure that the switch `api.error` asks for. It keeps its writes, because the switch was used
    once."""


def read_bearer(request: Request) -> str:
    header = request.headers.get("authorization")
    if not header:
        raise CheckoutRefusal("authentication_missing", "Authentication header not included", 401)
    scheme, _, key = header.partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise CheckoutRefusal("authentication_malformed", "Authentication header is malformed", 401)
    return key.strip()


async def require_api_key(key: Annotated[str, Depends(read_bearer)], simulator: Simulator) -> None:
    if not equal_in_constant_time(key, simulator.secrets.api_key):
        raise CheckoutRefusal("forbidden", "You aren't permitted to perform this request", 403)


async def require_client_token(token: Annotated[str, Depends(read_bearer)], db: Account) -> None:
    """Accept the client token, which allows previews and checkouts only."""
    wanted = Listing(containing={"token": token, "status": "active"}, per_page=1)
    known, _ = await service.list_page(db, "client_token", wanted)
    if not known:
        raise CheckoutRefusal("forbidden", "The client-side token is not valid or was revoked", 403)


async def fail_on_request(db: Account) -> None:
    """Fail with the status that the switch `api.error` asks for."""
    status = await take(db, "api.error")
    if status is None:
        return
    number = int(status or 500)
    if number == 429:
        raise RequestedFailure(
            "too_many_requests", "Too many requests", 429, headers={"Retry-After": "1"}
        )
    raise RequestedFailure("internal_error", "An internal error occurred", number)
