"""Secrets of new API tokens: a random secret, or a signed access token."""

from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.proof import TokenType
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import AccessTokens
from gatehouse.directory.api_tokens.models import ApiTokenKind, ApiTokenSecret
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

# Verifiers require `exp`, so a token without expiry gets a distant one; the list of active tokens decides.
ENDLESS = timedelta(days=36_525)


async def new_secret(
    resources: Resources,
    kind: ApiTokenKind,
    token_id: UUID,
    tenant_id: UUID,
    owner_id: UUID | None,
    expires_at: datetime | None,
) -> ApiTokenSecret:
    if kind is ApiTokenKind.CLIENT_CREDENTIALS:
        secret = new_token()
        return ApiTokenSecret(secret, token_hash(secret))
    application = configuration_of(resources).default
    key_id, _ = resources[KeyRing].current(application.signing_algorithm)
    claims = {
        "sub": str(token_id),
        "type": TokenType.USER_ACCESS if owner_id else TokenType.TENANT_ACCESS,
        "tenantId": str(tenant_id),
        "applicationId": str(application.id),
        # Makes tokens created in the same second differ, and the stored hash unguessable.
        "jti": new_token(16),
    }
    if owner_id:
        claims["userId"] = str(owner_id)
    lasts = expires_at - clock.now() if expires_at else ENDLESS
    text = await resources[AccessTokens].issue(
        claims,
        audience=application.audience,
        seconds=max(1, int(lasts.total_seconds())),
        algorithm=application.signing_algorithm,
    )
    return ApiTokenSecret(text, token_hash(text), key_id)
