"""Limits of messages caused by events: they cost money, and their recipients are entered by users."""

from gatehouse.connectivity.messages.errors import CannotTell
from gatehouse.connectivity.messages.models import PendingEventMessage
from gatehouse.identity.text_messages.number import country_prefix
from gatehouse.identity.text_messages.service import PER_PREFIX
from gatehouse.kit.rate_limit import RateLimit, RateLimited, RateLimiter

HOUR, DAY = 60, 24 * 60
PER_RECIPIENT = {
    "email": RateLimit("events.email", 60, HOUR),
    "sms": RateLimit("events.sms", 20, HOUR),
    "slack": RateLimit("events.slack", 600, HOUR),
}
PER_ACCOUNT = {
    "email": RateLimit("events.email.account", 2000, DAY),
    "sms": RateLimit("events.sms.account", 200, DAY),
    "slack": RateLimit("events.slack.account", 20_000, DAY),
}


async def count_event_message(limiter: RateLimiter, waiting: PendingEventMessage) -> None:
    """One message more. `CannotTell`. Not with a connection held."""
    one, all_of_it = PER_RECIPIENT[waiting.channel], PER_ACCOUNT[waiting.channel]
    try:
        await limiter.hit(one, f"{waiting.tenant_id} {waiting.recipient}")
    except RateLimited:
        raise CannotTell(f"More than {one.count} messages in an hour") from None
    try:
        await limiter.hit(all_of_it, str(waiting.tenant_id))
        if waiting.channel == "sms":
            await limiter.hit(PER_PREFIX, country_prefix(waiting.recipient))
    except RateLimited:
        raise CannotTell(f"The account sends more than {all_of_it.count} messages a day") from None
