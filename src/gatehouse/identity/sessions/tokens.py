"""Claims of an access token (wire reference §8)."""

from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.identity.sessions.granted_scopes import EVERYTHING, GrantedScopes
from gatehouse.identity.sessions.models import SignedIn, TokenFacts
from gatehouse.kit import clock
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.token_templates import extend_claims, template_for


async def sign_in_answer(
    resources: Resources,
    facts: TokenFacts,
    application: Application,
    *,
    session_id: UUID,
    refresh_token: str,
    auth_time: datetime,
    amr: list[str],
    expires_at: datetime,
    session_expires_at: datetime,
    impersonator_id: UUID | None = None,
    granted: GrantedScopes = EVERYTHING,
    added: Claims | None = None,
) -> SignedIn:
    """Issue an access token, which never outlives the session's right in its tenant (`expires_at`), together
    with the refresh token, which lives as long as the session. `added` holds the claims of the vendor's
    prehook."""
    tokens = resources[AccessTokens]
    now = clock.now()
    left = int((expires_at - now).total_seconds())
    claims = claims_of(facts, application, session_id, auth_time, amr, impersonator_id)
    claims, lasts = await as_vendor_wants(resources, {**(added or {}), **claims})
    seconds = max(1, min(lasts or application.access_token_seconds or tokens.seconds, left))
    access_token = await tokens.issue(
        granted.limit(claims),
        audience=application.audience,
        seconds=seconds,
        algorithm=application.signing_algorithm,
    )
    return SignedIn(
        session_id=session_id,
        user_id=facts.user_id,
        tenant_id=facts.tenant_id,
        email=facts.email,
        email_verified=facts.verified,
        access_token=access_token,
        refresh_token=refresh_token,
        expires_in=seconds,
        expires_at=now + timedelta(seconds=seconds),
        session_expires_at=session_expires_at,
    )


async def as_vendor_wants(resources: Resources, claims: Claims) -> tuple[Claims, int | None]:
    """Apply the vendor's claim template to this token; returns the claims and the lifetime in seconds."""
    configuration = configuration_of(resources)
    claims = await resources[ExternalIds].in_claims(claims)
    template = template_for(configuration.jwt_targeting, configuration.jwt_templates, claims)
    if template is None:
        return claims, None
    return extend_claims(template, claims), template.expiration


def claims_of(
    facts: TokenFacts,
    application: Application,
    session_id: UUID,
    auth_time: datetime,
    amr: list[str],
    impersonator_id: UUID | None = None,
) -> Claims:
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
        "amr": amr,
        "auth_time": int(auth_time.timestamp()),
        "sid": str(session_id),
    }
    if impersonator_id:
        claims["act"] = {"sub": str(impersonator_id)}
    elif "mfa" in amr:
        claims["acr"] = MULTI_FACTOR_CLASS
    if facts.invisible:
        claims["invisible"] = True
    if facts.is_super_user:
        claims["superUser"] = True
    return claims
