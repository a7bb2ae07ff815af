"""Stores the identity of a session at the provider where it began."""

from dataclasses import asdict
from typing import Any

from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.logout import queries
from gatehouse.identity.sso.saml.logout import LogoutSubject
from gatehouse.identity.sso.saml.models import SamlIdentity, ignores_case
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db


def subject_of(identity: SamlIdentity) -> dict[str, Any]:
    return asdict(
        LogoutSubject(
            name_id=identity.name_id,
            format=identity.name_id_format,
            qualifier=identity.name_qualifier,
            sp_qualifier=identity.sp_name_qualifier,
            session_index=identity.session_index,
        )
    )


def name_id_keys(name_id: str, name_id_format: str | None) -> list[str]:
    """The spellings by which a session is found: as the message has it, and last as it is stored, which is
    lower case where the format ignores case."""
    return [name_id, name_id.lower() if ignores_case(name_id_format) else name_id]


async def remember_saml_session(
    db: Db,
    way: SsoConnection,
    issuer: str,
    subject: dict[str, Any] | None,
    outcome: SignedIn | SignInChallenge,
) -> None:
    """Store the provider's subject for a session or a pending MFA challenge. Needs the system scope."""
    if subject is None:  # stored by a version that did not record the subject
        return
    named = (issuer, name_id_keys(subject["name_id"], subject["format"])[-1], subject, clock.now())
    whose = (new_id(), way.tenant_id, way.id, outcome.user_id)
    if isinstance(outcome, SignedIn):
        await queries.NOTE.run(db, *whose, outcome.session_id, *named)
    else:
        await queries.NOTE_WITHOUT.run(db, *whose, *named)
