"""Stores the identity of a session at the provider where it began."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from gatehouse.identity.external.models import ExternalIdentity
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.saml.logout import LogoutSubject
from gatehouse.identity.sso.saml.models import SamlIdentity, is_case_insensitive_format
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.resources import Resources

LONGEST_SID = 255
LONGEST_TOKEN = 16_384  # a longer token would not fit into an address or a form
STEP = 2000


def build_logout_subject(identity: SamlIdentity) -> dict[str, Any]:
    return asdict(
        LogoutSubject(
            name_id=identity.name_id,
            format=identity.name_id_format,
            qualifier=identity.name_qualifier,
            sp_qualifier=identity.sp_name_qualifier,
            session_index=identity.session_index,
        )
    )


def list_name_id_spellings(name_id: str, name_id_format: str | None) -> list[str]:
    """The spellings by which a session is found: as the message has it, and last as it is stored, which is
    lower case where the format ignores case."""
    return [name_id, name_id.lower() if is_case_insensitive_format(name_id_format) else name_id]


async def store_saml_session(
    db: Db,
    way: SsoConnection,
    issuer: str,
    subject: dict[str, Any] | None,
    outcome: SignedIn | SignInChallenge,
) -> None:
    """Store the provider's subject for a session or a pending MFA challenge. Needs the system scope."""
    if subject is None:  # stored by a version that did not record the subject
        return
    session_id = outcome.session_id if isinstance(outcome, SignedIn) else None
    await queries.NOTE_SAML_SESSION.run(
        db, new_id(), way.tenant_id, way.id, outcome.user_id, session_id, issuer,
        list_name_id_spellings(subject["name_id"], subject["format"])[-1], subject, clock.now(),
    )  # fmt: skip


async def store_openid_session(
    db: Db,
    resources: Resources,
    way: SsoConnection,
    identity: ExternalIdentity,
    claims: Mapping[str, Any],
    id_token: str,
    outcome: SignedIn | SignInChallenge,
) -> None:
    """Store the provider's subject for a session or a pending MFA challenge. The id token is stored only if
    the provider is notified of sign-outs. Needs the system scope."""
    row_id, sid = new_id(), claims.get("sid")
    kept = way.oidc_logout and len(id_token) <= LONGEST_TOKEN
    sealed = queries.ID_TOKEN.seal(resources[Box], row_id, id_token.encode()) if kept else None
    await queries.NOTE_OPENID_SESSION.run(
        db, row_id, way.tenant_id, way.id, outcome.user_id,
        outcome.session_id if isinstance(outcome, SignedIn) else None, identity.issuer, identity.subject,
        sid if isinstance(sid, str) and 0 < len(sid) <= LONGEST_SID else None, sealed, clock.now(),
    )  # fmt: skip


@scheduled_job("openid_logout.forget_tokens", "41 * * * *")
async def delete_unneeded_id_tokens(context: JobContext) -> None:
    """Delete the id tokens of sessions that have expired or ended, and of sign-ins that never became a
    session."""
    count = STEP
    while count == STEP:
        async with context.database.transaction(Scope.system()) as db:
            count = await queries.FORGET_TOKENS.run(db, clock.now() - timedelta(minutes=1), STEP)
