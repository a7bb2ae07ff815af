"""CAPTCHA providers.

ALTCHA is a proof of work: the page computes for a moment, which is cheap for one sign-in and expensive for a
bot with thousands of attempts. It needs no network, and sends no data to a third party. reCAPTCHA, hCaptcha
and Turnstile get a form with the secret and the page's token, and see to it that a token counts once.
"""

import gatehouse.kit.argon2_variant  # noqa: F401 - before argon2, which altcha imports

# isort: split
import base64
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol, cast
from urllib.parse import urlencode

import orjson
from altcha.v1 import (
    ChallengeOptions,
    PayloadType,
    create_challenge,
    extract_params,
    verify_solution,
)

from gatehouse.kit import clock
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable


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


MOST_TRIES = 100_000
LASTS = timedelta(minutes=10)
TEXTS = ("algorithm", "challenge", "salt", "signature")


def create_altcha_challenge(secret: str) -> dict[str, Any]:
    """Create a challenge in the form that the ALTCHA widget reads."""
    challenge = create_challenge(
        ChallengeOptions(
            algorithm="SHA-256",
            max_number=MOST_TRIES,
            hmac_key=secret,
            expires=clock.now() + LASTS,
        )
    )
    return {
        "algorithm": challenge.algorithm,
        "challenge": challenge.challenge,
        "maxnumber": challenge.max_number,
        "salt": challenge.salt,
        "signature": challenge.signature,
    }


class Altcha:
    async def verify(self, secret: str, solution: str, ip: str) -> Verdict:
        payload = _parse_altcha_payload(solution)
        if payload is None:
            return Verdict(False)
        # The time is the server's own, so that it can be moved.
        fits, _ = verify_solution(payload, secret, check_expires=False)
        return Verdict(bool(fits) and _is_challenge_unexpired(payload), once=payload["challenge"])


def _parse_altcha_payload(solution: str) -> PayloadType | None:
    """None for what no page of ours made."""
    try:
        payload: Any = orjson.loads(base64.b64decode(solution))
    except ValueError:
        return None
    if not isinstance(payload, dict) or not isinstance(payload.get("number"), int):
        return None
    if not all(isinstance(payload.get(name), str) for name in TEXTS):
        return None
    return cast("PayloadType", payload) if payload["algorithm"] == "SHA-256" else None


def _is_challenge_unexpired(payload: PayloadType) -> bool:
    """The end stands in the salt, which is signed."""
    ends = (extract_params(payload).get("expires") or [""])[0]
    return ends.isdecimal() and int(ends) > clock.now().timestamp()


FORM = {"content-type": "application/x-www-form-urlencoded"}


class Recaptcha:
    def __init__(self, outbound: Outbound, url: str) -> None:
        self._outbound = outbound
        self._url = url

    async def verify(self, secret: str, solution: str, ip: str) -> Verdict:
        form = urlencode({"secret": secret, "response": solution, "remoteip": ip})
        try:
            answer = await self._outbound.post(self._url, form.encode(), FORM)
            said = orjson.loads(answer.text)
        except (AddressRefused, Unreachable, ValueError) as error:
            raise CaptchaUnreachable(str(error)) from None
        if not isinstance(said, dict) or not isinstance(said.get("success"), bool):
            raise CaptchaUnreachable("The answer cannot be read")
        score = said.get("score")
        return Verdict(said["success"], float(score) if isinstance(score, int | float) else None)
