"""Apply sign-up choices from the browser's cookie to the account of the user in that browser."""

from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.identity.phone_numbers import service
from gatehouse.identity.phone_numbers.events import PhoneNumberVerified
from gatehouse.identity.phone_numbers.service import PhoneNumberTaken
from gatehouse.identity.signup.signup_choices import SignupChoices
from gatehouse.identity.usernames import queries as usernames
from gatehouse.identity.usernames.service import UsernameChosen
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor


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
            await service.mark_number_verified(db, user_id, chosen.phone_number)
        except PhoneNumberTaken:
            return
        await announce_event(db, PhoneNumberVerified(tenant_id, user_id), by=by)
