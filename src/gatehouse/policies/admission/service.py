"""Check whether a user may enter a tenant: at sign-in, refresh, tenant switch and invitation."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.directory.people.invite import register_invite_condition
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.policies import errors, queries
from gatehouse.policies.admission.decide import Reason, find_refusal_reason
from gatehouse.policies.country_restrictions.countries import Countries
from gatehouse.policies.models import EntryRules

REFUSALS: dict[Reason, tuple[type[errors.AdmissionRefused], str]] = {
    "address": (errors.IpAddressRefused, "This account cannot be used from your network address"),
    "domain": (errors.DomainRefused, "This account does not let in email addresses of this domain"),
    "country": (errors.CountryRefused, "This account cannot be used from your country"),
}


async def read_access_restrictions(db: Db, tenant_id: UUID) -> EntryRules:
    """The restrictions of a tenant, in force or not."""
    return await queries.RULES.first(db, tenant_id) or EntryRules()


async def find_admission_refusal(
    db: Db, resources: Resources, tenant_id: UUID, *, email: str, address: str
) -> Reason | None:
    """Reason why the tenant refuses this user at this network address, or None. One statement, which needs
    the system scope to read every tenant."""
    rules = await read_access_restrictions(db, tenant_id)
    country = resources[Countries].country_of(address) if rules.country_active else None
    return find_refusal_reason(rules, address=address, email=email, country=country)


async def require_admission(
    db: Db, resources: Resources, tenant_id: UUID, *, email: str, address: str
) -> None:
    """Raises `IpAddressRefused`, `DomainRefused` or `CountryRefused`, each an `AdmissionRefused` (403), when
    the tenant's restrictions refuse the user."""
    if reason := await find_admission_refusal(
        db, resources, tenant_id, email=email, address=address
    ):
        raise _build_refusal(reason)


async def require_email_admission(db: Db, tenant_id: UUID, email: str) -> None:
    """Check the email of an invitation. Raises `DomainRefused` when the tenant refuses it."""
    for refusal in (await find_refused_emails(db, tenant_id, [email])).values():
        raise refusal


@register_invite_condition
async def find_refused_emails(
    db: Db, tenant_id: UUID, emails: Sequence[str]
) -> dict[str, errors.AdmissionRefused]:
    """Refusals of several email addresses: one entry for each address that the tenant refuses."""
    rules = await read_access_restrictions(db, tenant_id)
    reasons = {
        email: find_refusal_reason(rules, address=None, email=email, country=None)
        for email in emails
    }
    return {email: _build_refusal(reason) for email, reason in reasons.items() if reason}


def _build_refusal(reason: Reason) -> errors.AdmissionRefused:
    kind, text = REFUSALS[reason]
    return kind(text)
