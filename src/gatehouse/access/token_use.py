from typing import Protocol
from uuid import UUID


class TokenUse(Protocol):
    """Notes when API tokens were last used."""

    async def note(self, token_id: UUID) -> None: ...
