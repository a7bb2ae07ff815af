"""SAML responses of identity providers: stored until the browser fetches the session, and kept afterwards to
detect replays. Needs the system scope."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.logout.sessions import build_logout_subject
from gatehouse.identity.sso.saml.models import SamlIdentity
from gatehouse.identity.sso.sign_in import queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge

WAITS = timedelta(minutes=5)
# The assertions are no longer valid then, and cannot be replayed.
declare_purge(
    "saml_answers", timedelta(), key="code_hash", job="sso.forget_answers", cron="41 * * * *"
)


@dataclass(frozen=True, slots=True)
class StoredSamlResponse:
    """The parts of an identity that a sign-in needs. `was_asked`: the response answers a request of
    Gatehouse, so it is valid only in the browser that was sent with that request."""

    issuer: str
    subject: str
    email: str | None
    name: str | None
    groups: list[str]
    was_asked: bool
    groups_left_out: bool = False


async def store_saml_response(
    db: Db, connection: SsoConnection, code: str, identity: SamlIdentity
) -> bool:
    """Store a response under the code that fetches it, once. Returns False if its assertion was used
    before."""
    assertion, now = f"{identity.issuer}\n{identity.assertion_id}", clock.now()
    kept = await queries.KEEP_RESPONSE.first(
        db, connection.tenant_id, connection.id, token_hash(assertion), token_hash(code),
        _to_stored_json(to_stored_response(identity)), now + WAITS, max(identity.usable_until, now + WAITS),
        build_logout_subject(identity),
    )  # fmt: skip
    return kept is not None


def to_stored_response(identity: SamlIdentity) -> StoredSamlResponse:
    return StoredSamlResponse(
        issuer=identity.issuer,
        subject=identity.name_id,
        email=identity.email,
        name=identity.name,
        groups=list(identity.groups),
        was_asked=identity.in_response_to is not None,
        groups_left_out=identity.groups_left_out,
    )


def _to_stored_json(answer: StoredSamlResponse) -> dict[str, Any]:
    """Serialize a response; `groups_left_out` is omitted when false because the previous version does not
    know it."""
    return {
        name: value for name, value in asdict(answer).items() if name != "groups_left_out" or value
    }


async def record_first_use(
    db: Db, tenant_id: UUID, connection_id: UUID, message: str, until: datetime
) -> bool:
    """Record a provider message that starts no sign-in. Returns whether this is its first use."""
    kept = await queries.KEEP_RESPONSE.first(
        db, tenant_id, connection_id, token_hash(message), token_hash(new_token()), None, clock.now(),
        until, None,
    )  # fmt: skip
    return kept is not None


async def consume_saml_response(
    db: Db, code: str, *, asked_here: bool
) -> tuple[UUID, StoredSamlResponse, dict[str, Any] | None] | None:
    """Return the connection, the stored response and the provider's subject, once. Returns None if the code
    has expired or was already used, or if the request came from another browser."""
    found = await queries.TAKE_RESPONSE.first(db, token_hash(code), clock.now(), asked_here)
    if found is None:
        return None
    told: dict[str, Any] = found.answer
    return found.connection_id, StoredSamlResponse(**told), found.subject
