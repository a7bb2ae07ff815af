"""Whose an email domain is; the area above that lets tenants prove theirs answers, and this one does not
know it."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from gatehouse.kit.db import Db

# Takes the tenant and the domain in lower case.
Proof = Callable[[Db, UUID, str], Awaitable[bool]]

_proofs: list[Proof] = []


def proof(ask: Proof) -> Proof:
    """Registers it."""
    _proofs.append(ask)
    return ask


async def is_proved(db: Db, tenant_id: UUID, email: str) -> bool:
    """Whether the tenant has shown that the domain of this normalized address is its own."""
    domain = email.rpartition("@")[2]
    for ask in _proofs:
        if await ask(db, tenant_id, domain):
            return True
    return False
