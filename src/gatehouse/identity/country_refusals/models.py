from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefusalRecipient:
    """The user who is notified of the refusal."""

    email: str
    name: str
