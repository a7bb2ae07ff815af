"""WebAuthn challenges: 256 random bits, for one purpose, used once, valid for five minutes."""

import secrets
from datetime import timedelta
from enum import StrEnum
from uuid import UUID

from gatehouse.identity.factors.errors import WrongKey
from gatehouse.identity.webauthn import queries
from gatehouse.identity.webauthn.models import WebauthnChallenge
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

LASTS = timedelta(minutes=5)
OVER = Purge("webauthn_challenges", timedelta(days=1), queries.FORGET, queries.OLDEST_TO_FORGET)


class ChallengePurpose(StrEnum):
    """Part of the look-up: a challenge for one purpose is never valid for another."""

    ENROLL = "enroll"
    SECOND_FACTOR = "second_factor"
    DISABLE = "disable"
    ADD_PASSKEY = "add_passkey"
    SIGN_IN = "sign_in"


async def make_webauthn_challenge(
    db: Db, purpose: ChallengePurpose, user_id: UUID | None, bound_to: UUID | None = None
) -> tuple[str, bytes]:
    """Issue a challenge and its token (the wire's `webauthnToken`). `bound_to` is the sign-in or session
    in which it must be answered. Needs the user's or the system scope."""
    token, challenge, now = new_token(), secrets.token_bytes(32), clock.now()
    await queries.ADD_CHALLENGE.run(
        db, _hash_challenge(token, bound_to), purpose, user_id, challenge, now, now + LASTS
    )
    return token, challenge


async def use_webauthn_challenge(
    db: Db,
    purpose: ChallengePurpose,
    token: str,
    *,
    user_id: UUID | None = None,
    bound_to: UUID | None = None,
) -> WebauthnChallenge:
    """Use up a challenge. Raises `WrongKey` when it is used, expired, or was issued for another purpose
    or user."""
    asked = await queries.USE_CHALLENGE.first(db, _hash_challenge(token, bound_to), purpose)
    if asked is None or asked.user_id != user_id or asked.expires_at <= clock.now():
        raise WrongKey("This took too long. Try again.")
    return asked


def _hash_challenge(token: str, bound_to: UUID | None) -> bytes:
    return token_hash(f"{token} {bound_to}" if bound_to else token)


@scheduled_job("webauthn_challenges.forget", "59 * * * *")
async def delete_expired_webauthn_challenges(context: JobContext) -> None:
    """Delete expired challenges."""
    await OVER.run(context)
