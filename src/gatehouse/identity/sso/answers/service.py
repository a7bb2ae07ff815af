"""Needs the system scope."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from gatehouse.identity.sso.answers import queries
from gatehouse.identity.sso.saml.models import SamlIdentity
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

WAITS = timedelta(minutes=5)
OVER = Purge("saml_answers", timedelta(), queries.FORGET, queries.OLDEST_TO_FORGET)


@dataclass(frozen=True, slots=True)
class StoredSamlResponse:
    """What of an identity a sign-in needs. `was_asked`: it answers a request of ours, so it counts only in
    the browser that was sent with it."""

    issuer: str
    subject: str
    email: str | None
    name: str | None
    groups: list[str]
    was_asked: bool
    groups_left_out: bool = False


class StoredResponses:
    """The port of `saml.replay` for one connection; `code` fetches what was kept, once. `subject` is who it
    is in the words of the provider."""

    def __init__(
        self,
        db: Db,
        tenant_id: UUID,
        connection_id: UUID,
        answer: StoredSamlResponse,
        subject: dict[str, Any],
    ) -> None:
        self._db = db
        self._tenant_id, self._connection_id = tenant_id, connection_id
        self._answer, self._subject = answer, subject
        self.code = new_token()

    async def first_use(self, issuer: str, assertion_id: str, until: datetime) -> bool:
        now = clock.now()
        kept = await queries.KEEP.first(
            self._db, self._tenant_id, self._connection_id, token_hash(f"{issuer}\n{assertion_id}"),
            token_hash(self.code), _to_stored_json(self._answer), now + WAITS, max(until, now + WAITS),
            self._subject,
        )  # fmt: skip
        return kept is not None


def answer_of(identity: SamlIdentity) -> StoredSamlResponse:
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
    """Without the field that the version before does not know, where it says nothing."""
    return {
        name: value for name, value in asdict(answer).items() if name != "groups_left_out" or value
    }


async def remember_once(
    db: Db, tenant_id: UUID, connection_id: UUID, message: str, until: datetime
) -> bool:
    """Of a message of the provider that signs nobody in: whether it comes for the first time."""
    kept = await queries.KEEP.first(
        db, tenant_id, connection_id, token_hash(message), token_hash(new_token()), None, clock.now(),
        until, None,
    )  # fmt: skip
    return kept is not None


async def use_saml_response(
    db: Db, code: str, *, asked_here: bool
) -> tuple[UUID, StoredSamlResponse, dict[str, Any] | None] | None:
    """The connection, what was answered, and who it is in the words of the provider; none when it is over or
    was taken, or another browser asked, whose it stays."""
    found = await queries.TAKE.first(db, token_hash(code), clock.now(), asked_here)
    if found is None:
        return None
    told: dict[str, Any] = found.answer
    return found.connection_id, StoredSamlResponse(**told), found.subject


@scheduled_job("sso.forget_answers", "41 * * * *")
async def delete_expired_responses(context: JobContext) -> None:
    """Delete what is no longer valid, so that it would not count again anyway."""
    await OVER.run(context)
