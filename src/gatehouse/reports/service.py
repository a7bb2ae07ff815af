"""Reports from what the audit and the security center know; nothing of them is stored."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.mails import service as mails
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.country_restrictions.countries import Countries
from gatehouse.providers.mail.render import render_mail
from gatehouse.reports import content, models, queries
from gatehouse.reports.errors import RecipientNotAMember, ReportNotFound
from gatehouse.reports.events import ReportScheduled, ReportSent
from gatehouse.reports.schemas import ReportOut, ReportSchedule
from gatehouse.security_center.recommendations import compute_security_score, list_recommendations
from gatehouse.security_center.service import read_security_facts
from gatehouse.vendor.current import configuration_of

# Each report may go to twenty recipients.
SENDS = RateLimit("reports.send", 10, 60)
MAIL = "report"


def get_report_template(template_id: UUID) -> models.ReportTemplate:
    """Raises `ReportNotFound`."""
    for one in models.TEMPLATES:
        if one.id == template_id:
            return one
    raise ReportNotFound("The report was not found")


async def list_reports(db: Db, caller: Principal, made_at: datetime) -> list[ReportOut]:
    kept = {one.template: one for one in await queries.SCHEDULES.all(db, caller.tenant_id)}
    return [ReportOut.from_row(one, kept.get(one.kind), made_at) for one in models.TEMPLATES]


async def get_report(db: Db, caller: Principal, made_at: datetime, template_id: UUID) -> ReportOut:
    """Raises `ReportNotFound`."""
    wanted = get_report_template(template_id)
    return next(each for each in await list_reports(db, caller, made_at) if each.id == wanted.id)


def _require_report_permission(caller: Principal, template: models.ReportTemplate) -> None:
    """`MissingPermission` for what the report is made of."""
    if template.kind == "security":
        caller.must(Permission.READ_SECURITY_POLICY)


async def build_report(
    db: Db, resources: Resources, tenant_id: UUID, kind: models.Kind, days: int
) -> models.SecurityReport:
    """Build the report of the last `days` days."""
    now = clock.now()
    facts = await read_security_facts(db, tenant_id, configuration_of(resources))
    period = f"{now - timedelta(days=days):%Y-%m-%d} to {now:%Y-%m-%d}"
    if kind == "activity":
        happened = await queries.HAPPENED.all(db, tenant_id, now - timedelta(days=days), now)
        return content.build_activity_report(happened, facts, period)
    found = list_recommendations(facts, knows_countries=resources[Countries].is_known)
    return content.build_security_report(facts, found, compute_security_score(found), period)


async def render_report(
    db: Db, resources: Resources, caller: Principal, template: models.ReportTemplate, days: int
) -> str:
    """The report in HTML, as it is mailed."""
    _require_report_permission(caller, template)
    made = await build_report(db, resources, caller.tenant_id, template.kind, days)
    return render_mail(
        MAIL, caller.email, {**mails.build_mail_theme(resources), **asdict(made)}
    ).html


async def send_report(
    db: Db,
    resources: Resources,
    caller: Principal,
    template: models.ReportTemplate,
    to: Sequence[str],
    days: int,
) -> None:
    """Mail the report to members of the tenant. Raises `RecipientNotAMember` when one of the recipients is
    not a member; then no mail is sent."""
    _require_report_permission(caller, template)
    await resources[RateLimiter].hit(SENDS, str(caller.tenant_id))
    wanted = sorted({normalize_email(one) for one in to})
    if await queries.MEMBERS.all(db, caller.tenant_id, wanted, clock.now()) != wanted:
        raise RecipientNotAMember("Reports can only be sent to members of this organization")
    made = await build_report(db, resources, caller.tenant_id, template.kind, days)
    for address in wanted:
        await mails.send_mail(db, resources, MAIL, address, **asdict(made))
    event = ReportSent(caller.tenant_id, template.name, len(wanted))
    await announce_event(db, event, by=caller.actor)


async def schedule_report(
    db: Db, caller: Principal, template: models.ReportTemplate, data: ReportSchedule, days: int
) -> models.StoredReportSchedule:
    """Mailed to the administrators from then on."""
    _require_report_permission(caller, template)
    now = clock.now()
    next_at = models.compute_next_report_time(data.interval, data.tz, now)
    saved = await queries.SAVE.one(
        db, caller.tenant_id, template.kind, data.interval, data.tz, days, data.active, next_at, now
    )
    said = data.interval if data.active else "not any more"
    event = ReportScheduled(caller.tenant_id, template.name, said)
    await announce_event(db, event, by=caller.actor)
    return saved
