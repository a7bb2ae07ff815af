"""Whether the vendor offers API tokens at all."""

from typing import Annotated

from fastapi import Depends

from gatehouse.access.errors import ApiTokensDisabled
from gatehouse.vendor.current import CurrentConfiguration


async def _require_enabled(configuration: CurrentConfiguration) -> None:
    if not configuration.vendor.api_tokens_enabled:
        raise ApiTokensDisabled


# Behind the guard, so that whoever may not is told so first.
Enabled = Annotated[None, Depends(_require_enabled)]
