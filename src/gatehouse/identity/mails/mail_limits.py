"""How many codes and links a mailbox is sent in a day because somebody asked for them.

Each code may be guessed five times, so this bounds the guesses of somebody patient as well. A place from
which the person has signed in before has a count of its own: strangers who ask again and again keep nobody
out where they usually are.
"""

from gatehouse.access.client import Client
from gatehouse.directory.users.service import mailbox_of
from gatehouse.identity.sign_in import known_locations
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail.settings import MailSettings

A_DAY = 24 * 60


async def limit_mail(resources: Resources, kind: str, address: str, client: Client) -> None:
    """Count one mail of this kind to the normalized address, whether or not somebody has it. `RateLimited`.
    Not with a connection held."""
    place = await known_locations.counted_at(resources, address, client.ip)
    await count_mail(resources, kind, address, place)


async def count_mail(resources: Resources, kind: str, address: str, place: str = "") -> None:
    """As `limit_mail`, where it is known already who asks: `place` is from `known_locations.counted_at`."""
    limit = RateLimit(f"mails.{kind}.day", resources[MailSettings].mailed_codes_per_day, A_DAY)
    await resources[RateLimiter].hit(limit, f"{mailbox_of(address)} {place}")
