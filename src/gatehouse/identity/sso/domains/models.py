from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SsoDomain:
    """`domain` is spelled as in email addresses of users. `validated_by` is `dns`, `email` for a code sent to
    a mailbox, or `vendor` where the vendor verified it; `shared`: validated while several accounts may have
    it; `missing_since`: it is validated, but its record is no longer found."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    domain: str
    token: str
    validated_at: datetime | None
    validated_by: str | None
    shared: bool
    missing_since: datetime | None
