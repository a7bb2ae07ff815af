"""Licenses from a table, such as another system's export. Each line is one; a line that cannot be taken is
reported and the others are. Keys that tools have already may come along, so that no tool is set up again."""

import csv
import io
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import date
from uuid import UUID

from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.errors import DomainError
from gatehouse.kit.events import Actor
from gatehouse.kit.tenant_ids import inner_id
from gatehouse.licensing.errors import KeyTaken, ReferenceTaken, UnreadableLine, UnreadableTable
from gatehouse.licensing.licenses import vendor_queries
from gatehouse.licensing.licenses.identifiers import KEY, normalize_license_key
from gatehouse.licensing.licenses.models import LicenseRequest
from gatehouse.licensing.licenses.vendor_schemas import LicenseImportProblem, LicenseImportReport
from gatehouse.licensing.licenses.vendor_service import issue_license
from gatehouse.licensing.purchases.conversion import PAID_TYPE

MOST = 500
NEEDED = {"tenantId", "seats"}
KNOWN = {*NEEDED, "licenseType", "name", "until", "billingEmail", "reference", "key"}
SEATS = range(1, 1_000_001)
TYPE = re.compile(r"[a-z0-9][a-z0-9_-]{0,49}")
TEXT = re.compile(r"[^\x00-\x1f\x7f]*")


async def import_license_table(
    db: Db, box: Box, text: str, by: Actor, *, dry_run: bool
) -> LicenseImportReport:
    """Raises `UnreadableTable`; what is wrong with a line is in the report. A dry run is undone."""
    report = LicenseImportReport(dry_run=dry_run, made=[], known=0, problems=[])
    for line, row in _read_csv_rows(text):
        try:
            async with _undo_refused_line(db):
                report.made.append(await issue_license(db, box, _parse_license_row(row), by))
        except (ReferenceTaken, KeyTaken):
            report.known += 1
        except DomainError as refused:
            problem = LicenseImportProblem(line=line, code=refused.code, problem=refused.message)
            report.problems.append(problem)
    if dry_run:
        await db.end("rollback")
    return report


@asynccontextmanager
async def _undo_refused_line(db: Db) -> AsyncIterator[None]:
    """What a refused line has written before is taken back: of two imports of one key at once, the slower
    one has made a license by then, and an organization."""
    await vendor_queries.BEGIN_LINE.run(db)
    try:
        yield
    except DomainError:
        await vendor_queries.UNDO_LINE.run(db)
        raise
    await vendor_queries.END_LINE.run(db)


def _read_csv_rows(text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    # Lines end as they do on any system, also by a carriage return alone.
    lines = io.StringIO(text.removeprefix("\ufeff"), newline="")
    reader = csv.DictReader(lines, strict=True, restkey="")
    try:
        columns = list(reader.fieldnames or ())
        names = set(columns)
        if not names >= NEEDED or not names <= KNOWN or len(names) < len(columns):
            raise UnreadableTable(
                "The first line must contain each column name once."
                f" Required: {', '.join(sorted(NEEDED))}."
                f" Optional: {', '.join(sorted(KNOWN - NEEDED))}."
            )
        rows = [(reader.line_num, row) for _, row in zip(range(MOST + 1), reader, strict=False)]
    except csv.Error:
        raise UnreadableTable(f"Line {reader.line_num} is not CSV") from None
    if len(rows) > MOST:
        raise UnreadableTable(f"Import at most {MOST} licenses at once")
    yield from rows


def _parse_license_row(row: Mapping[str, str | None]) -> LicenseRequest:
    if "" in row:
        raise UnreadableLine("The line has more values than columns")
    given = {name: (value or "").strip() for name, value in row.items()}
    if not all(TEXT.fullmatch(value) and len(value) <= 320 for value in given.values()):
        raise UnreadableLine("A value is too long or contains control characters")
    return LicenseRequest(
        _parse_tenant_id(given["tenantId"]),
        _parse_seat_count(given["seats"]),
        _check_pattern("licenseType", given.get("licenseType") or PAID_TYPE, TYPE),
        _check_length("name", given.get("name", ""), 200),
        _parse_last_day(given.get("until", "")),
        given.get("billingEmail") or None,
        _check_length("reference", given.get("reference", ""), 100),
        _check_pattern("key", normalize_license_key(given["key"]), KEY)
        if given.get("key")
        else None,
    )


def _parse_tenant_id(text: str) -> UUID:
    try:
        return inner_id(text)
    except ValueError:
        raise UnreadableLine("tenantId is not a tenant ID") from None


def _parse_seat_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8 and int(text) in SEATS):
        raise UnreadableLine(f"seats must be a whole number from 1 to {SEATS[-1]:,}")
    return int(text)


def _parse_last_day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError:
        raise UnreadableLine("until must be a date such as 2027-03-31") from None
    if day and day.year > 2999:
        raise UnreadableLine("until is too far in the future")
    return day


def _check_length(name: str, value: str, longest: int) -> str | None:
    """Two that are alike only as far as they are kept would count as one."""
    if len(value) > longest:
        raise UnreadableLine(f"{name} can have at most {longest} characters")
    return value or None


def _check_pattern(name: str, value: str, pattern: re.Pattern[str]) -> str:
    if not pattern.fullmatch(value):
        raise UnreadableLine(f"{name} has an invalid format. Expected: {pattern.pattern}")
    return value
