"""Choose and give up a user name, and list those of a tenant."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_have_recent_sign_in
from gatehouse.audit.service import announce_event
from gatehouse.identity.mails import service as mails
from gatehouse.identity.mfa.own_factors import RECENT
from gatehouse.identity.usernames import queries
from gatehouse.identity.usernames.name import (
    HasUsername,
    UsernameNotFound,
    UsernameTaken,
    check_username,
)
from gatehouse.identity.usernames.schemas import UsernameOut, UsernamesQuery
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Event
from gatehouse.kit.lists import EMPTY_PAGE, pattern_beginning
from gatehouse.kit.plain_route import Json
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources


class UsernameChosen(Event):
    event_name = "user.username_added"
    severity = "Medium"
    text = "Added the username {username}"
    user_id: UUID
    username: str


class UsernameDeleted(Event):
    event_name = "user.username_deleted"
    severity = "Medium"
    text = "Deleted the username {username}"
    user_id: UUID
    username: str


# Each attempt reveals whether the name is taken.
TRIES = RateLimit("usernames.tries", 20, 60)


async def choose_username(
    db: Db, resources: Resources, caller: Principal, text: str
) -> UsernameOut:
    """Set the user name for the caller's sign-in. Raises `InvalidUsername`, `HasUsername`,
    `UsernameTaken` or `RecentSignInNeeded`."""
    must_have_recent_sign_in(caller, RECENT)
    name = check_username(text)
    await resources[RateLimiter].hit(TRIES, str(caller.user_id))
    added = await queries.ADD.first(db, caller.user_id, name, clock.now(), False)
    if added is None:
        if await queries.OF.first(db, caller.user_id):
            raise HasUsername("You already have a username. Delete it first.")
        raise UsernameTaken("This username is taken. Choose another one.")
    event = UsernameChosen(caller.tenant_id, caller.user_id, name)
    await announce_event(db, event, by=caller.actor)
    told = "A user name was chosen, which now signs in to your account."
    await mails.mail_security_change(db, resources, "sign-in-changed", caller, told)
    return added


async def delete_username(db: Db, resources: Resources, caller: Principal, text: str) -> None:
    """Give up the caller's name. Raises `UsernameNotFound` for any other name."""
    gone = await queries.DELETE.first(db, caller.user_id, text.strip().lower())
    if gone is None:
        raise UsernameNotFound("The username was not found")
    event = UsernameDeleted(caller.tenant_id, caller.user_id, gone.username)
    await announce_event(db, event, by=caller.actor)
    told = "The user name of your account was deleted."
    await mails.mail_security_change(db, resources, "sign-in-changed", caller, told)


async def list_usernames_of_tenant(db: Db, caller: Principal, query: UsernamesQuery) -> Json:
    """A page of the user names of the tenant's members."""
    prefix = pattern_beginning(query.prefix) if query.prefix else None
    names = [name.lower() for name in query.names] or None
    page = await queries.OF_TENANT.page(
        db,
        query,
        query.sort_by,
        caller.tenant_id,
        prefix=prefix,
        ids=query.ids or None,
        names=names,
    )
    return (page or EMPTY_PAGE).to_response(query.limit)
