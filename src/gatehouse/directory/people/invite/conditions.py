"""Conditions that other modules impose on addresses before they are invited; they register here to avoid a
dependency."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from uuid import UUID

from gatehouse.kit.db import Db
from gatehouse.kit.errors import DomainError

# Takes the tenant and normalized addresses, and returns an error for each refused address.
Condition = Callable[[Db, UUID, Sequence[str]], Awaitable[Mapping[str, DomainError]]]

_conditions: list[Condition] = []


def invite_condition(ask: Condition) -> Condition:
    """Register the condition; usable as a decorator."""
    _conditions.append(ask)
    return ask


async def check_invite_conditions(db: Db, tenant_id: UUID, email: str) -> None:
    """Raises the error of the first condition that refuses this address."""
    for refusal in (await find_refusals(db, tenant_id, [email])).values():
        raise refusal


async def find_refusals(db: Db, tenant_id: UUID, emails: Sequence[str]) -> dict[str, DomainError]:
    """The refused addresses, each with the error of the first condition that refuses it."""
    refused: dict[str, DomainError] = {}
    for ask in _conditions:
        refused = {**await ask(db, tenant_id, emails), **refused}
    return refused
