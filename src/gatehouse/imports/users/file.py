"""Import users from a file, step by step. After an interruption, the same file continues where it stopped: an
import is identified by the content of the file and its target."""

import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.imports.users import import_events, service
from gatehouse.imports.users.models import ImportFailure, ProgressOut
from gatehouse.imports.users.rows import (
    parse_row,
    read_email_of_row,
    read_import_rows,
    reject_unknown_fields,
)
from gatehouse.kit.crypto import random_id
from gatehouse.kit.db import Database, Db, Scope

Told = Callable[[ProgressOut], None]
Result = TypeVar("Result")


async def _create_nothing(_: Db) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class ImportFile:
    """Content of a file. Each call of `rows` starts from the beginning; `before` and `after` create what the
    rows need, may be called repeatedly, and return what they created."""

    id: UUID
    rows: Callable[[], Iterator[Any]]
    tenant_id: UUID | None = None
    verified: bool = False
    before: Callable[[Db], Awaitable[list[str]]] = _create_nothing
    after: Callable[[Db], Awaitable[list[str]]] = _create_nothing


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    done: ProgressOut
    failures: list[ImportFailure]
    made: list[str] = field(default_factory=list)
    omissions: list[ImportFailure] = field(default_factory=list)


def compute_import_id(path: Path, tenant_id: UUID | None, *, verified: bool, how: str = "") -> UUID:
    """Id of an import. `how` is any other option that affects the rows."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(f"{tenant_id} {verified}{how}".encode())
    return UUID(bytes=digest.digest()[:16], version=4)


def read_user_file(
    path: Path,
    tenant_id: UUID | None = None,
    *,
    verified: bool = False,
    ignores_unknown: bool = False,
) -> ImportFile:
    """Import file in the native format, CSV or JSON Lines. Raises `UnreadableRows` for unknown fields, unless
    they are ignored."""

    def rows() -> Iterator[Any]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from read_import_rows(file, "csv" if path.suffix.lower() == ".csv" else "jsonl")

    if not ignores_unknown:
        reject_unknown_fields(rows())
    identifier = compute_import_id(path, tenant_id, verified=verified)
    return ImportFile(identifier, rows, tenant_id, verified)


async def import_user_file(
    database: Database, given: ImportFile, told: Told, *, dry_run: bool = False
) -> ImportOutcome:
    """Import a file; `told` receives the progress after each step. With `dry_run` everything runs in one
    transaction, which is rolled back. Raises `UnreadableRows`, `UnicodeDecodeError`."""
    if not dry_run:
        return await _import_all_steps(partial(_run_in_new_transaction, database), given, told)
    outcome = None
    with suppress(_UndoneError):
        async with database.transaction(Scope.system()) as db:
            given = replace(given, id=random_id())
            outcome = await _import_all_steps(partial(_run_in_transaction, db), given, told)
            raise _UndoneError
    assert outcome is not None  # noqa: S101  else something else was raised
    return outcome


class _UndoneError(Exception):
    pass


async def _run_in_new_transaction(
    database: Database, do: Callable[[Db], Awaitable[Result]]
) -> Result:
    async with database.transaction(Scope.system()) as db:
        return await do(db)


async def _run_in_transaction(db: Db, do: Callable[[Db], Awaitable[Result]]) -> Result:
    return await do(db)


async def _import_all_steps(
    step: Callable[..., Awaitable[Any]], given: ImportFile, told: Told
) -> ImportOutcome:
    made: list[str] = await step(given.before)
    done: ProgressOut = await step(partial(service.begin_user_import, import_id=given.id))
    for start, rows in _split_into_steps(given.rows(), done.position):
        understood = [
            parse_row(start + place + 1, row, tenant_id=given.tenant_id, verified=given.verified)
            for place, row in enumerate(rows)
        ]
        done = await step(
            partial(
                service.import_rows,
                import_id=given.id,
                start=start,
                rows=understood,
                by=SYSTEM,
                staff_too=True,
                told_later=True,
            )
        )
        told(done)
    while await step(partial(import_events.announce_imported_users, import_id=given.id)):
        pass
    made += await step(given.after)
    failures = await step(
        partial(_list_all_failures, read=service.list_failures, import_id=given.id)
    )
    omissions = await step(
        partial(_list_all_failures, read=service.list_omissions, import_id=given.id)
    )
    return ImportOutcome(done, failures, made, omissions)


def _split_into_steps(rows: Iterator[Any], position: int) -> Iterator[tuple[int, list[Any]]]:
    """Split rows into steps without duplicate users: a further row of a user, for another tenant, needs the
    user to exist."""
    some: list[Any] = []
    seen: set[str] = set()
    for row in islice(rows, position, None):
        email = read_email_of_row(row).strip().lower()
        if len(some) == service.AT_ONCE or (email and email in seen):
            yield position, some
            position, some, seen = position + len(some), [], set()
        some.append(row)
        seen.add(email)
    if some:
        yield position, some


async def _list_all_failures(
    db: Db, read: Callable[[Db, UUID, int], Awaitable[list[ImportFailure]]], import_id: UUID
) -> list[ImportFailure]:
    found: list[ImportFailure] = []
    while some := await read(db, import_id, found[-1].number if found else 0):
        found.extend(some)
    return found
