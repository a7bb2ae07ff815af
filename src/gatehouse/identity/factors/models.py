from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Factor:
    """A second factor that somebody has enrolled.

    `kind` is `authenticator`, `phone`, `email`, `platform` or `cross_platform`; `label` is the number,
    the address, or the name of a device. An address has no id of its own: it is the person's.
    """

    id: UUID
    kind: str
    label: str
