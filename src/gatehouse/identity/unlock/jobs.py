"""Mail a link that ends a lockout to the locked-out user, where the vendor offers it."""

from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import HOURS, ActionTokenPurpose
from gatehouse.identity.login.events import UserLockedOut
from gatehouse.identity.mails import service as mails
from gatehouse.identity.unlock import queries
from gatehouse.kit.db import Scope
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext
from gatehouse.vendor.current import configuration_of


@subscribe_to_event(UserLockedOut, "unlock.mail")
async def mail_link(context: JobContext, news: EventEnvelope[UserLockedOut]) -> None:
    """Mail the link, only to a verified address. One mail for each lockout, and those are 15 minutes
    apart."""
    user_id = news.event.user_id
    if user_id is None or not configuration_of(context.resources).vendor.unlock_by_mail:
        return
    async with context.database.transaction(Scope.system()) as db:
        holder = await queries.HOLDER.first(db, user_id)
        if holder is None:
            return
        token = await action_tokens.issue_action_token(db, ActionTokenPurpose.UNLOCK, user_id)
        link = mails.build_mail_link(context.resources, "/account/unlock", token=token)
        hours = HOURS[ActionTokenPurpose.UNLOCK]
        await mails.send_mail(
            db, context.resources, "account-locked", holder.email, link=link, hours=hours
        )
