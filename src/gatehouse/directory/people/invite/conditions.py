"""What the areas above ask of addresses before they are invited; this one does not know them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from uuid import UUID

from gatehouse.kit.db import Db
from gatehouse.kit.errors import DomainError

# Takes the tenant and normalized addresses, and gives its refusal of each that it refuses.
Condition = Callable[[Db, UUID, Sequence[str]], Awaitable[Mapping[str, DomainError]]]

_conditions: list[Condition] = []


def invite_condition(ask: Condition) -> Condition:
    """Registers it."""
    _conditions.append(ask)
    return ask


async def check_invite_conditions(db: Db, tenant_id: UUID, email: str) -> None:
    """Raises the refusal of this address."""
    for refusal in (await find_refusals(db, tenant_id, [email])).values():
        raise refusal


async def find_refusals(db: Db, tenant_id: UUID, emails: Sequence[str]) -> dict[str, DomainError]:
    """Those that are refused, each with the first reason."""
    refused: dict[str, DomainError] = {}
    for ask in _conditions:
        refused = {**await ask(db, tenant_id, emails), **refused}
    return refused
