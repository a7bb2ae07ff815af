from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SsoDomain:
    """`domain` is spelled as in the addresses of people. `validated_by` is `dns`, `email` of a mailbox, or
    `vendor` where that has vouched for it; `shared`: validated while several accounts may have it;
    `missing_since`: it is validated, and its record was not found any more."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    domain: str
    token: str
    validated_at: datetime | None
    validated_by: str | None
    shared: bool
    missing_since: datetime | None
