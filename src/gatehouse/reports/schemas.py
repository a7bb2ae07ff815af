"""Reports on the wire (wire-api §16, reports). Filters travel as text: see `reading.py`."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import TimeZone, Wire
from gatehouse.reports.models import TEMPLATES, Cadence, ReportTemplate, StoredReportSchedule

Column = Literal["createdAt", "updatedAt", "name", "schedule", "status"]
Direction = Literal["asc", "desc"]

CRONS: dict[Cadence, str] = {"daily": "0 7 * * *", "weekly": "0 7 * * 1", "monthly": "0 7 1 * *"}
# What a client offers to choose from.
FILTERS: list[dict[str, Any]] = [
    {
        "type": "select",
        "config": {
            "type": "select",
            "name": "days",
            "label": "Period",
            "defaultValue": 7,
            "options": [{"label": f"Last {days} days", "value": days} for days in (7, 30, 90)],
        },
    }
]


FilterText = Annotated[
    str, StringConstraints(max_length=4000), Field(examples=["eyJkYXlzIjogN30="])
]


class ReportsQuery(BaseModel):
    """JSON: `filters` such as `{"query": "security"}`, `sort` such as
    `{"column": "name", "direction": "desc"}`."""

    filters: str = Field("", max_length=2000)
    sort: str = Field("", max_length=2000)


class PreviewQuery(BaseModel):
    """Without `templateId` the first report; `dataFilters` as in a schedule."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    template_id: UUID = TEMPLATES[0].id
    data_filters: FilterText = ""
    response_type: Literal["html", "pdf", "image"] = "html"


class ReportSend(Wire):
    template_id: UUID
    to: list[Annotated[str, StringConstraints(min_length=3, max_length=320)]] = Field(
        min_length=1, max_length=20, examples=[["pat@example.test"]]
    )
    data_filters: FilterText = ""


class ReportSchedule(Wire):
    """Each day, on Mondays or on the first of a month, at seven o'clock in `tz`. `dataFilters` is base64 of
    JSON such as `{"days": 7}`: how far it looks back; without it a day, a week or 30 days."""

    interval: Cadence = "weekly"
    tz: TimeZone = Field("UTC", examples=["Europe/Berlin"])
    active: StrictBool = True
    data_filters: FilterText = ""


class ReportScheduleOut(Wire):
    interval: Cadence
    cron: str
    tz: str
    active: bool
    data_filters: dict[str, Any]


class ReportOut(Wire):
    """A report that there is; `status` says whether it is mailed by itself."""

    id: UUID
    name: str
    description: str
    schedule: ReportScheduleOut | None = None
    status: Literal["active", "inactive"]
    updated_at: datetime
    created_at: datetime
    html_template: str = ""
    customer_list_api_url: str = ""
    type: Literal["html"] = "html"
    data_filters: list[dict[str, Any]] = Field(default_factory=lambda: FILTERS)

    @classmethod
    def from_row(
        cls, template: ReportTemplate, schedule: StoredReportSchedule | None, made_at: datetime
    ) -> Self:
        return cls(
            id=template.id,
            name=template.name,
            description=template.description,
            status="active" if schedule and schedule.is_active else "inactive",
            schedule=_to_schedule_response(schedule) if schedule else None,
            created_at=schedule.created_at if schedule else made_at,
            updated_at=schedule.updated_at if schedule else made_at,
        )


def _to_schedule_response(one: StoredReportSchedule) -> ReportScheduleOut:
    return ReportScheduleOut(
        interval=one.cadence,
        cron=CRONS[one.cadence],
        tz=one.timezone,
        active=one.is_active,
        data_filters={"days": one.days},
    )
