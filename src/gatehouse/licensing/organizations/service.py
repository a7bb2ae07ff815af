"""One organization for a tenant, made when its first administrator arrives; its messages to the vendor."""

from datetime import UTC, datetime, time, timedelta
from uuid import UUID

from gatehouse.access.guard import GuardedCall
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.mails.service import send_mail
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.licensing.errors import NobodyToWriteTo, OrganizationExists, OrganizationMissing
from gatehouse.licensing.events import OrganizationCreated, VendorContacted
from gatehouse.licensing.licenses.identifiers import generate_fingerprint
from gatehouse.licensing.licenses.queries import ADD_TRIAL_LICENSE
from gatehouse.licensing.licenses.sealed_keys import create_license_key
from gatehouse.licensing.organizations import queries
from gatehouse.licensing.organizations.queries import Organization
from gatehouse.licensing.organizations.schemas import ContactMessage, OrganizationCreate
from gatehouse.licensing.settings import LicensingSettings, PortalSettings


async def get_organization(db: Db, tenant_id: UUID) -> Organization:
    """The tenant's organization; `OrganizationMissing` before it was made."""
    organization = await queries.ORGANIZATION.first(db, tenant_id)
    if organization is None:
        raise OrganizationMissing("The organization does not exist yet")
    return organization


async def create_organization(
    db: Db, resources: Resources, caller: Principal, data: OrganizationCreate
) -> Organization:
    """The organization and its trial license; `OrganizationExists` for all but the first caller."""
    now, settings = clock.now(), resources[LicensingSettings]
    billing_email = normalize_email(data.billing_email or caller.email)
    organization = await queries.ADD_ORGANIZATION.first(
        db, new_id(), caller.tenant_id, data.name, billing_email, now
    )
    if organization is None:
        raise OrganizationExists("The organization already exists")
    key = create_license_key(resources[Box])
    await ADD_TRIAL_LICENSE.run(
        db,
        new_id(),
        caller.tenant_id,
        organization.id,
        data.name,
        settings.trial_seats,
        generate_fingerprint(),
        compute_trial_end(now, settings.trial_days),
        now,
        key.id,
        key.hash,
        key.sealed,
    )
    event = OrganizationCreated(
        caller.tenant_id, organization.id, organization.name, settings.trial_days
    )
    await announce_event(db, event, by=caller.actor)
    return organization


def compute_trial_end(start: datetime, days: int) -> datetime:
    """The last instant of the last day in UTC, so that the trial still works on the date that is shown."""
    return datetime.combine(start.astimezone(UTC).date() + timedelta(days), time.max, UTC)


MESSAGES = RateLimit("messages to the vendor", 10, 60)


async def contact_vendor(
    call: GuardedCall, resources: Resources, caller: Principal, written: ContactMessage
) -> None:
    """Mail the message to the vendor's support address, with the user's address as Reply-To. Raises
    `NobodyToWriteTo` when the vendor has no support address, and `RateLimited`."""
    to = resources[PortalSettings].support_email
    if to is None:
        raise NobodyToWriteTo("This contact form is closed. Contact us in another way.")
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
        await announce_event(db, event, by=caller.actor)
