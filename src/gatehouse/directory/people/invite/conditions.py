"""What the areas above ask of an address before it is invited; this one does not know them."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from gatehouse.kit.db import Db

# Takes the tenant and the normalized address, and raises its refusal.
Condition = Callable[[Db, UUID, str], Awaitable[None]]

_conditions: list[Condition] = []


def condition(ask: Condition) -> Condition:
    """Registers it."""
    _conditions.append(ask)
    return ask


async def check(db: Db, tenant_id: UUID, email: str) -> None:
    for ask in _conditions:
        await ask(db, tenant_id, email)
