"""The certificates of a connection, as its database rows, and the notices before they expire."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.administrators import list_administrator_emails
from gatehouse.identity.mails.service import send_mail
from gatehouse.identity.sso.errors import BadCertificate
from gatehouse.identity.sso.events import SsoCertificateEnding
from gatehouse.identity.sso.saml import certificates
from gatehouse.identity.sso.saml.certificates import CertificateRefused
from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.resources import Resources
from gatehouse.kit.units import UnitFailures, each_due
from gatehouse.policies.domain_restrictions.domains import display_domain

MOST = 10
NOTICE_DAYS = (1, 7, 30)  # days before expiry; each is sent once


@dataclass(frozen=True, slots=True)
class PinnedCertificate:
    pem: str
    fingerprint: str
    not_before: datetime
    expires_at: datetime


def parse_pinned_certificates(text: str) -> list[PinnedCertificate]:
    """Parse one or several certificates without duplicates. Raises `BadCertificate` when the text cannot be
    parsed, or has too many."""
    try:
        found = certificates.parse_certificates(text)
    except CertificateRefused as refused:
        raise BadCertificate(str(refused)) from None
    if len(found) > MOST:
        raise BadCertificate(f"There can be at most {MOST} certificates", most=MOST)
    return [
        PinnedCertificate(
            pem=certificates.to_pem(one),
            fingerprint=certificates.certificate_fingerprint(one),
            not_before=one.not_valid_before_utc,
            expires_at=one.not_valid_after_utc,
        )
        for one in found
    ]


@dataclass(frozen=True, slots=True)
class EndingCertificate:
    """`name`: the connection's first domain, else its type. `due_at`: when it expires."""

    due_at: datetime
    id: UUID
    tenant_id: UUID
    connection_id: UUID
    name: str


# $2: end of the notice's period, $3: its days. Certificates with a later replacement are skipped.
EXPIRING_CERTIFICATES = Query(
    EndingCertificate,
    """
    select c.expires_at as due_at, c.id, c.tenant_id, c.connection_id, coalesce((
        select d.domain from sso_domains d
        where d.tenant_id = c.tenant_id and d.connection_id = c.connection_id
        order by d.created_at, d.id limit 1
      ), s.type) as name
    from sso_certificates c
    join sso_connections s on s.tenant_id = c.tenant_id and s.id = c.connection_id
    join tenants t on t.id = c.tenant_id and t.deleted_at is null
    where s.enabled and c.expires_at > $1 and c.expires_at <= $2
      and (c.noticed_days is null or c.noticed_days > $3) and (c.expires_at, c.id) > ($4, $5)
      and not exists (
        select from sso_certificates o
        where o.tenant_id = c.tenant_id and o.connection_id = c.connection_id
          and o.expires_at > c.expires_at
      )
    order by c.expires_at, c.id limit $6
    """,
)
# Updates no row if another worker already recorded the notice.
RECORD_NOTICE = Command(
    """
    update sso_certificates set noticed_days = $3
    where tenant_id = $1 and id = $2 and (noticed_days is null or noticed_days > $3)
    """
)


@scheduled_job("sso.notice_certificates", "17 * * * *")
async def send_certificate_expiry_notices(context: JobContext) -> None:
    """Send the notices of certificates that expire soon. The shortest notice goes first, so that no
    administrator gets two at once."""
    now = clock.now()
    with UnitFailures("sso.notice_certificates") as failures:
        for days in NOTICE_DAYS:
            until = now + timedelta(days=days)
            async for one in each_due(context.database, EXPIRING_CERTIFICATES, now, until, days):
                with failures.caught(tenant_id=one.tenant_id, connection_id=one.connection_id):
                    async with context.database.transaction(Scope.system()) as db:
                        await _send_expiry_notice(db, context.resources, one, days)


async def _send_expiry_notice(
    db: Db, resources: Resources, due: EndingCertificate, days: int
) -> None:
    if not await RECORD_NOTICE.run(db, due.tenant_id, due.id, days):
        return
    day = due.due_at.date().isoformat()
    event = SsoCertificateEnding(due.tenant_id, due.connection_id, day)
    await announce_event(db, event, by=SYSTEM)
    portal = f"{resources[Deployment].public_url}/oauth/portal"
    link = f"{portal}/sso/{due.connection_id}?step=provider"
    for address in await list_administrator_emails(db, due.tenant_id):
        await send_mail(
            db, resources, "certificate-ending", address,
            domain=display_domain(due.name), day=day, link=link,
        )  # fmt: skip
