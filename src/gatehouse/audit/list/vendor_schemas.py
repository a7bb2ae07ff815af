from datetime import UTC, datetime
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gatehouse.audit.queries import ReportedEntry
from gatehouse.kit.events import Severity
from gatehouse.kit.schemas import Text, Wire, json_object

Short = Annotated[str, Field(max_length=512, pattern=r"^[^\x00-\x1f\x7f]*$")]
# Set by the server from the token, the header and the clock.
NOT_THEIRS = frozenset(
    {"_id", "tenantId", "vendorId", "frontegg_id", "createdAt", "updatedAt", "user"}
)


class VendorAudit(Wire):
    """What happened in a backend's own product. Any further field, at most 4 KB together, is in the entry's
    `json`; an object `json` is itself the beginning of that. `tenantId`, `createdAt` and other fields that
    entries have of themselves are not taken from here."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={"examples": [{"severity": "Info", "action": "report.downloaded"}]},
    )

    severity: Severity
    action: Short = "audit.reported"
    description: Text = ""
    email: Annotated[Short, Field(max_length=254)] | None = None
    ip: Annotated[Short, Field(max_length=64)] | None = None
    user_agent: Short | None = None

    @model_validator(mode="before")
    @classmethod
    def drop_null_fields(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if value is not None}
        return data

    @model_validator(mode="after")
    def check_further_fields(self) -> Self:
        json_object(self.further_fields)
        return self

    @property
    def further_fields(self) -> dict[str, Any]:
        fields = {
            name: value
            for name, value in (self.model_extra or {}).items()
            if name not in NOT_THEIRS
        }
        own = fields.pop("json", None)
        return (
            {**own, **fields}
            if isinstance(own, dict)
            else {**fields, **({"json": own} if own else {})}
        )

    def to_reported_entry(self) -> ReportedEntry:
        return ReportedEntry(
            self.severity,
            self.action or "audit.reported",
            self.description,
            self.email or None,
            self.ip or None,
            self.user_agent or None,
            self.further_fields,
        )


Moment = Annotated[int, Field(ge=0, le=4_102_444_800_000)]


class MetricsQuery(BaseModel):
    """`from` and `to` in milliseconds since 1970: without them, the last seven days. `limit`: how many of
    each at most. `frequency`: the seconds of a step."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    from_: Moment | None = Field(None, alias="from")
    to: Moment | None = None
    limit: int = Field(10, ge=1, le=100)
    frequency: int = Field(86_400, ge=60, le=31_536_000)

    @property
    def start(self) -> datetime | None:
        return _from_milliseconds(self.from_)

    @property
    def end(self) -> datetime | None:
        return _from_milliseconds(self.to)


def _from_milliseconds(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC)


class AuditMetrics(Wire):
    """The number of entries, most first: by what they are about (`user` of `user.invited`) and by account;
    and in each step, by the moment at which it starts."""

    top_resources: dict[str, int]
    top_tenants: dict[str, int]
    audits_counter_by_time: dict[str, int]
