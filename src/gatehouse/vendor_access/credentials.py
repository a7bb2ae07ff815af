"""Make, list, revoke and use the vendor's credentials. Secrets are stored hashed and shown once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.access.client import Client
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.standing import block_writes
from gatehouse.access.tokens import AccessTokens
from gatehouse.access.vendor import AUDIENCE, TYPE
from gatehouse.access.vendor_credentials import ADD_CREDENTIAL, REVOKE_CREDENTIAL, use_credential
from gatehouse.access.vendor_permissions import EVERYTHING
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time, new_id, new_token, token_hash
from gatehouse.kit.db import Database, Query, Scope
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.events import Event
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.current import configuration_of


class InvalidVendorCredentials(Unauthenticated, code="vendor.invalid_credentials"): ...


class CredentialCreated(Event):
    event_name = "vendor.credential_created"
    severity = "High"
    text = "Created the vendor credential {name}"
    credential_id: UUID
    name: str
    permissions: list[str]


class CredentialRevoked(Event):
    event_name = "vendor.credential_revoked"
    severity = "High"
    text = "Revoked the vendor credential {credential_id}"
    credential_id: UUID


@dataclass(frozen=True, slots=True)
class StoredCredential:
    id: UUID
    name: str
    permissions: list[str]
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class MadeCredential:
    """`secret` is kept nowhere else."""

    id: UUID
    client_id: UUID
    secret: str


CREDENTIALS = Query(
    StoredCredential,
    "select id, name, permissions, created_at, last_used_at, revoked_at from vendor_credentials"
    " order by created_at",
)

CLIENT_ID = Query(UUID, "select client_id from applications where is_default")


Given = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class VendorLogin(Wire):
    client_id: Given
    secret: Given


class VendorToken(Wire):
    """`expiresIn` in seconds."""

    token: str
    expires_in: int


TOKEN_SECONDS = 3600
PER_PLACE = RateLimit("vendor.auth", 60, 1)


async def create_credential(
    database: Database, name: str, permissions: Sequence[str] | None = None
) -> MadeCredential:
    async with database.transaction(Scope.system()) as db:
        made = MadeCredential(new_id(), await CLIENT_ID.one(db), new_token())
        granted = list(permissions or [EVERYTHING])
        await ADD_CREDENTIAL.run(db, made.id, name, token_hash(made.secret), granted, clock.now())
        await announce_event(db, CredentialCreated(None, made.id, name, granted), by=SYSTEM)
        return made


async def list_credentials(database: Database) -> list[StoredCredential]:
    async with database.transaction(Scope.system()) as db:
        return await CREDENTIALS.all(db)


async def revoke_credential(database: Database, credential_id: str) -> bool:
    """Refused from now on, with every token it was given for; False when there is none in use."""
    try:
        wanted = UUID(credential_id)
    except ValueError:
        return False
    async with database.transaction(Scope.system()) as db:
        await block_writes(db, None, wanted)
        revoked = await REVOKE_CREDENTIAL.run(db, wanted, clock.now())
        if revoked:
            await announce_event(db, CredentialRevoked(None, wanted), by=SYSTEM)
        return bool(revoked)


async def sign_in_with_credential(
    resources: Resources, client: Client, data: VendorLogin
) -> VendorToken:
    """A vendor token, or `InvalidVendorCredentials`: the same for a wrong id and a wrong secret."""
    await resources[RateLimiter].hit(PER_PLACE, get_ip_network(client.ip))
    await resources[KeyRing].refresh()
    known = equal_in_constant_time(
        data.client_id.lower(), configuration_of(resources).default.audience
    )
    # Always looked up, so that the response time does not reveal whether the id exists.
    secret = data.secret if known else ""
    async with resources[Database].transaction(Scope.system()) as db:
        credential = await use_credential(db, secret)
    if credential is None:
        raise InvalidVendorCredentials("The client ID or the secret is incorrect")
    token = await resources[AccessTokens].issue(
        {"sub": str(credential.id), "type": TYPE}, audience=AUDIENCE, seconds=TOKEN_SECONDS
    )
    return VendorToken(token=token, expires_in=TOKEN_SECONDS)
