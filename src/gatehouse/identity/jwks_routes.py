"""The published keys that verify access tokens."""

from typing import Annotated, Any

from fastapi.responses import JSONResponse, Response

from gatehouse.access.signing_keys import KeyRing
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.vendor.current import CurrentConfiguration

router = Router(tags=["OpenID Connect"])


# A key is published ten minutes before it signs, so a copy may be half that old.
CACHE = {"cache-control": "public, max-age=300"}


@router.get("/.well-known/jwks.json", response_model=dict[str, list[dict[str, Any]]])
@router.get(
    "/oauth/.well-known/jwks.json",
    name="get_hosted_jwks",
    response_model=dict[str, list[dict[str, Any]]],
)
async def get_jwks(
    configuration: CurrentConfiguration, keys: Annotated[KeyRing, resource(KeyRing)]
) -> Response:
    """The public keys (RFC 7517). The one that signs now comes first; an RSA key does when an
    application asks for RS256."""
    await keys.refresh()
    return JSONResponse(keys.jwks(configuration.signing_algorithms), headers=CACHE)
