"""The caller of an access token: a user with a session, or an API token."""

from dataclasses import dataclass, replace
from datetime import datetime
from sys import intern
from typing import LiteralString, NamedTuple
from uuid import UUID

from gatehouse.access import backend
from gatehouse.access.answer_cache import AnswerCache, ReadVersions, compose_versions
from gatehouse.access.client import Client
from gatehouse.access.permissions import LEVEL, PERMISSION_KEYS
from gatehouse.access.principal import Principal, PrincipalKind, compose_impersonation_condition
from gatehouse.access.proof import TokenSubject
from gatehouse.access.tokens import Claims
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.configuration_version import VERSION, confirm_version

SIZE_OF_CALLER = 500  # bytes in memory, without the permissions, whose keys are there once


@dataclass(frozen=True, slots=True)
class SessionCaller:
    email: str
    name: str
    amr: list[str]
    auth_time: datetime | None
    permissions: list[str]
    level: int
    configuration_version: int


@dataclass(frozen=True, slots=True)
class VersionedCaller(SessionCaller):
    tenant_ids: list[UUID]
    versions: list[int | None]
    until: datetime | None

    @property
    def read_with(self) -> ReadVersions:
        return ReadVersions(self.tenant_ids, self.versions, self.until)


class CallerFacts(NamedTuple):
    """What is remembered of a caller."""

    email: str
    name: str
    permissions: tuple[str, ...]
    level: int


# The session or personal token $1 of the user $2 is active and may act in the token's tenant $3 at the time
# $4. Tabs of one session may act in different tenants, so the session's own tenant is not checked. A user who
# lost access to the tenant does not regain it with an old session or token.
ACTING: LiteralString = f"""
    from (
      select s.user_id, r.tenant_id, s.auth_time as began_at, s.amr, s.auth_time
      from sessions s
      join session_tenants r on r.session_id = s.id and r.tenant_id = $3
        and r.ended_at is null and r.expires_at > $4
      where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $4
        and {compose_impersonation_condition("$4")}
      union all
      select t.owner_id, t.tenant_id, t.created_at, '{{}}', null
      from api_tokens t
      where t.id = $1 and t.owner_id = $2 and t.tenant_id = $3
        and coalesce(t.expires_at, 'infinity') > $4
    ) s
    join memberships_in_force m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
      and m.until > $4 and (m.sessions_from is null or s.began_at > m.sessions_from)
    join users u on u.id = s.user_id
"""

# The tenant's token $1, which is its own subject ($2), is active in its tenant $3 at the time $4.
ACTING_FOR_TENANT: LiteralString = """
    from api_tokens t
    join tenants x on x.id = t.tenant_id and x.deleted_at is null and x.suspended_at is null
    where t.id = $1 and t.id = $2 and t.owner_id is null and t.tenant_id = $3
      and coalesce(t.expires_at, 'infinity') > $4
"""

# Permissions of the tenant's token `t`.
PERMISSIONS_FOR_TENANT: LiteralString = """
  array(
    select p.key from api_token_roles tr
    join role_permissions rp on rp.role_id = tr.role_id
    join permissions p on p.id = rp.permission_id
    where tr.token_id = t.id
    union
    select p.key from api_token_permissions tp
    join permissions p on p.id = tp.permission_id
    where tp.token_id = t.id
  )
"""

# One round trip: the caller, and the permissions of its roles.
SESSION_CALLER = Query(
    VersionedCaller,
    f"""
    select u.email, u.name, s.amr, s.auth_time,
      {PERMISSION_KEYS} as permissions, {LEVEL} as level, {VERSION} as configuration_version,
      array[m.tenant_id] as tenant_ids, {compose_versions("m.user_id", "array[m.tenant_id]")} as versions,
      m.temporary_expires_at as until
    {ACTING}
    """,
)

TENANT_TOKEN_CALLER = Query(
    SessionCaller,
    f"""
    select '' as email, t.description as name, '{{}}'::text[] as amr, null::timestamptz as auth_time,
      {PERMISSIONS_FOR_TENANT} as permissions,
      coalesce((
        select min(r.level) from api_token_roles tr join roles r on r.id = tr.role_id
        where tr.token_id = t.id
      ), 1000) as level, {VERSION} as configuration_version
    {ACTING_FOR_TENANT}
    """,
)

# The version of the configuration, where the token lives.
LIVES = Query(int, f"select {VERSION} as configuration_version {ACTING}")
TENANT_TOKEN_LIVES = Query(int, f"select {VERSION} as configuration_version {ACTING_FOR_TENANT}")


async def load_session_principal(
    db: Db, cache: AnswerCache, claims: Claims, client: Client
) -> Principal:
    """The caller of verified claims. Raises `SessionEnded` when the session or the membership has ended,
    `ApiTokenEnded` when the token, its owner's membership or its tenant has; for a backend, the errors of
    `load_backend_principal`."""
    proof = TokenSubject.from_claims(claims)
    if proof.kind is PrincipalKind.BACKEND:
        return await backend.load_backend_principal(db, proof, client)
    of_tenant = proof.kind is PrincipalKind.TENANT_TOKEN
    caller, amr, auth_time = await _find_or_read_caller(db, cache, proof)
    application = claims.get("applicationId")
    is_session = proof.kind is PrincipalKind.USER
    return Principal(
        kind=proof.kind,
        subject_id=proof.subject_id if is_session else proof.id,
        tenant_id=proof.tenant_id,
        application_id=UUID(application) if application else None,
        person_id=None if of_tenant else proof.subject_id,
        session=proof.id if is_session else None,
        email=caller.email,
        name=caller.name,
        permissions=caller.permissions,
        level=caller.level,
        client=client,
        amr=tuple(amr),
        acr=claims.get("acr") if is_session else None,
        auth_time=auth_time,
        impersonator_id=proof.impersonator_id,
    )


async def require_active_caller(db: Db, cache: AnswerCache, claims: Claims) -> None:
    """Refuses what `load_session_principal` refuses."""
    proof = TokenSubject.from_claims(claims)
    if proof.kind is PrincipalKind.USER:
        await _find_or_read_caller(db, cache, proof)
        return
    version = await find_active_caller(db, proof)
    if version is None:
        raise proof.build_ended_error()
    confirm_version(version)


async def find_active_caller(db: Db, proof: TokenSubject) -> int | None:
    """The version of the configuration where the session or API token may act; else None."""
    statement = TENANT_TOKEN_LIVES if proof.kind is PrincipalKind.TENANT_TOKEN else LIVES
    return await statement.first(db, *_caller_parameters(proof))


async def reload_principal(db: Db, principal: Principal) -> Principal:
    """Reload the caller with its current permissions, after a wait. Raises `SessionEnded`,
    `ApiTokenEnded`."""
    if principal.kind is PrincipalKind.BACKEND:
        return await backend.load_backend_principal(
            db, TokenSubject.by(principal), principal.client
        )
    row = await _read_caller_row(db, TokenSubject.by(principal))
    return replace(principal, permissions=tuple(row.permissions), level=row.level)


async def _find_or_read_caller(
    db: Db, cache: AnswerCache, proof: TokenSubject
) -> tuple[CallerFacts, list[str], datetime | None]:
    """The caller, and how and when the user signed in."""
    found = await cache.find_for_session(db, SESSION_CALLER, proof)
    if found is not None:
        facts, session = found
        return facts, session.amr, session.auth_time
    row = await _read_caller_row(db, proof)
    facts = CallerFacts(row.email, row.name, tuple(map(intern, row.permissions)), row.level)
    if isinstance(row, VersionedCaller):
        size = SIZE_OF_CALLER + 8 * len(facts.permissions)
        cache.store_for_session(db, SESSION_CALLER, proof, facts, row.read_with, size)
    return facts, row.amr, row.auth_time


async def _read_caller_row(db: Db, proof: TokenSubject) -> SessionCaller:
    of_tenant = proof.kind is PrincipalKind.TENANT_TOKEN
    statement = TENANT_TOKEN_CALLER if of_tenant else SESSION_CALLER
    row = await statement.first(db, *_caller_parameters(proof))
    if row is None:
        raise proof.build_ended_error()
    confirm_version(row.configuration_version)
    return row


def _caller_parameters(proof: TokenSubject) -> tuple[UUID, UUID, UUID, datetime]:
    return proof.id, proof.subject_id, proof.tenant_id, clock.now()
