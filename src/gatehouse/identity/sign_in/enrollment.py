"""Required enrollment of a first MFA factor during sign-in."""

from gatehouse.identity.factors.authenticator_apps import new_secret, otpauth_uri
from gatehouse.identity.factors.recovery_codes import derived_code
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in import queries
from gatehouse.identity.sign_in.models import PendingSignIn, RequiredEnrollment, SignInStep
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.brand.service import authenticator_name
from gatehouse.vendor.current import configuration_of

SECRETS = SealedColumn("pending_sign_ins", "sealed_authenticator")


async def begin_enrollment(db: Db, resources: Resources, token: str) -> RequiredEnrollment:
    """Begin the enrollment for the sign-in that the token names; repeated calls give equal values. Raises
    `SignInOver` when that sign-in waits for another step."""
    pending = await waiting.find_pending_sign_in(db, token, SignInStep.ENROLL_SECOND_FACTOR)
    offered = configuration_of(resources).vendor.mfa_strategies
    secret = None
    if "AuthenticatorApp" in offered:
        secret = kept_secret(resources, pending) or new_secret()
        await queries.KEEP_SECRET.run(
            db, pending.id, SECRETS.seal(resources[Box], pending.id, secret.encode())
        )
    issuer = authenticator_name(configuration_of(resources))
    return RequiredEnrollment(
        strategies=list(offered),
        authenticator_address=otpauth_uri(secret, email=pending.email, issuer=issuer)
        if secret
        else None,
        recovery_code=recovery_code_of(token, pending),
    )


def kept_secret(resources: Resources, pending: PendingSignIn) -> str | None:
    """The secret of the authenticator app that is being enrolled, if any."""
    sealed = pending.sealed_authenticator
    return SECRETS.open(resources[Box], pending.id, sealed).decode() if sealed else None


def recovery_code_of(token: str, pending: PendingSignIn) -> str:
    """Derive the recovery code, which is shown before it is valid, and not stored until then."""
    return derived_code(token, pending.id.bytes)
