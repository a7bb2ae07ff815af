from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefusalRecipient:
    """Who is told that they were refused."""

    email: str
    name: str
