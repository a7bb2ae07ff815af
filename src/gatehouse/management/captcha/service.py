from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce
from gatehouse.directory.users.service import normalize_email
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, new_token
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.management.captcha.errors import (
    CaptchaKeysNeeded,
    CaptchaPolicyExists,
    CaptchaPolicyMissing,
)
from gatehouse.management.captcha.events import CaptchaPolicyChanged
from gatehouse.management.captcha.schemas import CaptchaPolicyIn
from gatehouse.vendor.captcha.models import CaptchaPolicy
from gatehouse.vendor.captcha.queries import ADD, CHANGE, POLICY, SECRET


async def get(db: Db) -> CaptchaPolicy:
    """`CaptchaPolicyMissing`."""
    if (policy := await POLICY.first(db)) is None:
        raise CaptchaPolicyMissing("There is no captcha policy yet")
    return policy


async def secret_of(db: Db, resources: Resources) -> str:
    """`CaptchaPolicyMissing`."""
    policy = await get(db)
    return SECRET.open(resources[Box], policy.id, policy.sealed_secret).decode()


async def create(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, data: CaptchaPolicyIn
) -> CaptchaPolicy:
    """`CaptchaPolicyExists`, `CaptchaKeysNeeded`."""
    policy_id = new_id()
    secret = SECRET.seal(resources[Box], policy_id, _secret_of(data).encode())
    saved = await ADD.first(
        db, policy_id, data.provider, data.enabled, data.site_key, secret, data.min_score,
        _addresses(data), clock.now(),
    )  # fmt: skip
    if saved is None:
        raise CaptchaPolicyExists("There is a captcha policy already; change it with PUT")
    await _announce(db, caller, client, saved)
    return saved


async def change(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, data: CaptchaPolicyIn
) -> CaptchaPolicy:
    """`CaptchaPolicyMissing`, `CaptchaKeysNeeded`."""
    before = await get(db)
    keeps = not data.secret_key and data.provider == before.provider
    if keeps and (data.site_key or data.provider == "altcha"):
        secret = before.sealed_secret
    else:
        secret = SECRET.seal(resources[Box], before.id, _secret_of(data).encode())
    saved = await CHANGE.one(
        db, before.id, data.provider, data.enabled, data.site_key, secret, data.min_score,
        _addresses(data), clock.now(),
    )  # fmt: skip
    await _announce(db, caller, client, saved)
    return saved


def _secret_of(data: CaptchaPolicyIn) -> str:
    if data.provider == "altcha":
        return data.secret_key or new_token()
    if not (data.site_key and data.secret_key):
        raise CaptchaKeysNeeded("siteKey and secretKey: are needed, as the provider gave them")
    return data.secret_key


def _addresses(data: CaptchaPolicyIn) -> list[str]:
    return [normalize_email(address) for address in data.ignored_emails]


async def _announce(db: Db, caller: VendorPrincipal, client: Client, policy: CaptchaPolicy) -> None:
    event = CaptchaPolicyChanged(None, policy.provider, policy.enabled)
    await announce(db, event, by=by_vendor(caller, client))
