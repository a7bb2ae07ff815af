from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Factor:
    """An enrolled MFA factor.

    `kind` is `authenticator`, `phone`, `email`, `platform` or `cross_platform`; `label` is the number, the
    email address, or the name of a device. An email address has no id of its own: the id is the user's.
    """

    id: UUID
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class Authenticator:
    """An enrolled app. `last_step` is the time step of the last used code."""

    id: UUID
    sealed_secret: bytes
    last_step: int


@dataclass(frozen=True, slots=True)
class RecoveredAccount:
    """The user of a used recovery code, and the tenant of the event."""

    user_id: UUID
    email: str
    name: str
    tenant_id: UUID | None
