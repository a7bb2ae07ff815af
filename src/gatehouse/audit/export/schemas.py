from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from gatehouse.audit.list.schemas import AuditFilters, AuditSearch, AuditV2Filters
from gatehouse.kit.schemas import Name, Wire

ColumnName = Literal[
    "createdAt", "email", "action", "description", "ip", "severity", "userAgent", "json"
]
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9 ._-]{0,99}$")]


class ExportSearch(AuditSearch):
    output_file_name: FileName = Field("audits.csv", alias="outputFileName")


class ExportQuery(ExportSearch, AuditFilters):
    """The filters of the audit list."""


class ExportPdfQuery(ExportQuery):
    """The filters of the audit list."""

    output_file_name: FileName = Field("audits.pdf", alias="outputFileName")


class ExportV2Query(ExportSearch, AuditV2Filters):
    """The filters of the audit list, by who did it."""


class Column(Wire):
    name: ColumnName
    display_name: Name = ""


class ExportColumns(Wire):
    """Columns as `GET /metadata?entityName=audits` has them; their titles are the file's first line."""

    properties: list[Column] = Field(min_length=1, max_length=20)
