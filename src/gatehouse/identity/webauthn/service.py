"""Users' WebAuthn keys: each is created for one purpose and used with a challenge of ours. Needs the
user's or the system scope."""

import secrets
from datetime import timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from gatehouse.identity.factors import errors
from gatehouse.identity.webauthn import queries
from gatehouse.identity.webauthn.ceremonies import (
    NOT_VERIFIED,
    build_creation_options,
    build_relying_party,
    build_request_options,
    decode_key_bytes,
    verify_authentication,
    verify_registration,
)
from gatehouse.identity.webauthn.models import DeviceType, WebauthnChallenge, WebauthnCredential
from gatehouse.identity.webauthn.schemas import NewKey, UsedKey
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources

CHALLENGE_LASTS = timedelta(minutes=5)
EXPIRED_CHALLENGES = declare_purge(
    "webauthn_challenges", job="webauthn_challenges.forget", cron="59 * * * *",
    key="token_hash", kept_for=timedelta(days=1),
)  # fmt: skip
MOST = 20


class ChallengePurpose(StrEnum):
    """Part of the look-up: a challenge for one purpose is never valid for another."""

    ENROLL = "enroll"
    SECOND_FACTOR = "second_factor"
    DISABLE = "disable"
    ADD_PASSKEY = "add_passkey"
    SIGN_IN = "sign_in"


async def create_webauthn_challenge(
    db: Db, purpose: ChallengePurpose, user_id: UUID | None, bound_to: UUID | None = None
) -> tuple[str, bytes]:
    """Issue a challenge and its token (the wire's `webauthnToken`). `bound_to` is the sign-in or session
    in which it must be answered. Needs the user's or the system scope."""
    token, challenge, now = new_token(), secrets.token_bytes(32), clock.now()
    await queries.ADD_CHALLENGE.run(
        db,
        _hash_challenge(token, bound_to),
        purpose,
        user_id,
        challenge,
        now,
        now + CHALLENGE_LASTS,
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
        raise errors.WrongKey("The request timed out. Try again.")
    return asked


def _hash_challenge(token: str, bound_to: UUID | None) -> bytes:
    return token_hash(f"{token} {bound_to}" if bound_to else token)


MAKES_PASSKEY = ChallengePurpose.ADD_PASSKEY


async def begin_key_registration(
    db: Db,
    resources: Resources,
    purpose: ChallengePurpose,
    user_id: UUID,
    email: str,
    bound_to: UUID,
) -> tuple[str, dict[str, Any]]:
    """Token and options for a new key. Raises `TooManyFactors`."""
    known = await queries.OF_PERSON.all(db, user_id)
    if len(known) >= MOST:
        raise errors.TooManyFactors("Remove a security key before you add another")
    token, challenge = await create_webauthn_challenge(db, purpose, user_id, bound_to)
    passkey = purpose == MAKES_PASSKEY
    options = build_creation_options(
        build_relying_party(resources), challenge, user_id, email, known, passkey=passkey
    )
    return token, options


async def finish_key_registration(
    db: Db,
    resources: Resources,
    purpose: ChallengePurpose,
    token: str,
    key: NewKey,
    *,
    user_id: UUID,
    bound_to: UUID,
    device_type: DeviceType,
) -> None:
    """Store the key. Raises `WrongKey`, or `AlreadyEnrolled` when the key is registered already."""
    asked = await use_webauthn_challenge(db, purpose, token, user_id=user_id, bound_to=bound_to)
    passkey = purpose == MAKES_PASSKEY
    made = verify_registration(
        build_relying_party(resources), asked.challenge, key, passkey=passkey
    )
    added = await queries.ADD.first(
        db,
        new_id(),
        user_id,
        made.credential_id,
        made.credential_public_key,
        made.sign_count,
        key.response.transports,
        device_type,
        "This device" if device_type == "Platform" else "Security key",
        passkey,
        not passkey,
        made.credential_backed_up,
        clock.now(),
    )
    if added is None:
        raise errors.AlreadyEnrolled("This security key is already in use")


async def begin_key_use(
    db: Db,
    resources: Resources,
    purpose: ChallengePurpose,
    user_id: UUID,
    device_id: UUID,
    bound_to: UUID,
) -> tuple[str, dict[str, Any]]:
    """Token and options for one of the user's MFA keys. Raises `UnknownFactor`."""
    credential = await get_security_key(db, user_id, device_id)
    token, challenge = await create_webauthn_challenge(db, purpose, user_id, bound_to)
    return token, build_request_options(
        build_relying_party(resources), challenge, [credential], passkey=False
    )


async def check_webauthn_response(
    db: Db,
    resources: Resources,
    purpose: ChallengePurpose,
    token: str,
    key: UsedKey,
    *,
    user_id: UUID,
    device_id: UUID,
    bound_to: UUID,
) -> None:
    """Verify that the user has this MFA key. Raises `WrongKey`."""
    asked = await use_webauthn_challenge(db, purpose, token, user_id=user_id, bound_to=bound_to)
    credential = await queries.BY_CREDENTIAL.first(db, decode_key_bytes(key.id))
    if credential is None or (credential.user_id, credential.id) != (user_id, device_id):
        raise errors.WrongKey(NOT_VERIFIED)
    await verify_and_record_key_use(db, resources, asked, credential, key, passkey=False)


async def verify_and_record_key_use(
    db: Db,
    resources: Resources,
    asked: WebauthnChallenge,
    credential: WebauthnCredential,
    key: UsedKey,
    *,
    passkey: bool,
) -> None:
    """Verify and note the use of a key whose row is locked. Raises `WrongKey`."""
    shown = verify_authentication(
        build_relying_party(resources), asked.challenge, credential, key, passkey=passkey
    )
    await queries.USED.run(
        db, credential.id, shown.new_sign_count, clock.now(), shown.credential_backed_up
    )


async def get_security_key(db: Db, user_id: UUID, device_id: UUID) -> WebauthnCredential:
    """The user's MFA key. Raises `UnknownFactor`."""
    known = await queries.OF_PERSON.all(db, user_id)
    found = next((one for one in known if one.id == device_id and one.is_second_factor), None)
    if found is None:
        raise errors.UnknownFactor("The security key was not found")
    return found


async def remove_security_key(db: Db, user_id: UUID, device_id: UUID) -> None:
    if await queries.REMOVE_FACTOR.first(db, user_id, device_id) is None:
        raise errors.UnknownFactor("The security key was not found")
