"""Reports of an account (wire-api §16, reports)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response
from fastapi.responses import HTMLResponse

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.resources import AllResources
from gatehouse.reports import jobs as _jobs  # noqa: F401  registers them
from gatehouse.reports import schemas, service
from gatehouse.reports.errors import OnlyHtml
from gatehouse.reports.models import LOOKS_BACK
from gatehouse.reports.reading import filter_reports, parse_report_days
from gatehouse.vendor.current import CurrentConfiguration

REPORTS = "/reports/resources/reports/v2"
TRIGGERS = "/reports/engine/resources/triggers/v1"
# It is a page of its own at our address, and runs nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox"

router = Router(tags=["Reports"])


@router.get(
    f"{REPORTS}/tenant-reports", permission=Permission.READ_AUDITS, response_model_exclude_none=True
)
async def list_reports(
    db: Transaction,
    caller: Caller,
    configuration: CurrentConfiguration,
    query: Annotated[schemas.ReportsQuery, Query()],
) -> list[schemas.ReportOut]:
    """The reports that there are, each with when it is sent."""
    found = await service.list_reports(db, caller, configuration.vendor.created_at)
    return filter_reports(found, query.filters, query.sort)


@router.get(
    f"{REPORTS}/{{template_id}}/tenant-reports",
    permission=Permission.READ_AUDITS,
    response_model_exclude_none=True,
)
async def get_report(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration, template_id: UUID
) -> schemas.ReportOut:
    return await service.get_report(db, caller, configuration.vendor.created_at, template_id)


@router.post(
    f"{REPORTS}/{{template_id}}/tenant-reports",
    permission=Permission.WRITE_ACCOUNT_SETTINGS,
    response_model_exclude_none=True,
)
async def schedule_report(
    db: Transaction,
    caller: Caller,
    configuration: CurrentConfiguration,
    template_id: UUID,
    data: schemas.ReportSchedule,
) -> schemas.ReportOut:
    """Mail it to the administrators of the account from now on, or with `active: false` no more."""
    template = service.get_report_template(template_id)
    days = parse_report_days(data.data_filters, LOOKS_BACK[data.interval])
    saved = await service.schedule_report(db, caller, template, data, days)
    return schemas.ReportOut.from_row(template, saved, configuration.vendor.created_at)


@router.get(
    f"{TRIGGERS}/preview-report", permission=Permission.READ_AUDITS, response_class=HTMLResponse
)
async def preview_report(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    query: Annotated[schemas.PreviewQuery, Query()],
) -> HTMLResponse:
    """The report as it would be mailed now, in HTML. 400 `reports.only_html` for another `responseType`."""
    if query.response_type != "html":
        raise OnlyHtml("Reports are available in HTML only")
    template = service.get_report_template(query.template_id)
    days = parse_report_days(query.data_filters, 7)
    html = await service.render_report(db, resources, caller, template, days)
    return HTMLResponse(html, headers={"content-security-policy": POLICY})


@router.post(f"{TRIGGERS}/tenant-reports", permission=Permission.WRITE_ACCOUNT_SETTINGS)
async def send_report(
    db: Transaction, resources: AllResources, caller: Caller, data: schemas.ReportSend
) -> Response:
    """Mail the report now, to users of the account. 400 `reports.not_a_member`; 429 after ten in an hour."""
    template = service.get_report_template(data.template_id)
    days = parse_report_days(data.data_filters, 7)
    await service.send_report(db, resources, caller, template, data.to, days)
    return Response(status_code=200)
