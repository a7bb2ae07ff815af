"""Forwards a user's message to the vendor's mailbox."""

from gatehouse.access.client import Client
from gatehouse.access.guard import GuardedCall
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.identity.mails.service import send_mail
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.licensing.configuration.settings import PortalSettings
from gatehouse.licensing.contact.errors import NobodyToWriteTo
from gatehouse.licensing.contact.events import VendorContacted
from gatehouse.licensing.contact.schemas import ContactMessage, ContactOut

MESSAGES = RateLimit("messages to the vendor", 10, 60)


def contact_of(settings: PortalSettings) -> ContactOut:
    if settings.support_email is None:
        return ContactOut()
    return ContactOut(
        email=settings.support_email,
        person=settings.support_name,
        answer_hours=settings.support_answer_hours,
    )


async def pass_on(
    call: GuardedCall,
    resources: Resources,
    caller: Principal,
    client: Client,
    written: ContactMessage,
) -> None:
    """Mail the message to the vendor's support address, with the user's address as Reply-To. Raises
    `NobodyToWriteTo` when the vendor has no support address, and `RateLimited`."""
    to = resources[PortalSettings].support_email
    if to is None:
        raise NobodyToWriteTo("Messages are not taken here. Use another way of contact.")
    await resources[RateLimiter].hit(MESSAGES, str(caller.subject_id))
    async with call.transaction() as db:
        tenant = await get_tenant(db, caller.tenant_id)
        await send_mail(
            db,
            resources,
            "contact",
            to,
            reply_to=caller.email,
            writer=caller.email,
            organization=tenant.name,
            subject_line=written.subject,
            message=written.message,
        )
        event = VendorContacted(caller.tenant_id, written.subject)
        await announce_event(db, event, by=by_caller(caller, client))
