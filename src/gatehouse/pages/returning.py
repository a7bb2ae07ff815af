"""Whether the sign-in page may redirect back to a page of another origin."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request

from gatehouse.kit.origins import allowed_origins
from gatehouse.kit.resources import resource
from gatehouse.settings import Settings
from gatehouse.vendor.current import CurrentConfiguration


async def _return_origin(
    request: Request,
    settings: Annotated[Settings, resource(Settings)],
    configuration: CurrentConfiguration,
) -> str | None:
    """Of `redirectUrl` (identity spec §2), if its pages may call the API; the others stay unknown."""
    try:
        parts = urlsplit(request.query_params.get("redirectUrl", ""))
    except ValueError:
        return None
    origin = f"{parts.scheme}://{parts.netloc}"
    local = settings.env != "production"  # as CORS lets them
    allowed = allowed_origins(settings.origins, local=local, also=lambda: configuration.origins)
    return origin if allowed(origin) else None


ReturnOrigin = Annotated[str | None, Depends(_return_origin)]
