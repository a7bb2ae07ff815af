"""An application proves itself with its secret (RFC 6749 §2.3.1 and §4.4)."""

from gatehouse.access.client import Client
from gatehouse.access.proof import APPLICATION
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth import queries
from gatehouse.identity.oauth.clients import confidential_client
from gatehouse.identity.oauth.errors import InvalidClient
from gatehouse.identity.oauth.models import TokenRequest
from gatehouse.kit.crypto import same, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources

WRONG = "The client or its secret is wrong"
PER_PLACE = Limit("oauth.wrong_secret", 60, 1)


async def check_secret(db: Db, resources: Resources, asked: TokenRequest, client: Client) -> None:
    """`InvalidClient` for a wrong secret. People's applications are public: PKCE and the exact address prove
    who asks, so one that has no secret may send anything, and one that has may send none."""
    application = confidential_client(resources, asked.client_id)
    if application is None or not asked.client_secret:
        return
    known = await queries.SECRET_OF.first(db, application.id)
    if known is not None and not same(known, token_hash(asked.client_secret)):
        await db.pause()
        await resources[RateLimiter].hit(PER_PLACE, client.ip)
        raise InvalidClient(WRONG)


async def token_of_application(
    db: Db, resources: Resources, asked: TokenRequest, client: Client
) -> tuple[str, int]:
    """An access token in which nobody but the application stands, for its own backends: no call of ours
    takes it. And its seconds. `InvalidClient`."""
    application = confidential_client(resources, asked.client_id)
    known = await queries.SECRET_OF.first(db, application.id) if application else None
    if application is None or known is None or not asked.client_secret:
        raise InvalidClient(WRONG)
    await check_secret(db, resources, asked, client)
    tokens = resources[AccessTokens]
    seconds = application.access_token_seconds or tokens.seconds
    claims = {
        "sub": application.audience,
        "client_id": application.audience,
        "type": APPLICATION,
        "applicationId": str(application.id),
    }
    token = tokens.issue(
        claims,
        audience=application.audience,
        seconds=seconds,
        algorithm=application.signing_algorithm,
    )
    return token, seconds
