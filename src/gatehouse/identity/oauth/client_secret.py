"""An application proves itself with its secret (RFC 6749 §2.3.1 and §4.4)."""

from gatehouse.access.client import Client
from gatehouse.access.permissions import grants_permission
from gatehouse.access.proof import APPLICATION
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.access.vendor import VendorPermission, use_credential
from gatehouse.identity.oauth import queries
from gatehouse.identity.oauth.binding import key_to_bind
from gatehouse.identity.oauth.body import CHALLENGE
from gatehouse.identity.oauth.clients import FIRST_PARTY, THIRD_PARTY, confidential_client
from gatehouse.identity.oauth.errors import InvalidClient
from gatehouse.identity.oauth.models import Credentials, TokenRequest
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.kit.crypto import equal_in_constant_time, token_hash
from gatehouse.kit.db import Database, Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications.models import Application
from gatehouse.vendor.current import configuration_of

WRONG = "The client or its secret is wrong"
PER_PLACE = RateLimit("oauth.wrong_secret", 60, 1)


async def check_secret(
    resources: Resources, given: Credentials, client: Client, *, for_code: bool = False
) -> Application | None:
    """The application that has shown its secret; `InvalidClient` for a wrong one. People's applications are
    public: PKCE and the exact address prove who asks, so one that has no secret may send anything, and one
    that has may send none; but for clients, of which `must_be_proved` asks it. What this process knows is
    as old as its configuration; a secret made since is looked up. `for_code`: a code is exchanged, where the
    key of a vendor's credential may take the place of the secret."""
    application = confidential_client(resources, given.client_id)
    if application is None or not given.secret:
        return None
    shown = token_hash(given.secret)
    held = configuration_of(resources).secrets.get(application.id)
    if held is not None and equal_in_constant_time(held, shown):
        return application
    takes_key = for_code and _takes_vendor_key(resources, application)
    async with resources[Database].one_statement() as db:
        known = await queries.SECRET_OF.first(db, application.id)
    if known is None and not takes_key:
        return None
    if known is not None and equal_in_constant_time(known, shown):
        return application
    if takes_key and await _is_vendor_key(resources, given.secret):
        return application
    await resources[RateLimiter].hit(PER_PLACE, place_of(client.ip))
    raise _invalid_client(given)


async def _is_vendor_key(resources: Resources, secret: str) -> bool:
    """Looked up at each exchange: a credential that was revoked just now proves nothing."""
    async with resources[Database].one_statement() as db:
        credential = await use_credential(db, secret)
    return credential is not None and credential.may(VendorPermission.SIGN_IN_USERS)


def may_leave_out_pkce(resources: Resources, application: Application) -> bool:
    """Only the vendor's own backends where the vendor allows it: they have a secret, and prove it when they
    exchange the code (RFC 9700 §2.1.1). The application of another company always needs PKCE."""
    return _is_pkce_optional(application) and (
        application.id in configuration_of(resources).secrets
        or _takes_vendor_key(resources, application)
    )


def _is_pkce_optional(application: Application) -> bool:
    return application.pkce == "optional" and application.type == FIRST_PARTY


def _takes_vendor_key(resources: Resources, application: Application) -> bool:
    """The hosted platform has one client id and one key for the vendor's calls and the default application,
    and its packages know no other secret."""
    return (
        application.is_default
        and _is_pkce_optional(application)
        and any(
            grants_permission(held, VendorPermission.SIGN_IN_USERS)
            for held in configuration_of(resources).credential_permissions
        )
    )


async def must_be_proved(
    db: Db, application: Application, proved: Application | None, given: Credentials
) -> None:
    """`InvalidClient` for a client that belongs to an application, has a secret, and did not show it."""
    if application.type != THIRD_PARTY or application == proved:
        return
    if await queries.SHOWS_SECRET.one(db, application.id):
        raise _invalid_client(given)


def _invalid_client(given: Credentials) -> InvalidClient:
    return InvalidClient(WRONG, headers=CHALLENGE if given.of_header else None)


async def proved_client(resources: Resources, given: Credentials, client: Client) -> Application:
    """`InvalidClient` without the right secret."""
    application = await check_secret(resources, given, client)
    if application is None:
        raise _invalid_client(given)
    return application


async def token_of_application(
    db: Db, resources: Resources, asked: TokenRequest, proved: Application | None
) -> tuple[str, int, bool]:
    """An access token in which nobody but the application stands, for its own backends: no call of ours
    takes it. Its seconds, and whether it is bound to a key. `InvalidClient`, `InvalidDpopProof`."""
    if proved is None:
        raise _invalid_client(asked.credentials)
    key = await key_to_bind(db, resources, proved, asked.proof)
    tokens = resources[AccessTokens]
    seconds = proved.access_token_seconds or tokens.seconds
    claims: Claims = {
        "sub": proved.audience,
        "client_id": proved.audience,
        "type": APPLICATION,
        "applicationId": str(proved.id),
    }
    if key:
        claims["cnf"] = {"jkt": key}
    token = await tokens.issue(
        claims,
        audience=proved.audience,
        seconds=seconds,
        algorithm=proved.signing_algorithm,
    )
    return token, seconds, key is not None
