from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told that they were refused."""

    email: str
    name: str
