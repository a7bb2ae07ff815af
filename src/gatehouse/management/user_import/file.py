"""A file of people, taken step by step. Given again after it was stopped, it goes on where it was: an import
is known by what is in the file and where its people go."""

import hashlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.kit.db import Database, Scope
from gatehouse.management.user_import import service
from gatehouse.management.user_import.models import Failure, Newcomer, Progress
from gatehouse.management.user_import.rows import Format, read_rows, understand

Told = Callable[[Progress], None]


def format_of(path: Path) -> Format:
    return "csv" if path.suffix.lower() == ".csv" else "jsonl"


def import_id(path: Path, tenant_id: UUID | None, *, verified: bool) -> UUID:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(f"{tenant_id} {verified}".encode())
    return UUID(bytes=digest.digest()[:16], version=4)


async def import_file(
    database: Database,
    path: Path,
    told: Told,
    *,
    tenant_id: UUID | None = None,
    verified: bool = False,
) -> tuple[Progress, list[Failure]]:
    """How far it has come is told after each step. `UnreadableRows`; `UnicodeDecodeError`."""
    identifier = import_id(path, tenant_id, verified=verified)
    async with database.transaction(Scope.system()) as db:
        done = await service.begin(db, identifier)
    for start, rows in _steps(path, done.position):
        understood = [
            understand(start + place + 1, row, tenant_id=tenant_id, verified=verified)
            for place, row in enumerate(rows)
        ]
        done = await _take(database, identifier, start, understood)
        told(done)
    return done, await _failures(database, identifier)


async def _take(
    database: Database, identifier: UUID, start: int, rows: list[Newcomer | Failure]
) -> Progress:
    async with database.transaction(Scope.system()) as db:
        return await service.take(db, identifier, start, rows, by=SYSTEM)


def _steps(path: Path, position: int) -> Iterator[tuple[int, list[Any]]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = islice(read_rows(file, format_of(path)), position, None)
        while some := list(islice(rows, service.AT_ONCE)):
            yield position, some
            position += len(some)


async def _failures(database: Database, identifier: UUID) -> list[Failure]:
    found: list[Failure] = []
    async with database.transaction(Scope.system()) as db:
        while some := await service.failures(db, identifier, found[-1].number if found else 0):
            found.extend(some)
    return found
