"""Events that name an erased user by the pseudonym only."""

from uuid import UUID

from gatehouse.kit.events import Event


class PersonErasureBegun(Event):
    """Recorded for the vendor, not for a tenant."""

    event_name = "user.erasure_begun"
    severity = "High"
    text = "Began to erase somebody, {pseudonym} from now on: {reason}"
    erasure_id: UUID
    pseudonym: str
    reason: str


class PersonErased(Event):
    """`entries`: number of audit entries that were changed."""

    event_name = "user.erased"
    severity = "High"
    text = "Erased {pseudonym}; {entries} entries of the audit were changed, and it is on record in which"
    erasure_id: UUID
    pseudonym: str
    entries: int
