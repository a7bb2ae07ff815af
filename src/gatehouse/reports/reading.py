"""Filters as they travel: JSON in a query, or base64 of JSON."""

import base64
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from gatehouse.reports.errors import ReportQueryRefused
from gatehouse.reports.schemas import Column, Direction, ReportOut

ABSENT = ("", "undefined", "null")


class ReportFilters(BaseModel):
    days: int | None = Field(None, ge=1, le=90)


class FilterBy(BaseModel):
    column: Column
    value: Any = None


class ReportQuery(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    query: str = ""
    filter_by: FilterBy | None = None


class ReportSort(BaseModel):
    column: Column = "name"
    direction: Direction = "asc"


def parse_report_days(text: str, otherwise: int) -> int:
    """Of base64 of such as `{"days": 7}`. Raises `ReportQueryRefused`."""
    if text in ABSENT:
        return otherwise
    try:
        decoded = base64.b64decode(text, validate=True)
        return ReportFilters.model_validate(orjson.loads(decoded)).days or otherwise
    except (ValueError, ValidationError):
        raise ReportQueryRefused('dataFilters is base64 of JSON such as {"days": 7}') from None


def filter_reports(reports: list[ReportOut], filters: str, sort: str) -> list[ReportOut]:
    """Raises `ReportQueryRefused`."""
    try:
        wanted = (
            ReportQuery()
            if filters in ABSENT
            else ReportQuery.model_validate(orjson.loads(filters))
        )
        order = ReportSort() if sort in ABSENT else ReportSort.model_validate(orjson.loads(sort))
    except (ValueError, ValidationError):
        raise ReportQueryRefused("filters and sort are JSON objects") from None
    text, by = wanted.query.lower(), wanted.filter_by
    found = [
        one
        for one in reports
        if text in one.name.lower()
        and (by is None or _read_column_value(one, by.column) == str(by.value))
    ]
    return sorted(
        found,
        key=lambda one: _read_column_value(one, order.column),
        reverse=order.direction == "desc",
    )


def _read_column_value(report: ReportOut, column: Column) -> str:
    values = report.model_dump(mode="json", by_alias=True)
    if column == "schedule":
        return str(values["schedule"]["interval"]) if values["schedule"] else ""
    return str(values[column])
