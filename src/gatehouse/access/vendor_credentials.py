"""The credentials with which the vendor's backends call."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.access.permissions import grants_permission
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Command, Db, Query


@dataclass(frozen=True, slots=True)
class StoredVendorCredential:
    name: str
    permissions: list[str]


@dataclass(frozen=True, slots=True)
class UsedCredential:
    id: UUID
    permissions: list[str]

    def may(self, permission: str) -> bool:
        return any(grants_permission(held, permission) for held in self.permissions)


CREDENTIAL = Query(
    StoredVendorCredential,
    "select name, permissions from vendor_credentials where id = $1 and revoked_at is null",
)


# The hash of 256 random bits does not reveal how close a guess was.
USE_CREDENTIAL = Query(
    UsedCredential,
    """
    update vendor_credentials set last_used_at = $2
    where secret_hash = $1 and revoked_at is null returning id, permissions
    """,
)

ADD_CREDENTIAL = Command(
    "insert into vendor_credentials (id, name, secret_hash, permissions, created_at)"
    " values ($1, $2, $3, $4, $5)"
)

REVOKE_CREDENTIAL = Command(
    "update vendor_credentials set revoked_at = $2 where id = $1 and revoked_at is null"
)


async def use_credential(db: Db, secret: str) -> UsedCredential | None:
    """The active credential with this key, which was used just now."""
    return await USE_CREDENTIAL.first(db, token_hash(secret), clock.now())
