"""Send text messages. They cost money, and strangers can request them: each is counted before it is
queued, by number, by the mailbox of the account for which it is sent, and by country."""

from uuid import UUID

from gatehouse.directory.users.service import strip_plus_suffix
from gatehouse.identity.one_time_codes.models import SealedCode
from gatehouse.identity.one_time_codes.service import bind_sealed_code
from gatehouse.identity.text_messages.number import NumberNotServed, parse_country_prefix
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.logs import get_logger
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.outgoing import Outbox
from gatehouse.providers.settings import SmsSettings
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.messages import fill_placeholders

log = get_logger()

# By the wire's names: sign-in and changes of a number, and MFA.
DEFAULTS = {
    "OTC": "{{code}} is your {{vendor}} code. It is valid for 10 minutes. Do not share it.",
    "MFAOTC": "{{vendor}}: your code is {{code}}. It is valid for 10 minutes. Do not share it.",
}
PLACEHOLDERS = frozenset({"code", "vendor"})

PER_NUMBER = RateLimit("sms.number", 5, 15)
PER_NUMBER_A_DAY = RateLimit("sms.number.day", 20, 24 * 60)
PER_MAILBOX = RateLimit("sms.mailbox", 10, 60)
PER_PREFIX = RateLimit("sms.prefix", 600, 60)


async def limit_text_message(
    resources: Resources, number: str, email: str, *, looked_up: bool = False
) -> None:
    """Count one message to the normalized number, for the account with this address, in all its tenants.
    `looked_up`: the requester did not give the number, or must not learn whether it has an account; such
    messages are counted separately, so that later rate limit errors do not reveal it. Raises
    `NumberNotServed` or `RateLimited`. Do not hold a database connection."""
    require_number_served(resources, number)
    limiter = resources[RateLimiter]
    apart = "looked up " if looked_up else ""
    await limiter.hit(PER_NUMBER, apart + number)
    await limiter.hit(PER_NUMBER_A_DAY, apart + number)
    await limiter.hit(PER_MAILBOX, apart + strip_plus_suffix(email))
    await limiter.hit(PER_PREFIX, parse_country_prefix(number))


def require_number_served(resources: Resources, number: str) -> None:
    """Raises `NumberNotServed` by the prefix of the normalized number."""
    served = resources[SmsSettings].sms_prefixes
    if served and not number.startswith(tuple(served)):
        raise NumberNotServed("Text messages cannot be sent to this number")


async def may_send_text(
    resources: Resources, number: str, email: str, user_id: UUID, event: str
) -> bool:
    """Count one message of a job, whose requester must not learn whether the number has an account. False,
    with `event` in the log, when the message is over a limit and is dropped."""
    try:
        await limit_text_message(resources, number, email, looked_up=True)
    except (RateLimited, NumberNotServed) as refusal:
        log.warning(event, user_id=str(user_id), why=refusal.code)
        return False
    return True


async def send_text_code(db: Db, resources: Resources, number: str, code: str) -> None:
    """Queue the message in this transaction; `limit_text_message` has counted it."""
    await resources[Outbox].queue_sms(db, number, compose_code_text(resources, "OTC", code))


async def send_sealed_code(
    db: Db, resources: Resources, sealed: SealedCode, user_id: UUID, number: str
) -> bool:
    """Bind a code of a job to the user and queue its message. False when the code is no longer valid."""
    code = await bind_sealed_code(db, resources[Box], sealed, user_id, number)
    if code is not None:
        await send_text_code(db, resources, number, code)
    return code is not None


async def send_invitation_code(db: Db, resources: Resources, number: str, code: str) -> None:
    """Queue the code of an invitation, which is valid as long as the invitation."""
    product = brand_of(configuration_of(resources), "loginBox").name
    text = (
        f"{code} is your {product} code. Enter it on the page of your invitation. Do not share it."
    )
    await resources[Outbox].queue_sms(db, number, text)


def compose_code_text(resources: Resources, kind: str, code: str) -> str:
    """The text with the vendor's template, else the default one. `kind` is the wire's name of the
    message."""
    configuration = configuration_of(resources)
    written = configuration.sms_templates.get(kind)
    values = {"code": code, "vendor": brand_of(configuration, "loginBox").name}
    return fill_placeholders(written.template if written else DEFAULTS[kind], values, as_html=False)
