"""Change of the billing email address, confirmed by a link that is mailed to the new address.

Nothing is stored until the link is opened. The link carries the change, sealed for its tenant, and the
address that it replaces: once the current address differs, every earlier link is void.
"""

import base64
from datetime import timedelta
from uuid import UUID

import orjson

from gatehouse.access.guard import GuardedCall
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.mails.service import send_mail
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.licensing.errors import LinkNotValid
from gatehouse.licensing.events import BillingEmailAsked, BillingEmailChanged
from gatehouse.licensing.organizations.queries import SET_BILLING_EMAIL
from gatehouse.licensing.organizations.service import get_organization
from gatehouse.providers.payments.port import Payments

LIFE = timedelta(hours=24)
MAILS = RateLimit("changes of the billing email", 5, 60)


async def request_billing_email(
    call: GuardedCall, resources: Resources, caller: Principal, wanted: str
) -> tuple[str, str | None]:
    """The address that counts, and the one that was mailed to; None when it counts already. Raises
    `InvalidEmail`, `OrganizationMissing` or `RateLimited`."""
    email = normalize_email(wanted)
    await resources[RateLimiter].hit(MAILS, str(caller.tenant_id))
    async with call.transaction() as db:
        organization = await get_organization(db, caller.tenant_id)
        if email == organization.billing_email:
            return email, None
        token = _seal_change_token(
            resources[Box], caller.tenant_id, organization.billing_email, email
        )
        link = f"{resources[Deployment].public_url}/billing?confirm={token}"
        await send_mail(db, resources, "billing-email", email, link=link)
        event = BillingEmailAsked(caller.tenant_id, email)
        await announce_event(db, event, by=caller.actor)
    return organization.billing_email, email


async def confirm_billing_email(
    call: GuardedCall, resources: Resources, caller: Principal, token: str
) -> str:
    """The address that counts from now on, here and at the provider. Raises `LinkNotValid` or
    `EmailTaken`."""
    former, email = _open_change_token(resources[Box], caller.tenant_id, token)
    async with call.transaction() as db:
        organization = await get_organization(db, caller.tenant_id)
    if organization.billing_email == email:
        return email  # the link was opened twice
    if organization.billing_email != former:
        raise _link_not_valid_error()
    known_at = None
    if organization.provider_customer_id:
        changed = await resources[Payments].change_customer_email(
            organization.provider_customer_id, email
        )
        known_at = changed.updated_at
    async with call.transaction() as db:
        await SET_BILLING_EMAIL.run(db, caller.tenant_id, email, known_at)
        event = BillingEmailChanged(caller.tenant_id, email, former)
        await announce_event(db, event, by=caller.actor)
    return email


def _seal_change_token(box: Box, tenant_id: UUID, former: str, email: str) -> str:
    until = (clock.now() + LIFE).timestamp()
    sealed = box.seal(orjson.dumps([former, email, until]), _token_context(tenant_id))
    return base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()


def _open_change_token(box: Box, tenant_id: UUID, token: str) -> tuple[str, str]:
    try:
        sealed = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        former, email, until = orjson.loads(box.open(sealed, _token_context(tenant_id)))
    except ValueError:
        raise _link_not_valid_error() from None
    if until < clock.now().timestamp():
        raise _link_not_valid_error()
    return former, email


def _token_context(tenant_id: UUID) -> str:
    return f"billing email of {tenant_id}"


def _link_not_valid_error() -> LinkNotValid:
    return LinkNotValid("This link is no longer valid. Change the billing email again.")
