"""Client authentication with a secret (RFC 6749 §2.3.1 and §4.4)."""

from gatehouse.access.client import Client
from gatehouse.access.permissions import grants_permission
from gatehouse.access.proof import APPLICATION
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.access.vendor_credentials import use_credential
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.identity.oauth import queries
from gatehouse.identity.oauth.binding import verify_dpop_binding
from gatehouse.identity.oauth.body import CHALLENGE
from gatehouse.identity.oauth.clients import FIRST_PARTY, THIRD_PARTY
from gatehouse.identity.oauth.errors import InvalidClient
from gatehouse.identity.oauth.models import Credentials, TokenCall
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit.crypto import equal_in_constant_time, token_hash
from gatehouse.kit.db import Database
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

WRONG = "The client ID or secret is incorrect"
PER_PLACE = RateLimit("oauth.wrong_secret", 60, 1)


async def authenticate_client(
    resources: Resources, given: Credentials, client: Client, *, for_code: bool = False
) -> Application | None:
    """Authenticate an application by its secret; None when it has or sends none. Raises `InvalidClient` for a
    wrong secret.

    Clients for users are public, identified by PKCE and the exact redirect URI, so a secret is optional here;
    `require_registered_secret` requires it of clients that registered with one. The cached configuration may
    be older than a secret, so an unknown one is looked up in the database. `for_code`: a code is being
    exchanged, where the key of a vendor credential is accepted in place of the secret."""
    # Machine clients too, which are no clients for users.
    application = configuration_of(resources).find_application(given.client_id)
    if application is None or not given.secret:
        return None
    shown = token_hash(given.secret)
    held = configuration_of(resources).secrets.get(application.id)
    if held is not None and equal_in_constant_time(held, shown):
        return application
    takes_key = for_code and _accepts_vendor_key(resources, application)
    async with resources[Database].one_statement() as db:
        known = await queries.SECRET_OF.first(db, application.id)
    if known is None and not takes_key:
        return None
    if known is not None and equal_in_constant_time(known, shown):
        return application
    if takes_key and await _is_vendor_key(resources, given.secret):
        return application
    await resources[RateLimiter].hit(PER_PLACE, get_ip_network(client.ip))
    raise _build_invalid_client(given)


async def _is_vendor_key(resources: Resources, secret: str) -> bool:
    """Whether the text is the key of a vendor credential. Not cached, so a revoked credential is refused
    immediately."""
    async with resources[Database].one_statement() as db:
        credential = await use_credential(db, secret)
    return credential is not None and credential.may(VendorPermission.SIGN_IN_USERS)


def may_omit_pkce(resources: Resources, application: Application) -> bool:
    """Whether PKCE is optional: only for the vendor's own backends, if the vendor allows it, because they
    authenticate with a secret when they exchange the code (RFC 9700 §2.1.1). Third-party applications always
    need PKCE."""
    return _is_pkce_optional(application) and (
        application.id in configuration_of(resources).secrets
        or _accepts_vendor_key(resources, application)
    )


def _is_pkce_optional(application: Application) -> bool:
    return application.pkce == "optional" and application.type == FIRST_PARTY


def _accepts_vendor_key(resources: Resources, application: Application) -> bool:
    """Whether the application may authenticate with a vendor key. The hosted platform has one client id and
    one key for both the vendor API and the default application, and its packages know no other secret."""
    return (
        application.is_default
        and _is_pkce_optional(application)
        and any(
            grants_permission(held, VendorPermission.SIGN_IN_USERS)
            for held in configuration_of(resources).credential_permissions
        )
    )


async def require_registered_secret(call: TokenCall, application: Application) -> None:
    """Raises `InvalidClient` when a third-party client that registered with a secret did not authenticate."""
    if application.type != THIRD_PARTY or application == call.authenticated:
        return
    if await queries.SHOWS_SECRET.one(call.db, application.id):
        raise _build_invalid_client(call.asked.credentials)


def _build_invalid_client(given: Credentials) -> InvalidClient:
    return InvalidClient(WRONG, headers=CHALLENGE if given.of_header else None)


async def require_authenticated_client(
    resources: Resources, given: Credentials, client: Client
) -> Application:
    """Authenticate an application. Raises `InvalidClient` without the right secret."""
    application = await authenticate_client(resources, given, client)
    if application is None:
        raise _build_invalid_client(given)
    return application


async def issue_application_token(call: TokenCall) -> tuple[str, int, bool]:
    """Issue an access token for the application itself (`client_credentials`); it has no user, and the
    Gatehouse API does not accept it. Returns the token, its lifetime in seconds, and whether it is bound to a
    key. Raises `InvalidClient` when the application did not authenticate, and `InvalidDpopProof` when the
    proof is not valid."""
    authenticated = call.authenticated
    if authenticated is None:
        raise _build_invalid_client(call.asked.credentials)
    key = await verify_dpop_binding(call.db, call.resources, authenticated, call.asked.proof)
    tokens = call.resources[AccessTokens]
    seconds = authenticated.access_token_seconds or tokens.seconds
    claims: Claims = {
        "sub": authenticated.audience,
        "client_id": authenticated.audience,
        "type": APPLICATION,
        "applicationId": str(authenticated.id),
    }
    if key:
        claims["cnf"] = {"jkt": key}
    token = await tokens.issue(
        claims,
        audience=authenticated.audience,
        seconds=seconds,
        algorithm=authenticated.signing_algorithm,
    )
    return token, seconds, key is not None
