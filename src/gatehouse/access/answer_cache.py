"""What this process remembers about sessions, so that most requests read no roles or permissions.

Every change of what an answer depends on gives a new version to its user, its tenant, or the row that all
have in common, in the transaction of the change (`sql/access`). An answer is stored with the versions of the
same snapshot. Each request reads from the primary, in one statement, whether its session may still act, and
the versions of now: if they are those of the answer, it is valid. So a revocation takes effect with the next
request. ADR 34 lists what is covered.

API tokens and impersonated sessions have no answers here. How and when a user signed in is read each time.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID

from gatehouse.access.principal import PrincipalKind
from gatehouse.access.proof import TokenSubject
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.configuration_version import VERSION, confirm_version

MOST_ANSWERS = 6000  # the caller, the profile and the token facts of 2,000 sessions
MOST_BYTES = 16 << 20
# Ends what stays true against expectation, such as where an operator has disabled the triggers.
MOST_AGE = timedelta(minutes=10)
MOST_TENANTS = 100  # of one answer; each costs a row to read
# Bytes beside the value: its key and versions.
SIZE_OF_ANSWER = 1000
SIZE_OF_TENANT = 150

Key = tuple[object, ...]


def compose_versions(user: LiteralString, tenant_ids: LiteralString) -> LiteralString:
    """Versions of the user, of what is common to all, and of tenants in the order of their ids."""
    return f"""
      array[
        (select v.version from user_versions v where v.user_id = {user}),
        (select v.version from common_version v)
      ] || array(
        select v.version from tenant_versions v where v.tenant_id = any ({tenant_ids}) order by v.tenant_id
      )
    """


@dataclass(frozen=True, slots=True)
class ReadVersions:
    """What an answer was read with. `until` is when time alone changes it; None: never."""

    tenant_ids: list[UUID]
    versions: list[int | None]
    until: datetime | None

    @property
    def are_known(self) -> bool:
        return (
            len(self.tenant_ids) <= MOST_TENANTS
            and len(self.versions) == len(self.tenant_ids) + 2
            and None not in self.versions
        )


@dataclass(frozen=True, slots=True)
class ActiveSession:
    """A session that may act in the tenant of its token, with the versions of now."""

    amr: list[str]
    auth_time: datetime
    versions: list[int | None]
    configuration_version: int


# Session $1 of user $2 in tenant $3, and the versions of the tenants $4, at the time $5. No row when it has
# ended or is impersonated.
ACTIVE_SESSION = Query(
    ActiveSession,
    f"""
    select s.amr, s.auth_time, {compose_versions("$2", "$4::uuid[]")} as versions,
      {VERSION} as configuration_version
    from sessions s
    join session_tenants r on r.session_id = s.id and r.tenant_id = $3
      and r.ended_at is null and r.expires_at > $5
    where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $5
      and s.impersonator_id is null
    """,
)


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    value: Any
    read_with: ReadVersions
    size: int
    until: datetime


class AnswerCache:
    """Answers by what they are about; the least recently used leave first."""

    def __init__(self) -> None:
        self._answers: dict[Key, KnownAnswer] = {}
        self.size = 0

    def __len__(self) -> int:
        return len(self._answers)

    def get_answer(self, key: Key, now: datetime) -> KnownAnswer | None:
        """The answer, unless time has changed it. Its versions are still to be compared."""
        answer = self._answers.get(key)
        if answer is None:
            return None
        self.drop_answer(key)
        if answer.until <= now:
            return None
        self._add_answer(key, answer)
        return answer

    def store_answer(self, key: Key, value: Any, read_with: ReadVersions, size: int) -> None:
        """Remember an answer that was read together with its versions. `size`: about how many bytes the value
        has."""
        size += SIZE_OF_ANSWER + SIZE_OF_TENANT * len(read_with.tenant_ids)
        if not read_with.are_known or size > MOST_BYTES:
            return
        self.drop_answer(key)
        until = clock.now() + MOST_AGE
        if read_with.until is not None:
            until = min(until, read_with.until)
        self._add_answer(key, KnownAnswer(value, read_with, size, until))
        while len(self._answers) > MOST_ANSWERS or self.size > MOST_BYTES:
            self.drop_answer(next(iter(self._answers)))

    def drop_answer(self, key: Key) -> None:
        """Forget the answer, because it does not hold any more."""
        answer = self._answers.pop(key, None)
        if answer is not None:
            self.size -= answer.size

    async def find_for_session(
        self, db: Db, statement: Query[Any], subject: TokenSubject
    ) -> tuple[Any, ActiveSession] | None:
        """The answer of `statement` for this caller, if it holds now, and the caller's session."""
        if not _may_have_answers(subject):
            return None
        key, now = _build_key(statement, subject), clock.now()
        answer = self.get_answer(key, now)
        if answer is None:
            return None
        session = await ACTIVE_SESSION.first(
            db, subject.id, subject.subject_id, subject.tenant_id, answer.read_with.tenant_ids, now
        )
        if session is not None:
            confirm_version(session.configuration_version)
        if session is None or session.versions != answer.read_with.versions:
            self.drop_answer(key)
            return None
        return answer.value, session

    def store_for_session(
        self,
        db: Db,
        statement: Query[Any],
        subject: TokenSubject,
        value: Any,
        read_with: ReadVersions,
        size: int,
    ) -> None:
        """Remember what `statement` read for this caller in the system scope; another scope may have hidden
        rows from it."""
        if _may_have_answers(subject) and db.scope.everything:
            self.store_answer(_build_key(statement, subject), value, read_with, size)

    def _add_answer(self, key: Key, answer: KnownAnswer) -> None:
        self._answers[key] = answer
        self.size += answer.size


def _may_have_answers(subject: TokenSubject) -> bool:
    return subject.kind is PrincipalKind.USER and subject.impersonator_id is None


def _build_key(statement: Query[Any], subject: TokenSubject) -> Key:
    return statement, subject.id, subject.subject_id, subject.tenant_id
