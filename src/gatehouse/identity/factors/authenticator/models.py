from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Authenticator:
    """An enrolled app. `last_step` is the time step of the last used code."""

    id: UUID
    sealed_secret: bytes
    last_step: int
