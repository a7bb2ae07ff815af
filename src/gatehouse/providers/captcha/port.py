from dataclasses import dataclass
from typing import Protocol


class CaptchaUnreachable(Exception):
    """Nobody could say whether it is a person."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` from 0 (robot) to 1 (person), where the provider gives one. `once` names what must not count
    a second time, where the provider does not see to that itself."""

    is_person: bool
    score: float | None = None
    once: str | None = None


class Captcha(Protocol):
    async def verify(self, secret: str, solution: str, ip: str) -> Verdict:
        """Of what the page sent; `CaptchaUnreachable`. Not with a connection held."""
        ...
