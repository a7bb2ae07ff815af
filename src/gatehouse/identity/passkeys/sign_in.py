"""Sign in with a passkey. Neither answer nor duration reveals whether an address is known, because it is
not looked up."""

from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.factors.errors import WrongKey
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sign_in.models import (
    MULTI_FACTOR,
    AuthenticationResult,
    SignInChallenge,
    SignInContext,
)
from gatehouse.identity.webauthn import challenges, queries
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.ceremonies import credential_id_of, to_use
from gatehouse.identity.webauthn.challenges import ChallengePurpose
from gatehouse.identity.webauthn.models import WebauthnCredential
from gatehouse.identity.webauthn.party import party_of
from gatehouse.identity.webauthn.schemas import UsedKey
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

PER_PLACE = RateLimit("passkeys.login.ip", 300, 5)
METHODS = ("hwk", MULTI_FACTOR)
HANDLE_BYTES = 16  # of a user's id


async def begin_passkey_sign_in(
    db: Db, resources: Resources, client: Client
) -> tuple[str, dict[str, Any]]:
    """Token and options for any passkey of the site. Needs the system scope."""
    await resources[RateLimiter].hit(PER_PLACE, place_of(client.ip))
    token, challenge = await challenges.make_webauthn_challenge(db, ChallengePurpose.SIGN_IN, None)
    return token, to_use(party_of(resources), challenge, [], passkey=True)


async def finish_passkey_sign_in(
    db: Db, resources: Resources, client: Client, door: SignInContext, token: str, key: UsedKey
) -> SignedIn | SignInChallenge:
    """Finish the sign-in. Raises `WrongKey` for every invalid response, and the errors of the sign-in
    flow."""
    await resources[RateLimiter].hit(PER_PLACE, place_of(client.ip))
    asked = await challenges.use_webauthn_challenge(db, ChallengePurpose.SIGN_IN, token)
    credential = await queries.BY_CREDENTIAL.first(db, credential_id_of(key))
    if credential is None:
        unknown = await _describe_unknown(db, resources, key)
        raise WrongKey("This passkey is not known here", **unknown)
    if not credential.is_passkey or not _names_owner(key, credential):
        raise WrongKey("This passkey is not known here")
    await keys.note_key_use(db, resources, asked, credential, key, passkey=True)
    proof = AuthenticationResult(credential.user_id, credential.email, METHODS)
    return await sign_in(db, resources, proof, client, door)


async def _describe_unknown(db: Db, resources: Resources, key: UsedKey) -> dict[str, Any]:
    """What to pass to `PublicKeyCredential.signalUnknownCredential`, so that the passkey is not offered again
    (WebAuthn Level 3 §5.1.10); empty unless its handle names a user of ours. The browser deletes the passkey,
    and other services on the domain have passkeys there too."""
    handle = keys.handle_of(key.response.user_handle or "")
    if len(handle) != HANDLE_BYTES or not await queries.HAS_USER.first(db, UUID(bytes=handle)):
        return {}
    signal = {"rpId": party_of(resources).id, "credentialId": key.id.rstrip("=")}
    return {"unknownCredential": signal}


def _names_owner(key: UsedKey, credential: WebauthnCredential) -> bool:
    handle = key.response.user_handle
    return not handle or keys.handle_of(handle) == credential.user_id.bytes
