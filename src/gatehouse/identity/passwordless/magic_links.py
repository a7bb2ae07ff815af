"""Magic links: 256 bits, stored hashed, valid for 15 minutes, once.

Reading a link changes nothing, and a mail scanner that opens it does not have the cookie of the
requesting browser.
"""

from datetime import timedelta

from gatehouse.identity.passwordless import queries
from gatehouse.identity.passwordless.errors import LinkExpired, LinkOpenedElsewhere, LinkUnknown
from gatehouse.identity.passwordless.models import MagicLink, PasswordlessUser
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

LASTS = timedelta(minutes=15)
EXPIRED = declare_purge(
    "magic_links",
    job="magic_links.forget",
    cron="53 * * * *",
    key="token_hash",
    kept_for=timedelta(days=1),
)


async def issue_magic_link(db: Db, person: PasswordlessUser, browser_hash: bytes) -> str:
    """Issue a link and return its token, for the user's mail. Needs the system scope."""
    token, now = new_token(), clock.now()
    await queries.ADD_LINK.run(
        db, token_hash(token), browser_hash, person.id, person.email, now, now + LASTS
    )
    return token


async def use_magic_link(
    db: Db, resources: Resources, token: str, browser: str | None
) -> MagicLink:
    """Use a link and return its user. Raises `LinkUnknown`, `LinkExpired`, or `LinkOpenedElsewhere`,
    which leaves the link usable in the right browser. Needs the system scope."""
    found = await queries.LINK.first(db, token_hash(token))
    if found is None or found.used_at:
        raise _link_unknown_error()
    if found.expires_at <= clock.now():
        raise LinkExpired("This link has expired. Request a new one.")
    must_be_here = configuration_of(resources).vendor.magic_link_same_device
    if must_be_here and not (
        browser and equal_in_constant_time(found.browser_hash, token_hash(browser))
    ):
        raise LinkOpenedElsewhere("Open the link in the browser that requested it")
    if not await queries.USE_LINK.first(db, token_hash(token), clock.now()):
        raise _link_unknown_error()
    await queries.END_MAGIC_LINKS_OF_USER.run(db, found.user_id, clock.now())
    return found


def _link_unknown_error() -> LinkUnknown:
    return LinkUnknown("This link is not valid. Request a new one.")
