"""Captcha challenges and their verification."""

from datetime import timedelta
from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.captcha import errors
from gatehouse.identity.captcha.schemas import CaptchaPolicyIn
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, new_token, token_hash
from gatehouse.kit.db import Database, Db, Query, Scope
from gatehouse.kit.events import Event
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.captcha import (
    LASTS,
    Altcha,
    Captcha,
    CaptchaUnreachable,
    Recaptcha,
    create_altcha_challenge,
)
from gatehouse.providers.settings import CaptchaSettings
from gatehouse.vendor.captcha import ADD, CHANGE, POLICY, SECRET, CaptchaPolicy
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.current import configuration_of

USE_SOLUTION = Query(
    bool,
    """
    insert into captcha_solutions (solution_hash, expires_at) values ($1, $2)
    on conflict do nothing
    returning true as is_first
    """,
)
PER_IP = RateLimit("captcha.ip", 300, 5)
# Expired solutions cannot be used again.
EXPIRED = declare_purge(
    "captcha_solutions",
    job="captcha.forget",
    cron="7 * * * *",
    key="solution_hash",
    kept_for=timedelta(0),
)


class CaptchaPolicyChanged(Event):
    event_name = "vendor.captcha_policy_changed"
    severity = "Medium"
    text = "Changed the captcha policy"
    provider: str
    enabled: bool


async def check_captcha(
    resources: Resources, solution: str | None, email: str, client: Client
) -> None:
    """Check the captcha solution, if one is required. Raises `CaptchaNeeded`, `CaptchaFailed` or
    `CaptchaUnavailable`. `email` is normalized. Do not hold a database connection. Call it before other
    rate limits, so that a page that only learns of the captcha from the error is not counted twice."""
    policy = configuration_of(resources).captcha
    if policy is None or not policy.enabled or email in policy.ignored_emails:
        return
    if not solution:
        raise errors.CaptchaNeeded("Complete the captcha")
    await resources[RateLimiter].hit(PER_IP, get_ip_network(client.ip))
    # A solution counts once, so the request must not be answered again after it was sent.
    await resources[VendorConfiguration].confirm_request()
    try:
        captcha = _build_captcha_provider(resources, policy)
        verdict = await captcha.verify(
            decrypt_captcha_secret(resources, policy), solution, client.ip
        )
    except CaptchaUnreachable:
        raise errors.CaptchaUnavailable(
            "The captcha cannot be checked right now. Try again in a moment."
        ) from None
    passed = verdict.is_person and (verdict.score is None or verdict.score >= policy.min_score)
    if not passed or (verdict.once and not await _use_captcha_solution(resources, verdict.once)):
        raise errors.CaptchaFailed("The captcha check failed. Try again.")


def create_captcha_challenge(resources: Resources) -> dict[str, Any]:
    """A new challenge for the page. Raises `NoChallenge` where the policy has none to solve."""
    policy = configuration_of(resources).captcha
    if policy is None or not policy.enabled or policy.provider != "altcha":
        raise errors.NoChallenge("No captcha challenge is required")
    return create_altcha_challenge(decrypt_captcha_secret(resources, policy))


def _build_captcha_provider(resources: Resources, policy: CaptchaPolicy) -> Captcha:
    if policy.provider == "altcha":
        return Altcha()
    return Recaptcha(resources[Outbound], resources[CaptchaSettings].captcha_verify_url)


def decrypt_captcha_secret(resources: Resources, policy: CaptchaPolicy) -> str:
    return SECRET.open(resources[Box], policy.id, policy.sealed_secret).decode()


async def _use_captcha_solution(resources: Resources, once: str) -> bool:
    """Whether the solution is used for the first time."""
    async with resources[Database].transaction(Scope.system()) as db:
        is_first = await USE_SOLUTION.first(db, token_hash(once), clock.now() + LASTS)
    return bool(is_first)


async def get_captcha_policy(db: Db) -> CaptchaPolicy:
    """Raises `CaptchaPolicyMissing` when there is none."""
    if (policy := await POLICY.first(db)) is None:
        raise errors.CaptchaPolicyMissing("The captcha policy does not exist yet")
    return policy


async def create_captcha_policy(
    db: Db, resources: Resources, caller: VendorPrincipal, data: CaptchaPolicyIn
) -> CaptchaPolicy:
    """Raises `CaptchaPolicyExists`, or `CaptchaKeysNeeded` when the provider's keys are missing."""
    policy_id = new_id()
    secret = SECRET.seal(resources[Box], policy_id, _choose_captcha_secret(data).encode())
    saved = await ADD.first(
        db, policy_id, data.provider, data.enabled, data.site_key, secret, data.min_score,
        _normalize_ignored_emails(data), clock.now(),
    )  # fmt: skip
    if saved is None:
        raise errors.CaptchaPolicyExists("The captcha policy already exists. Change it with PUT.")
    await _announce_captcha_policy(db, caller, saved)
    return saved


async def change_captcha_policy(
    db: Db, resources: Resources, caller: VendorPrincipal, data: CaptchaPolicyIn
) -> CaptchaPolicy:
    """Raises `CaptchaPolicyMissing`, or `CaptchaKeysNeeded` when the provider's keys are missing."""
    before = await get_captcha_policy(db)
    keeps = not data.secret_key and data.provider == before.provider
    if keeps and (data.site_key or data.provider == "altcha"):
        secret = before.sealed_secret
    else:
        secret = SECRET.seal(resources[Box], before.id, _choose_captcha_secret(data).encode())
    saved = await CHANGE.one(
        db, before.id, data.provider, data.enabled, data.site_key, secret, data.min_score,
        _normalize_ignored_emails(data), clock.now(),
    )  # fmt: skip
    await _announce_captcha_policy(db, caller, saved)
    return saved


def _choose_captcha_secret(data: CaptchaPolicyIn) -> str:
    if data.provider == "altcha":
        return data.secret_key or new_token()
    if not (data.site_key and data.secret_key):
        raise errors.CaptchaKeysNeeded(
            "siteKey and secretKey: are required. The provider issues them."
        )
    return data.secret_key


def _normalize_ignored_emails(data: CaptchaPolicyIn) -> list[str]:
    return [normalize_email(address) for address in data.ignored_emails]


async def _announce_captcha_policy(db: Db, caller: VendorPrincipal, policy: CaptchaPolicy) -> None:
    event = CaptchaPolicyChanged(None, policy.provider, policy.enabled)
    await announce_event(db, event, by=caller.actor)
