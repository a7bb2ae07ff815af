"""Daily check of the DNS records of validated domains, because domains change owners."""

from datetime import timedelta

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.identity.sso.domains import queries
from gatehouse.identity.sso.domains.challenge import is_met
from gatehouse.identity.sso.domains.events import SsoDomainMissing
from gatehouse.identity.sso.domains.models import SsoDomain
from gatehouse.identity.sso.domains.service import ascii_of, release_domain
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.names import NameServers, NoAnswer
from gatehouse.kit.units import UnitFailures

EVERY = timedelta(days=1)
GRACE = timedelta(days=7)
STEP = 50


@scheduled_job("sso.check_domains", "*/15 * * * *")
async def check_domains(context: JobContext) -> None:
    """Check all domains whose last check is older than a day."""
    with UnitFailures("sso.check_domains") as failures:
        while rows := await _take_some(context):
            for row in rows:
                with failures.caught(tenant_id=row.tenant_id, domain=row.domain):
                    await _check_domain_record(context, row)


async def _take_some(context: JobContext) -> list[SsoDomain]:
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        return await queries.TO_CHECK.all(db, now, now - EVERY, STEP)


async def _check_domain_record(context: JobContext, row: SsoDomain) -> None:
    """Check the record of one domain. If no name server answers, the domain stays as it is until the next
    check."""
    try:
        texts = await context.resources[NameServers].texts(ascii_of(row.domain))
    except NoAnswer:
        return
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        if is_met(texts, row.token):
            if row.missing_since is not None:
                await queries.FOUND.run(db, row.tenant_id, row.id)
            return
        if row.missing_since is not None and row.missing_since <= now - GRACE:
            await release_domain(db, row)
            return
        await queries.MISSING.run(db, row.tenant_id, row.id, now)
        if row.missing_since is None:
            event = SsoDomainMissing(row.tenant_id, row.connection_id, row.domain)
            await announce_event(db, event, by=SYSTEM)
