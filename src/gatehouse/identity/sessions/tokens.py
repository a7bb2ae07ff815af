"""Claims of an access token (wire reference §8), the limits of an application's session beyond those of its
user, and the claims that the vendor's prehook adds before a token is issued; no connection is held during
the call."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.proof import THIRD_PARTY
from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.identity.sessions.models import SessionFacts, SignedIn
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import call_prehook, is_prehook_active, may_pass_unanswered
from gatehouse.prehooks.errors import PrehookUnanswered
from gatehouse.prehooks.queries import PrehookQuestion
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.token_templates import extend_claims, find_token_template

CLAIMS_OF_EVERY_SCOPE = frozenset({
    "sub", "tenantId", "applicationId", "amr", "acr", "auth_time", "sid",
})  # fmt: skip
CLAIMS_BY_SCOPE = {
    "email": frozenset({"email", "email_verified"}),
    "profile": frozenset({"name", "profilePictureUrl"}),
}
CLAIMS_PREHOOK: Final = "JWT_GENERATION"
# Claims that have no value yet when the prehook is called before the session exists.
NOT_YET = ("sid", "auth_time")


@dataclass(frozen=True, slots=True)
class GrantedScopes:
    """`dpop_key`: the key that its tokens are bound to (RFC 9449 §6.1). `scopes`: the scopes of a third-party
    application; None for first-party applications."""

    dpop_key: str | None = None
    scopes: tuple[str, ...] | None = None

    def limit_claims(self, claims: Claims) -> Claims:
        """Keep only the claims that these scopes allow."""
        if self.scopes is not None:
            claims = _select_claims_of_scopes(claims, self.scopes)
        return {**claims, "cnf": {"jkt": self.dpop_key}} if self.dpop_key else claims


UNLIMITED = GrantedScopes()


def _select_claims_of_scopes(claims: Claims, scopes: tuple[str, ...]) -> Claims:
    names = CLAIMS_OF_EVERY_SCOPE.union(
        *(CLAIMS_BY_SCOPE.get(scope, frozenset()) for scope in scopes)
    )
    told = {name: value for name, value in claims.items() if name in names}
    return {**told, "type": THIRD_PARTY, "scope": " ".join(scopes)}


async def issue_session_tokens(
    resources: Resources,
    facts: SessionFacts,
    application: Application,
    refresh_token: str,
    *,
    granted: GrantedScopes = UNLIMITED,
    added: Claims | None = None,
) -> SignedIn:
    """Issue an access token, which never outlives the session's right in its tenant, together with the
    refresh token, which lives as long as the session. `added` holds the claims of the vendor's prehook."""
    tokens = resources[AccessTokens]
    now = clock.now()
    left = int((facts.expires_at - now).total_seconds())
    claims = {**(added or {}), **build_session_claims(facts, application)}
    claims, lasts = await apply_claim_template(resources, claims)
    seconds = max(1, min(lasts or application.access_token_seconds or tokens.seconds, left))
    access_token = await tokens.issue(
        granted.limit_claims(claims),
        audience=application.audience,
        seconds=seconds,
        algorithm=application.signing_algorithm,
    )
    return SignedIn(
        session_id=facts.session_id,
        user_id=facts.user_id,
        tenant_id=facts.tenant_id,
        email=facts.email,
        email_verified=facts.verified,
        access_token=access_token,
        refresh_token=refresh_token,
        expires_in=seconds,
        expires_at=now + timedelta(seconds=seconds),
        session_expires_at=facts.session_expires_at,
    )


async def apply_claim_template(resources: Resources, claims: Claims) -> tuple[Claims, int | None]:
    """Apply the vendor's claim template to this token; returns the claims and the lifetime in seconds."""
    configuration = configuration_of(resources)
    claims = await resources[ExternalIds].replace_in_claims(claims)
    template = find_token_template(configuration.jwt_targeting, configuration.jwt_templates, claims)
    if template is None:
        return claims, None
    return extend_claims(template, claims), template.expiration


def build_session_claims(facts: SessionFacts, application: Application) -> Claims:
    claims: Claims = {
        "sub": str(facts.user_id),
        "type": "userToken",
        "tenantId": str(facts.tenant_id),
        "tenantIds": facts.tenant_ids,
        "applicationId": str(application.id),
        "email": facts.email,
        "email_verified": facts.verified,
        "name": facts.name,
        "profilePictureUrl": facts.profile_picture_url,
        "roles": facts.roles,
        "permissions": facts.permissions,
        "metadata": facts.metadata,
        "amr": facts.amr,
        "auth_time": int(facts.auth_time.timestamp()),
        "sid": str(facts.session_id),
    }
    if facts.impersonator_id:
        claims["act"] = {"sub": str(facts.impersonator_id)}
    elif "mfa" in facts.amr:
        claims["acr"] = MULTI_FACTOR_CLASS
    if facts.invisible:
        claims["invisible"] = True
    if facts.is_super_user:
        claims["superUser"] = True
    return claims


async def fetch_session_claims(
    resources: Resources,
    facts: SessionFacts,
    application: Application,
    client: Client,
    granted: GrantedScopes = UNLIMITED,
    *,
    db: Db | None = None,
) -> Claims:
    """Ask the vendor's prehook for claims of a user's token; none without a prehook, and for a third-party
    application, which gets only what users consented to. Where a prehook is called, the transaction of `db`
    so far is committed; without it no connection may be held. Raises `PrehookBlocked` when it refuses, and
    `PrehookUnanswered` when it does not answer."""
    if not is_prehook_active(resources, CLAIMS_PREHOOK) or granted.scopes is not None:
        return {}
    if db is not None:
        await db.pause()
    claims = build_session_claims(facts, application)
    told = {name: one for name, one in claims.items() if name not in NOT_YET}
    try:
        return await _call_claims_prehook(resources, told, client, facts.tenant_id, facts.user_id)
    except PrehookUnanswered:
        if await may_pass_unanswered(resources, facts.user_id):
            return {}
        raise


async def fetch_api_token_claims(
    resources: Resources, claims: Claims, client: Client, tenant_id: UUID, owner_id: UUID | None
) -> Claims:
    """Ask the vendor's prehook for claims of an API token. Raises what `fetch_session_claims` raises."""
    if not is_prehook_active(resources, CLAIMS_PREHOOK):
        return {}
    return await _call_claims_prehook(resources, claims, client, tenant_id, owner_id)


async def _call_claims_prehook(
    resources: Resources, claims: Claims, client: Client, tenant_id: UUID, user_id: UUID | None
) -> Claims:
    question = PrehookQuestion(CLAIMS_PREHOOK, {"claims": claims}, client, tenant_id, user_id)
    return dict((await call_prehook(resources, question)).response)
