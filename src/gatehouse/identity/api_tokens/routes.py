from gatehouse.access.client import CurrentClient
from gatehouse.identity.api_tokens import schemas, service
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/auth", tags=["API tokens"])


@router.post("/v1/api-token", response_model=schemas.Tokens)
@router.post("/v2/api-token", response_model=schemas.OAuthTokens, name="exchange_api_token_v2")
async def exchange_api_token(
    resources: AllResources, client: CurrentClient, data: schemas.Credentials
) -> schemas.ExchangedApiToken:
    """An access token for the client id and secret of an API token. 401 `api_tokens.invalid_credentials`
    for an unknown id, a wrong secret and an expired or deleted token alike; 429 after many tries."""
    return await service.exchange_api_token(resources, client, data)


@router.post("/v1/api-token/token/refresh", response_model=schemas.Tokens)
@router.post(
    "/v2/api-token/token/refresh", response_model=schemas.OAuthTokens, name="refresh_api_token_v2"
)
async def refresh_api_token(
    resources: AllResources, client: CurrentClient, data: schemas.Refresh
) -> schemas.ExchangedApiToken:
    """A new access token, for a day after the secret was presented. 401
    `api_tokens.invalid_refresh_token`."""
    return await service.refresh_api_token(resources, client, data.refresh_token)
