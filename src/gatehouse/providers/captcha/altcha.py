"""Proof of work (ALTCHA): the page computes for a moment, which is cheap for one sign-in and expensive for a
bot with thousands of attempts. Needs no network, and sends no data to a third party."""

import base64
from datetime import timedelta
from typing import Any, cast

import orjson
from altcha.v1 import (
    ChallengeOptions,
    PayloadType,
    create_challenge,
    extract_params,
    verify_solution,
)

from gatehouse.kit import clock
from gatehouse.providers.captcha.port import Verdict

MOST_TRIES = 100_000
LASTS = timedelta(minutes=10)
TEXTS = ("algorithm", "challenge", "salt", "signature")


def new_challenge(secret: str) -> dict[str, Any]:
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
        payload = _payload_of(solution)
        if payload is None:
            return Verdict(False)
        # The time is the server's own, so that it can be moved.
        fits, _ = verify_solution(payload, secret, check_expires=False)
        return Verdict(bool(fits) and _is_fresh(payload), once=payload["challenge"])


def _payload_of(solution: str) -> PayloadType | None:
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


def _is_fresh(payload: PayloadType) -> bool:
    """The end stands in the salt, which is signed."""
    ends = (extract_params(payload).get("expires") or [""])[0]
    return ends.isdecimal() and int(ends) > clock.now().timestamp()
