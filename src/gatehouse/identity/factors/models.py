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
