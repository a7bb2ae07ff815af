"""Mail to whoever was locked out, where the vendor offers a link that ends the lock."""

from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import HOURS, Purpose
from gatehouse.identity.login.events import UserLockedOut
from gatehouse.identity.mails import service as mails
from gatehouse.identity.unlock import queries
from gatehouse.kit.db import Scope
from gatehouse.kit.events import News, subscribe
from gatehouse.kit.jobs import JobContext
from gatehouse.vendor.current import configuration_of


@subscribe(UserLockedOut, "unlock.mail")
async def mail_link(context: JobContext, news: News[UserLockedOut]) -> None:
    """Only to an address that is proved; one mail for each lock, and those are a quarter of an hour apart."""
    user_id = news.event.user_id
    if user_id is None or not configuration_of(context.resources).vendor.unlock_by_mail:
        return
    async with context.database.transaction(Scope.system()) as db:
        holder = await queries.HOLDER.first(db, user_id)
        if holder is None:
            return
        token = await action_tokens.issue(db, Purpose.UNLOCK, user_id)
        link = mails.link(context.resources, "/account/unlock", token=token)
        hours = HOURS[Purpose.UNLOCK]
        await mails.send(
            db, context.resources, "account-locked", holder.email, link=link, hours=hours
        )
