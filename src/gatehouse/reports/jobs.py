"""Reports go out when they are due, to the administrators of the account."""

from dataclasses import asdict
from datetime import datetime

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.administrators import list_administrator_emails
from gatehouse.identity.mails import service as mails
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.resources import Resources
from gatehouse.kit.units import UnitFailures, each_due
from gatehouse.reports import queries
from gatehouse.reports.events import ReportSent
from gatehouse.reports.models import DueSchedule, StoredReportSchedule, compute_next_report_time
from gatehouse.reports.service import MAIL, build_report


@scheduled_job("reports.send", "*/5 * * * *")
async def send_due_reports(context: JobContext) -> None:
    """One that was missed while nothing ran is sent once."""
    now = clock.now()
    with UnitFailures("reports.send") as failures:
        async for one in each_due(context.database, queries.DUE, now, first_id=""):
            with failures.caught(tenant_id=one.tenant_id, template=one.template):
                await _send_scheduled_report(context, one, now)


async def _send_scheduled_report(context: JobContext, one: DueSchedule, now: datetime) -> None:
    async with context.database.transaction(Scope.system()) as db:
        due = await queries.TAKE.first(db, one.tenant_id, one.template, now)
        if due is not None:
            await _mail_report_to_administrators(db, context.resources, due)


async def _mail_report_to_administrators(
    db: Db, resources: Resources, due: StoredReportSchedule
) -> None:
    after = compute_next_report_time(due.cadence, due.timezone, clock.now())
    await queries.NEXT.run(db, due.tenant_id, due.template, after)
    to = await list_administrator_emails(db, due.tenant_id)
    if not to:
        return
    made = await build_report(db, resources, due.tenant_id, due.template, due.days)
    for address in to:
        await mails.send_mail(db, resources, MAIL, address, **asdict(made))
    await announce_event(db, ReportSent(due.tenant_id, made.title, len(to)), by=SYSTEM)
