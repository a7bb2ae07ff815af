"""Whether the vendor has API tokens enabled."""

from typing import Annotated

from fastapi import Depends

from gatehouse.access.errors import ApiTokensDisabled
from gatehouse.vendor.current import CurrentConfiguration


async def _require_enabled(configuration: CurrentConfiguration) -> None:
    if not configuration.vendor.api_tokens_enabled:
        raise ApiTokensDisabled


# Declared after the permission check, so that a caller without the permission gets that error first.
Enabled = Annotated[None, Depends(_require_enabled)]
