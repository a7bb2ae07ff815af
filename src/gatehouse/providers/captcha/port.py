from dataclasses import dataclass
from typing import Protocol


class CaptchaUnreachable(Exception):
    """Raised when the CAPTCHA provider gave no verdict."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a CAPTCHA. `score`: 0 (bot) to 1 (human), where the provider gives one. `once`: a key
    that must not be used twice, where the provider does not prevent reuse itself."""

    is_person: bool
    score: float | None = None
    once: str | None = None


class Captcha(Protocol):
    async def verify(self, secret: str, solution: str, ip: str) -> Verdict:
        """Of what the page sent; `CaptchaUnreachable`. Not with a connection held."""
        ...
