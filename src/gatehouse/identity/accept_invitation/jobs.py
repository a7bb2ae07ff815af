"""Mail to whose invite link brought somebody in."""

from gatehouse.directory.people.invite_links.events import UserJoinedByLink
from gatehouse.directory.people.invite_links.join import notified
from gatehouse.identity.mails import service as mails
from gatehouse.kit.db import Scope
from gatehouse.kit.events import News, subscribe
from gatehouse.kit.jobs import JobContext


@subscribe(UserJoinedByLink, "invite_links.tell_maker")
async def tell_maker(context: JobContext, news: News[UserJoinedByLink]) -> None:
    """If they want to know."""
    event = news.event
    if event.tenant_id is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        if to := await notified(db, event.tenant_id, event.link_id):
            page = mails.link(context.resources, "/oauth/portal")
            await mails.send(db, context.resources, "joined", to, who=event.email, link=page)
