"""Daily limit on the codes and links that a mailbox is sent on request.

Each code allows five guesses, so the limit also bounds the guesses of a patient attacker. A location from
which the user has signed in before has its own count, so requests by strangers do not lock a user out at
their usual locations.
"""

from gatehouse.access.client import Client
from gatehouse.directory.users.service import strip_plus_suffix
from gatehouse.identity.sign_in import ip_location
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.settings import MailSettings

A_DAY = 24 * 60


async def limit_mail(resources: Resources, kind: str, address: str, client: Client) -> None:
    """Count one mail of this kind to the normalized address, whether or not it has an account. Raises
    `RateLimited`. Do not hold a database connection."""
    place = await ip_location.get_known_ip_network(resources, address, client.ip)
    await count_mail(resources, kind, address, place)


async def count_mail(resources: Resources, kind: str, address: str, place: str = "") -> None:
    """Count one mail, for a caller that has determined the location already: `place` is from
    `ip_location.get_known_ip_network`."""
    limit = RateLimit(f"mails.{kind}.day", resources[MailSettings].mailed_codes_per_day, A_DAY)
    await resources[RateLimiter].hit(limit, f"{strip_plus_suffix(address)} {place}")
