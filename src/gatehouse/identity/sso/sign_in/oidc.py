"""OpenID Connect: redirects users to a tenant's provider, and reads its claims.

No transaction is open during requests to the provider.
"""

from dataclasses import dataclass
from typing import Any, NoReturn
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.external import client as relying_party
from gatehouse.identity.external import models, sign_ins
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.id_token import find_claim, list_claim_texts
from gatehouse.identity.external.service import announce_failed_sign_in
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge, SignInContext
from gatehouse.identity.sso.claims import OIDC_GROUPS, read_oidc_groups
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.queries import OIDC_SECRET
from gatehouse.identity.sso.connections.service import get_oidc_redirect_uri
from gatehouse.identity.sso.errors import ProviderSilent, SsoFailed
from gatehouse.identity.sso.logout.sessions import store_openid_session
from gatehouse.identity.sso.sign_in import people, queries
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources

SCOPES = ("openid", "email", "profile")
OVER = "This sign-in has expired. Sign in again."


@dataclass(frozen=True, slots=True)
class OidcReturn:
    """The values with which a browser returns from a provider; `sender` is the `iss` of the response,
    `browser` the token of its cookie."""

    code: str
    state: str
    sender: str | None
    browser: str
    client: Client


async def start_oidc_sign_in(
    resources: Resources, way: SsoConnection, browser: str, email: str | None
) -> str:
    """The authorization address for the browser. Raises `ProviderSilent` when the provider cannot be
    reached."""
    try:
        provider = await load_oidc_provider(resources, way)
    except ProviderFault as fault:
        raise ProviderSilent(
            "Your company's sign-in page cannot be reached. Try again later."
        ) from fault
    back = get_oidc_redirect_uri(resources)
    async with resources[Database].transaction(Scope.system()) as db:
        begun = await sign_ins.begin_external_sign_in(
            db, kind="oidc", provider=str(way.id), browser=browser, redirect_uri=back
        )
    return relying_party.build_authorization_address(provider, begun, back, login_hint=email)


async def finish_oidc_sign_in(
    resources: Resources, came: OidcReturn, door: SignInContext
) -> SignedIn | SignInChallenge:
    """Sign in the user who returns from the provider. Raises `SsoFailed`, `SsoRefused`, and the errors of
    `sign_in`."""
    database = resources[Database]
    async with database.transaction(Scope.system()) as db:
        attempt = await sign_ins.consume_sign_in_by_state(db, "oidc", came.browser, came.state)
        way = await queries.BY_ID.first(db, UUID(attempt.provider)) if attempt else None
    if attempt is None or way is None:
        raise SsoFailed(OVER)
    try:
        provider = await load_oidc_provider(resources, way)
        relying_party.check_sender(provider, came.sender)
        claims, tokens = await relying_party.exchange_code_for_claims(
            resources, provider, attempt, came.code
        )
    except ProviderFault as fault:
        await _refuse_sign_in(database, way, fault, came.client)
    identity = build_oidc_identity(way, provider, claims)
    async with database.transaction(Scope.system()) as db:
        groups = read_oidc_groups(claims, way.claim_names)
        arrival = people.SsoArrival(way, identity, groups, came.client)
        outcome = await people.sign_in_with_sso(db, resources, arrival, door)
        await store_openid_session(db, resources, way, identity, claims, tokens.id_token, outcome)
        return outcome


async def load_oidc_provider(resources: Resources, way: SsoConnection) -> models.ExternalProvider:
    """The provider with its discovered endpoints. Raises `ProviderFault` when discovery fails."""
    found = await relying_party.discover_endpoints(resources, way.sso_endpoint)
    sealed = way.sealed_oidc_secret
    return models.ExternalProvider(
        client_id=way.oidc_client_id,
        authorization_url=found.authorization_url,
        token_url=found.token_url,
        scopes=tuple(dict.fromkeys((*SCOPES, *way.oidc_scopes))),
        secret=OIDC_SECRET.open(resources[Box], way.id, sealed).decode() if sealed else "",
        authenticates_in=found.authenticates_in,
        also_authenticates_in_body=found.also_authenticates_in_body,
        issuer=found.issuer,
        jwks_url=found.jwks_url,
        userinfo_url=found.userinfo_url,
        email_claim=way.email_claim or "email",
        # The claims that determine roles.
        wanted_claims=(way.claim_names.groups or OIDC_GROUPS) if way.groups else (),
    )


def build_oidc_identity(
    way: SsoConnection, provider: models.ExternalProvider, claims: dict[str, Any]
) -> models.ExternalIdentity:
    """Build the identity. Company providers often omit `email_verified`, so a missing value counts as
    verified for their own domains. A false value is respected, unless the connection takes the address from
    another claim than `email`; then no other claim counts, because users may be able to edit those."""
    if way.email_claim:
        email = next(iter(list_claim_texts(find_claim(claims, way.email_claim))), None)
    else:
        email = _text_or_none(claims.get("email")) or _text_or_none(
            claims.get("preferred_username")
        )
    is_of_other_claim = way.email_claim not in ("", "email")
    return models.ExternalIdentity(
        kind="oidc",
        provider=str(way.id),
        issuer=provider.issuer or "",
        subject=claims["sub"],
        email=email,
        email_verified=is_of_other_claim or _is_verified_claim(claims.get("email_verified")),
        name=_text_or_none(claims.get("name")),
    )


def _is_verified_claim(value: object) -> bool:
    """Whether the claim means verified. Providers write it in several ways; an empty value counts as
    missing."""
    return value in (None, "", True, 1) or (
        isinstance(value, str) and value.lower() in ("true", "1")
    )


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


async def _refuse_sign_in(
    database: Database, way: SsoConnection, fault: ProviderFault, client: Client
) -> NoReturn:
    """Record the failure for the company's administrators. The unauthenticated client gets no details."""
    async with database.transaction(Scope.system()) as db:
        await announce_failed_sign_in(db, way.tenant_id, f"sso_{fault.reason}", client)
    raise SsoFailed("Sign-in with your company failed. Try again, or contact your administrator.")
