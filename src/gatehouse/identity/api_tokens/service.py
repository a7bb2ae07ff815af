"""Exchange client credentials for an access token as short-lived as a user's, and refresh it.

The refresh token is a signed token with its own audience. It grants no more than the id and the secret
did: it expires a day after they were presented, ends with the API token, and when that is revoked.
"""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.errors import ApiTokensDisabled
from gatehouse.access.permissions import PERMISSION_KEYS, ROLE_KEYS
from gatehouse.access.proof import TokenType
from gatehouse.access.session_caller import PERMISSIONS_FOR_TENANT
from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken, TokenUse
from gatehouse.identity.api_tokens.schemas import ApiTokenFacts, Credentials, ExchangedApiToken
from gatehouse.identity.sessions.tokens import apply_claim_template, fetch_api_token_claims
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time, token_hash
from gatehouse.kit.db import Database, Query
from gatehouse.kit.db.configuration_version import VERSION, confirm_version, mark_confirmed
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


class InvalidApiTokenCredentials(Unauthenticated, code="api_tokens.invalid_credentials"):
    """Raised alike for an unknown id, a wrong secret, and an API token that is no longer valid."""


class InvalidRefreshToken(Unauthenticated, code="api_tokens.invalid_refresh_token"): ...


# Client credentials $1 if valid at the time $2: a user's while the membership is in force, a tenant's while
# the tenant exists. Needs the system scope.
FACTS = Query(
    ApiTokenFacts,
    f"""
    select t.id, t.tenant_id, t.secret_hash, t.owner_id, t.created_by, t.metadata, u.email, u.name,
      u.metadata as user_metadata,
      {ROLE_KEYS} as roles,
      {PERMISSION_KEYS} as permissions,
      nullif(least(m.until, coalesce(t.expires_at, 'infinity')), 'infinity') as until,
      {VERSION} as configuration_version
    from api_tokens t
    join memberships_in_force m on m.tenant_id = t.tenant_id and m.user_id = t.owner_id
      and m.until > $2 and (m.sessions_from is null or t.created_at > m.sessions_from)
    join users u on u.id = t.owner_id
    where t.id = $1 and t.kind = 'client_credentials' and coalesce(t.expires_at, 'infinity') > $2
    union all
    select t.id, t.tenant_id, t.secret_hash, null, t.created_by, t.metadata, null, null, null,
      array(
        select r.key from api_token_roles tr join roles r on r.id = tr.role_id
        where tr.token_id = t.id order by r.level, r.key
      ),
      {PERMISSIONS_FOR_TENANT}, t.expires_at, {VERSION}
    from api_tokens t
    join tenants x on x.id = t.tenant_id and x.deleted_at is null and x.suspended_at is null
    where t.id = $1 and t.owner_id is null and t.kind = 'client_credentials'
      and coalesce(t.expires_at, 'infinity') > $2
    """,
)


AUDIENCE = "gatehouse:api-token-refresh"
TYPE = "apiTokenRefresh"
REFRESH_SECONDS = 86_400
PER_PLACE = RateLimit("api_tokens.place", 600, 5)
# Counted per client address, so that guesses from elsewhere do not use up the owner's attempts.
PER_TOKEN = RateLimit("api_tokens.token", 40, 5)
NOBODY = UUID(int=0)
NO_SECRET = token_hash("")


async def exchange_api_token(
    resources: Resources, client: Client, data: Credentials
) -> ExchangedApiToken:
    """Exchange client credentials for tokens. Raises `InvalidApiTokenCredentials`, equally fast for an
    unknown id and a wrong secret."""
    _require_api_tokens_enabled(resources)
    place = get_ip_network(client.ip)
    await resources[RateLimiter].hit(PER_PLACE, place)
    await resources[RateLimiter].hit(PER_TOKEN, f"{data.client_id.lower()} {place}")
    facts = await _find_api_token_facts(resources, _parse_client_id(data.client_id))
    # Compare also for an unknown id, so that the duration does not reveal whether the id exists.
    fits = equal_in_constant_time(
        facts.secret_hash if facts else NO_SECRET, token_hash(data.secret)
    )
    if facts is None or not fits:
        raise InvalidApiTokenCredentials("The client ID or the secret is incorrect")
    await resources[TokenUse].note(facts.id)
    return await _issue_access_and_refresh_token(resources, facts, REFRESH_SECONDS, client)


async def refresh_api_token(
    resources: Resources, client: Client, refresh_token: str
) -> ExchangedApiToken:
    """Refresh the access token. Raises `InvalidRefreshToken`, also when the API token is no longer valid."""
    _require_api_tokens_enabled(resources)
    await resources[RateLimiter].hit(PER_PLACE, get_ip_network(client.ip))
    refused = InvalidRefreshToken("This refresh token is not valid. Send the client id and secret.")
    try:
        claims = await resources[AccessTokens].verify(refresh_token, audiences=(AUDIENCE,))
        token_id = UUID(claims["sub"])
    except InvalidToken:
        raise refused from None
    facts = await _find_api_token_facts(resources, token_id)
    if facts is None:
        raise refused
    await resources[TokenUse].note(facts.id)
    seconds = claims["exp"] - int(clock.now().timestamp())
    return await _issue_access_and_refresh_token(resources, facts, seconds, client)


def _require_api_tokens_enabled(resources: Resources) -> None:
    if not configuration_of(resources).vendor.api_tokens_enabled:
        raise ApiTokensDisabled


def _parse_client_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return NOBODY


async def _find_api_token_facts(resources: Resources, token_id: UUID) -> ApiTokenFacts | None:
    async with resources[Database].one_statement(confirms=True) as db:
        facts = await FACTS.first(db, token_id, clock.now())
    if facts is None:
        # The refusal takes no other round trip, so that it is as fast as that of a wrong secret.
        mark_confirmed()
    else:
        confirm_version(facts.configuration_version)
    return facts


async def _issue_access_and_refresh_token(
    resources: Resources, facts: ApiTokenFacts, refresh_seconds: int, client: Client
) -> ExchangedApiToken:
    """Issue the tokens. Raises `PrehookBlocked` or `PrehookUnanswered` when the vendor's prehook refuses
    or does not answer."""
    application = configuration_of(resources).default
    tokens = resources[AccessTokens]
    now = clock.now()
    left = int((facts.until - now).total_seconds()) if facts.until else refresh_seconds
    own = {**_build_api_token_claims(facts), "applicationId": str(application.id)}
    added = await fetch_api_token_claims(resources, own, client, facts.tenant_id, facts.owner_id)
    claims, lasts = await apply_claim_template(resources, {**added, **own})
    seconds = max(1, min(lasts or application.access_token_seconds or tokens.seconds, left))
    access_token = await tokens.issue(
        claims,
        audience=application.audience,
        seconds=seconds,
        algorithm=application.signing_algorithm,
    )
    renewing = {"sub": str(facts.id), "type": TYPE}
    refresh_token = await tokens.issue(
        renewing, audience=AUDIENCE, seconds=max(1, min(refresh_seconds, left))
    )
    return ExchangedApiToken(access_token, refresh_token, seconds, now + timedelta(seconds=seconds))


def _build_api_token_claims(facts: ApiTokenFacts) -> Claims:
    claims: Claims = {
        "sub": str(facts.id),
        "type": TokenType.USER_API if facts.owner_id else TokenType.TENANT_API,
        "tenantId": str(facts.tenant_id),
        "roles": facts.roles,
        "permissions": facts.permissions,
        "metadata": facts.metadata,
    }
    if facts.created_by:
        claims["createdByUserId"] = str(facts.created_by)
    if facts.owner_id:
        claims |= {
            "userId": str(facts.owner_id),
            "email": facts.email,
            "name": facts.name,
            "userMetadata": facts.user_metadata,
        }
    return claims
