"""Notify the creator of an invite link by mail when a user joins with it."""

from gatehouse.directory.people.events import UserJoinedByLink
from gatehouse.directory.people.invite_links.service import address_to_notify
from gatehouse.identity.mails import service
from gatehouse.kit.db import Scope
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext


@subscribe_to_event(UserJoinedByLink, "invite_links.tell_maker")
async def tell_maker(context: JobContext, news: EventEnvelope[UserJoinedByLink]) -> None:
    """Mail the creator, if the link asks for notifications."""
    event = news.event
    if event.tenant_id is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        if to := await address_to_notify(db, event.tenant_id, event.link_id):
            page = service.build_mail_link(context.resources, "/oauth/portal")
            await service.send_mail(db, context.resources, "joined", to, who=event.email, link=page)
