"""Pending sign-ins: the state between two steps. The token (the wire's `mfaToken`) is stored hashed.

A pending sign-in expires after ten minutes or five wrong answers, and ends when the password changes.
"""

from datetime import timedelta
from typing import Literal
from uuid import UUID

from gatehouse.identity.factors.authenticator_apps import (
    build_otpauth_uri,
    generate_authenticator_secret,
)
from gatehouse.identity.factors.recovery_codes import derive_recovery_code
from gatehouse.identity.sign_in import models, queries
from gatehouse.identity.sign_in.errors import SignInOver
from gatehouse.identity.sign_in.limits import MAX_TRIES
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.brand.service import authenticator_name
from gatehouse.vendor.current import configuration_of

LASTS = timedelta(minutes=10)
EXPIRED = declare_purge(
    "pending_sign_ins", job="sign_in.forget", cron="41 * * * *", kept_for=timedelta(hours=1)
)
SECRETS = SealedColumn("pending_sign_ins", "sealed_authenticator")


async def begin_pending_sign_in(
    db: Db,
    *,
    step: models.SignInStep,
    user_id: UUID,
    tenant_id: UUID,
    amr: tuple[str, ...],
    purpose: Literal["sign_in", "step_up"] = "sign_in",
    session_id: UUID | None = None,
    invitation: bytes | None = None,
) -> str:
    """Begin a pending sign-in and return its token. Needs the user's scope, or the system scope."""
    token, now = new_token(), clock.now()
    await queries.ADD_PENDING.run(
        db, new_id(), token_hash(token), purpose, step, user_id, tenant_id, session_id, list(amr),
        now, now + LASTS, invitation,
    )  # fmt: skip
    return token


async def get_pending_sign_in(
    db: Db, token: str, step: models.SignInStep | None = None
) -> models.PendingSignIn:
    """Find and lock the pending sign-in of this token. Raises `SignInOver` when there is none that waits for
    this step."""
    pending = await queries.PENDING.first(db, token_hash(token), clock.now(), MAX_TRIES)
    if pending is None or step not in (None, pending.step):
        raise SignInOver("This sign-in has expired. Sign in again.")
    return pending


async def find_remembering_rule(db: Db, token: str) -> models.RememberingRule | None:
    """Find the rule of the tenant of this sign-in on remembered browsers; None when there is no such
    sign-in."""
    entering = await queries.ENTERING.first(db, token_hash(token), clock.now(), MAX_TRIES)
    return await queries.REMEMBERING.first(db, entering) if entering else None


async def begin_factor_enrollment(
    db: Db, resources: Resources, token: str
) -> models.RequiredEnrollment:
    """Begin the enrollment for the sign-in that the token names; repeated calls give equal values. Raises
    `SignInOver` when that sign-in waits for another step."""
    pending = await get_pending_sign_in(db, token, models.SignInStep.ENROLL_SECOND_FACTOR)
    offered = configuration_of(resources).vendor.mfa_strategies
    secret = None
    if "AuthenticatorApp" in offered:
        secret = open_enrollment_secret(resources, pending) or generate_authenticator_secret()
        await queries.KEEP_SECRET.run(
            db, pending.id, SECRETS.seal(resources[Box], pending.id, secret.encode())
        )
    issuer = authenticator_name(configuration_of(resources))
    return models.RequiredEnrollment(
        strategies=list(offered),
        authenticator_address=build_otpauth_uri(secret, email=pending.email, issuer=issuer)
        if secret
        else None,
        recovery_code=derive_pending_recovery_code(token, pending),
    )


def open_enrollment_secret(resources: Resources, pending: models.PendingSignIn) -> str | None:
    """The secret of the authenticator app that is being enrolled, if any."""
    sealed = pending.sealed_authenticator
    return SECRETS.open(resources[Box], pending.id, sealed).decode() if sealed else None


def derive_pending_recovery_code(token: str, pending: models.PendingSignIn) -> str:
    """Derive the recovery code, which is shown before it is valid, and not stored until then."""
    return derive_recovery_code(token, pending.id.bytes)
