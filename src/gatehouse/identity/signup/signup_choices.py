"""Sign-up choices, kept in the browser that made them: a password, a user name, a phone number.

Anyone can sign up with any address. A password stored here would become that of the account once the
address's owner opens the mail, though an attacker may know it. So its hash travels in a cookie, encrypted
together with the address, and counts when the mailed link is opened in that browser. In other browsers
the link asks for a password, and the user name, the number and the metadata are discarded.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

import orjson
from starlette.responses import Response

from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.action_tokens.service import HOURS
from gatehouse.identity.phone_numbers import service as phone_numbers
from gatehouse.identity.phone_numbers.events import PhoneNumberVerified
from gatehouse.identity.phone_numbers.service import PhoneNumberTaken
from gatehouse.identity.sessions.cookies import compose_cookie_name, set_cookie
from gatehouse.identity.usernames import queries as usernames
from gatehouse.identity.usernames.service import UsernameChosen
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.kit.resources import Resources

CONTEXT = "sign_up.password"
COOKIE = "sign_up"
MOST_SIGN_UPS = 3
SECONDS = HOURS[ActionTokenPurpose.ACTIVATE] * 3600
# How long the browser remembers its sign-ups: a user who may sign in at once may verify the address after
# the first session, of about 30 days, has expired.
SIGN_UPS_SECONDS = 90 * 24 * 3600


@dataclass(frozen=True, slots=True)
class SignupChoices:
    """`email` is normalized; `hash` is that of a password which the policy accepted. `phone_number` was
    given with it; a number from another sign-up with that address does not count. `proved_number`: this
    browser has confirmed the code that went to it. `metadata` is the digest of the sign-up's metadata."""

    email: str
    hash: str | None
    phone_number: str | None = None
    username: str | None = None
    proved_number: bool = False
    sign_ups: tuple[UUID, ...] = ()

    def with_sign_up(self, tenant_id: UUID, earlier: "SignupChoices | None") -> "SignupChoices":
        """Add a sign-up of this browser, which keeps its earlier ones with this address."""
        before = earlier.sign_ups if earlier and earlier.email == self.email else ()
        return replace(self, sign_ups=(tenant_id, *before)[:MOST_SIGN_UPS])


def set_signup_choices(response: Response, resources: Resources, chosen: SignupChoices) -> None:
    ends = int(clock.now().timestamp()) + SECONDS
    content = [
        chosen.email, chosen.hash, chosen.phone_number, ends, chosen.username, chosen.proved_number,
        [str(tenant_id) for tenant_id in chosen.sign_ups],
    ]  # fmt: skip
    sealed = resources[Box].seal(orjson.dumps(content), CONTEXT)
    value = base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()
    set_cookie(response, resources, compose_cookie_name(resources, COOKIE), value, SIGN_UPS_SECONDS)


def read_signup_choices(cookies: Mapping[str, str], resources: Resources) -> SignupChoices | None:
    """The choices in this browser's cookie; None when there are none, or they are not ours. After their
    lifetime only the list of sign-ups."""
    value = cookies.get(compose_cookie_name(resources, COOKIE), "")
    try:
        sealed = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
        email, hashed, phone_number, ends, username, proved_number, sign_ups = orjson.loads(
            resources[Box].open(sealed, CONTEXT)
        )
        companies = tuple(UUID(one) for one in sign_ups)
    except (ValueError, TypeError):  # TypeError: written by an earlier version, with other fields
        return None
    if clock.now().timestamp() >= ends:
        return SignupChoices(email, None, sign_ups=companies)
    return SignupChoices(email, hashed, phone_number, username, proved_number, companies)


def list_companies_of_browser(
    cookies: Mapping[str, str], resources: Resources, email: str
) -> tuple[UUID, ...]:
    """The companies of this browser's sign-ups with the address."""
    chosen = read_signup_choices(cookies, resources)
    return chosen.sign_ups if chosen and chosen.email == email else ()


def clear_signup_choices(response: Response, resources: Resources) -> None:
    set_cookie(response, resources, compose_cookie_name(resources, COOKIE), "", 0)


async def apply_signup_choices(
    db: Db, tenant_id: UUID, user_id: UUID, chosen: SignupChoices, by: Actor
) -> None:
    """Set the user name and the verified number. Those that another user has taken in the meantime are
    skipped."""
    name = chosen.username
    if name and await usernames.ADD.first(db, user_id, name, clock.now(), False):
        await announce_event(db, UsernameChosen(tenant_id, user_id, name), by=by)
    if chosen.phone_number and chosen.proved_number:
        try:
            await phone_numbers.mark_number_verified(db, user_id, chosen.phone_number)
        except PhoneNumberTaken:
            return
        await announce_event(db, PhoneNumberVerified(tenant_id, user_id), by=by)
