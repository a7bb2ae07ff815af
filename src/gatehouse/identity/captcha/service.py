"""Ask for the captcha, and have it checked."""

from datetime import timedelta
from typing import Any

from gatehouse.access.client import Client
from gatehouse.identity.captcha import queries
from gatehouse.identity.captcha.errors import (
    CaptchaFailed,
    CaptchaNeeded,
    CaptchaUnavailable,
    NoChallenge,
)
from gatehouse.identity.sign_in.places import place_of
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, token_hash
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.purge import Purge
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.captcha.altcha import LASTS, Altcha, new_challenge
from gatehouse.providers.captcha.port import Captcha, CaptchaUnreachable
from gatehouse.providers.captcha.recaptcha import Recaptcha
from gatehouse.providers.captcha.settings import CaptchaSettings
from gatehouse.vendor.captcha.models import CaptchaPolicy
from gatehouse.vendor.captcha.queries import SECRET
from gatehouse.vendor.current import configuration_of

PER_IP = Limit("captcha.ip", 300, 5)
USED = Purge("captcha_solutions", timedelta(0), queries.FORGET, queries.OLDEST_TO_FORGET)


async def check(resources: Resources, solution: str | None, email: str, client: Client) -> None:
    """Returns where none is asked for, or the solution is right: `CaptchaNeeded`, `CaptchaFailed`,
    `CaptchaUnavailable`. `email` is normalized. Not with a connection held. It comes before other
    limits, so that a page that only then learns of the captcha is not counted twice."""
    policy = configuration_of(resources).captcha
    if policy is None or not policy.enabled or email in policy.ignored_emails:
        return
    if not solution:
        raise CaptchaNeeded("Show that you are not a robot")
    await resources[RateLimiter].hit(PER_IP, place_of(client.ip))
    try:
        captcha = _captcha_of(resources, policy)
        verdict = await captcha.verify(_secret(resources, policy), solution, client.ip)
    except CaptchaUnreachable:
        raise CaptchaUnavailable("This cannot be checked at the moment. Try again soon.") from None
    passed = verdict.is_person and (verdict.score is None or verdict.score >= policy.min_score)
    if not passed or (verdict.once and not await _counts(resources, verdict.once)):
        raise CaptchaFailed("This did not look like a person. Try again.")


def challenge(resources: Resources) -> dict[str, Any]:
    """A new one for the page; `NoChallenge` where there is none to solve."""
    policy = configuration_of(resources).captcha
    if policy is None or not policy.enabled or policy.provider != "altcha":
        raise NoChallenge("There is no challenge to solve")
    return new_challenge(_secret(resources, policy))


def _captcha_of(resources: Resources, policy: CaptchaPolicy) -> Captcha:
    if policy.provider == "altcha":
        return Altcha()
    return Recaptcha(resources[Outbound], resources[CaptchaSettings].captcha_verify_url)


def _secret(resources: Resources, policy: CaptchaPolicy) -> str:
    return SECRET.open(resources[Box], policy.id, policy.sealed_secret).decode()


async def _counts(resources: Resources, once: str) -> bool:
    """Whether it comes for the first time."""
    async with resources[Database].transaction(Scope.system()) as db:
        is_first = await queries.USE.first(db, token_hash(once), clock.now() + LASTS)
    return bool(is_first)


@scheduled("captcha.forget", "7 * * * *")
async def forget(context: JobContext) -> None:
    """Delete what could not be used again anyway."""
    await USED.run(context)
