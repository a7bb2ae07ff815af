"""Reads in one statement: the caller, its permission, and the response as JSON.

The statement restricts its own scope to the caller's tenant before it reads anything, so row-level security
applies as in every other transaction of a tenant, without the messages that open and end one. Nothing is read
before that: `case` decides first, and a sub-select runs when its value is needed.
"""

from collections.abc import Callable
from typing import Any, LiteralString

from starlette.requests import Request

from gatehouse.access import backend
from gatehouse.access.client import client_of
from gatehouse.access.errors import MissingPermission
from gatehouse.access.guard import open_call, read_call_claims
from gatehouse.access.permissions import PERMISSION_KEYS, Permission
from gatehouse.access.principal import PrincipalKind, refuse_impersonated
from gatehouse.access.proof import TokenSubject
from gatehouse.access.replica_reads import find_standby
from gatehouse.access.session_caller import ACTING, ACTING_FOR_TENANT, PERMISSIONS_FOR_TENANT
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Query, Scope
from gatehouse.kit.db.configuration_version import VERSION, confirm_version
from gatehouse.kit.db.replica_reads import read_from_replica
from gatehouse.kit.errors import DomainError
from gatehouse.kit.lists import ListOf, ListQuery
from gatehouse.kit.plain_route import Json

# How many parameters `compose_authorized_select` itself takes.
OWN = 5


def compose_authorized_select(body: LiteralString) -> LiteralString:
    """A statement that checks the caller and evaluates `body`, a scalar query of the tenant `$3` at the time
    `$4`; `body` may use `caller` and its `permissions`. `$1` is the id of the session, API token or
    credential; `$2` the user, or the caller itself where there is no user, as for a backend; `$5` is the
    required permission, which `read_authorized_json` checks for a backend.

    The result is null when the session, token or membership has ended. Otherwise it begins with the version
    of the configuration and a colon; the rest is empty without the permission.
    """
    return f"""
    select {VERSION} || ':' || case when set_config('gatehouse.scope', '{{' || $3::uuid || '}}', true) <> ''
        and set_config('gatehouse.user_id', $2::uuid::text, true) <> '' then (
      with caller as materialized (
        select {PERMISSION_KEYS} as permissions {ACTING}
        union all
        select {PERMISSIONS_FOR_TENANT} {ACTING_FOR_TENANT}
        union all
        select array[$5::text] from gatehouse_credential($1) where $1 = $2
      )
      select case when {compose_permission_condition("$5::text")} then ({body}) else '' end from caller
    ) end as answer
    """


def compose_permission_condition(permission: LiteralString) -> LiteralString:
    """Whether the `caller` holds the permission: in what is held a star is anything, all else literal."""
    pattern = r"replace(replace(replace(held, '\', '\\'), '_', '\_'), '%', '\%')"
    return f"""exists (
      select from unnest(caller.permissions) held where {permission} like replace({pattern}, '*', '%')
    )"""


async def read_authorized_json(
    request: Request,
    permission: Permission,
    statement: Query[str],
    *arguments: Any,
    missing: DomainError | None = None,
    render: Callable[[str], bytes] = str.encode,
) -> Json:
    """The answer, as `render` writes it. Raises `SessionEnded`, `ApiTokenEnded`, `MissingPermission`, and
    `missing` when the answer is `null`."""
    proof = await _verify_caller(request, permission)
    async with _get_database(request).one_tenant_statement(confirms=True) as db:
        text = _confirm_answer(
            await statement.first(db, *_build_caller_parameters(proof, permission), *arguments)
        )
    if missing is not None and text == "null":
        raise missing
    return _to_allowed_response(text, proof, permission, render)


async def read_authorized_page(
    request: Request,
    permission: Permission,
    listed: ListOf[str],
    query: ListQuery,
    sort: str,
    *arguments: Any,
    may_lag: bool = False,
    **given: Any,
) -> Json:
    """Read one page of a list, with the caller and permission checked in the same statement.

    With `may_lag` the page comes from a replica if there is one; the caller and the permission are checked on
    the primary first. The statement checks again where it runs: a replica that does not know the caller yet
    returns nothing, and then the primary is read.
    """
    standby = find_standby(request) if may_lag else None
    if standby is not None:
        call = await open_call(request)
        await call.require_permission(permission)
        own = _build_caller_parameters(call.proof, permission)
        async with (
            call.transaction(Scope.tenant(call.proof.tenant_id)) as primary,
            read_from_replica(primary, standby) as db,
        ):
            text = _confirm_answer(await listed.page(db, query, sort, *own, *arguments, **given))
        if text:
            return Json(text.encode())
    proof = await _verify_caller(request, permission)
    async with _get_database(request).one_tenant_statement(confirms=True) as db:
        own = _build_caller_parameters(proof, permission)
        text = _confirm_answer(await listed.page(db, query, sort, *own, *arguments, **given))
    return _to_allowed_response(text, proof, permission)


async def _verify_caller(request: Request, permission: Permission) -> TokenSubject:
    claims = await read_call_claims(request)
    proof = TokenSubject.from_claims(claims)
    if proof.kind is PrincipalKind.BACKEND:
        # The credential's permissions for user routes are computed here, not in the statement.
        async with _get_database(request).one_statement(confirms=True) as db:
            caller = await backend.load_backend_principal(db, proof, client_of(request))
            caller.must(permission)
    return proof


def _build_caller_parameters(proof: TokenSubject, permission: Permission) -> tuple[Any, ...]:
    refuse_impersonated(proof.impersonator_id, permission)
    subject = proof.id if proof.kind is PrincipalKind.BACKEND else proof.subject_id
    return proof.id, subject, proof.tenant_id, clock.now(), permission


def _confirm_answer(answer: str | None) -> str | None:
    """The answer without the version. On a replica it is that of before, and the caller was confirmed on the
    primary."""
    if answer is None:
        return None
    version, _, text = answer.partition(":")
    confirm_version(int(version))
    return text


def _get_database(request: Request) -> Database:
    database: Database = request.app.state.resources[Database]
    return database


def _to_allowed_response(
    text: str | None,
    proof: TokenSubject,
    permission: Permission,
    render: Callable[[str], bytes] = str.encode,
) -> Json:
    if text is None:
        raise proof.build_ended_error()
    if not text:
        raise MissingPermission("You are not allowed to do this", permission=permission)
    return Json(render(text))
