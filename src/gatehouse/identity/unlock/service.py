"""End a lockout after wrong passwords."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import HOURS, ActionTokenPurpose
from gatehouse.identity.login.events import UserLockedOut
from gatehouse.identity.mails import service
from gatehouse.identity.passwords.attempt_queries import CLEAR_FAILURES
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db, Query, Scope
from gatehouse.kit.errors import NotFound
from gatehouse.kit.events import Event, EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


class UnlockLinkOver(NotFound):
    code = "unlock.link_over"


class UserUnlocked(Event):
    event_name = "user.unlocked"
    severity = "Medium"
    text = "Ended the lock after too many wrong passwords"
    user_id: UUID


@dataclass(frozen=True, slots=True)
class LockedAccountHolder:
    """The user of the locked account; `tenant_id` is the tenant they enter first."""

    user_id: UUID
    email: str
    tenant_id: UUID | None


HOLDER = Query(
    LockedAccountHolder,
    "select id as user_id, email, default_tenant_id as tenant_id from users where id = $1 and verified",
)


@subscribe_to_event(UserLockedOut, "unlock.mail")
async def mail_link(context: JobContext, news: EventEnvelope[UserLockedOut]) -> None:
    """Mail the link, only to a verified address. One mail for each lockout, and those are 15 minutes
    apart."""
    user_id = news.event.user_id
    if user_id is None or not configuration_of(context.resources).vendor.unlock_by_mail:
        return
    async with context.database.transaction(Scope.system()) as db:
        holder = await HOLDER.first(db, user_id)
        if holder is None:
            return
        token = await action_tokens.issue_action_token(db, ActionTokenPurpose.UNLOCK, user_id)
        link = service.build_mail_link(context.resources, "/account/unlock", token=token)
        hours = HOURS[ActionTokenPurpose.UNLOCK]
        await service.send_mail(
            db, context.resources, "account-locked", holder.email, link=link, hours=hours
        )


LINKS_PER_IP = RateLimit("unlock.link.ip", 60, 15)


async def unlock_account(db: Db, resources: Resources, client: Client, token: str) -> None:
    """End the lockout, without signing the user in; a lock set by the vendor stays. Raises
    `UnlockLinkOver`."""
    await resources[RateLimiter].hit(LINKS_PER_IP, place_of(client.ip))
    owner = await action_tokens.owner_of(db, ActionTokenPurpose.UNLOCK, token)
    link = (
        await action_tokens.use_action_token(db, ActionTokenPurpose.UNLOCK, owner, token)
        if owner
        else None
    )
    holder = await HOLDER.first(db, link.user_id) if link and link.is_alive else None
    if holder is None:
        raise UnlockLinkOver("This link is no longer valid")
    await CLEAR_FAILURES.run(db, holder.user_id, token_hash(holder.email))
    event = UserUnlocked(holder.tenant_id, holder.user_id)
    await announce_event(db, event, by=by_person(holder.user_id, holder.email, client))
