from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Authenticator:
    """`last_step` is the time step of the last code that was used."""

    id: UUID
    sealed_secret: bytes
    last_step: int
