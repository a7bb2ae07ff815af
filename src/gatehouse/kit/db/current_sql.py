"""The current text of functions, views, triggers and row security: the files of the package's `sql/`.

Each file is one rule. It begins with a comment that says what it guarantees, and holds `create or replace`
statements, `create policy`, `call enable_row_security` and `call keep_versions`. Other statements, such as a
grant, belong to the one before them. `schema_objects` records the text that a database has, so that only what
differs is run.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import asyncpg

from gatehouse import __version__

FOLDER = Path(__file__).parents[2] / "sql"

# Functions before what calls them by triggers, views and policies.
KINDS = (
    "function",
    "procedure",
    "view",
    "trigger",
    "policy",
    "row security",
    "versions",
    "comment",
)

# A comment, a quoted text or name, a text between dollars, the end of a statement.
PIECE = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|\"[^\"]*\"|(\$\w*\$).*?\1|;", re.DOTALL)
COMMENTS = re.compile(r"(?:\s|--[^\n]*\n)*")
HEADS = {
    "function": re.compile(r"create or replace function (?P<name>\w+)\((?P<arguments>[^)]*)\)"),
    "procedure": re.compile(r"create or replace procedure (?P<name>\w+)\((?P<arguments>[^)]*)\)"),
    "view": re.compile(r"create or replace view (?P<name>\w+)"),
    "trigger": re.compile(r"create or replace trigger (?P<name>\w+)\s.*?\son (?P<table>\w+)", re.DOTALL),
    "policy": re.compile(r"create policy (?P<name>\w+) on (?P<table>\w+)"),
    "row security": re.compile(r"call enable_row_security\('(?P<table>\w+)'"),
    "versions": re.compile(r"call keep_versions\('(?P<table>\w+)'"),
    "comment": re.compile(r"comment on table (?P<name>\w+)"),
}  # fmt: skip
# What these do is in the text of a procedure.
PROCEDURES = {"row security": "enable_row_security", "versions": "keep_versions"}
CONTINUES = re.compile(r"(grant|revoke|alter table) ")

HAS_RECORD = "select to_regclass('schema_objects') is not null"
RECORDED = "select name, checksum, version from schema_objects"
RECORD = """
insert into schema_objects (name, checksum, version) values ($1, $2, $3)
on conflict (name) do update set checksum = excluded.checksum, version = excluded.version
"""
FORGET = "delete from schema_objects where name <> all ($1)"
# A migration may have dropped what the record still has.
INSTALLED = """
select case prokind when 'p' then 'procedure ' else 'function ' end || proname
from pg_proc where pronamespace = 'public'::regnamespace
union all
select 'view ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
union all
select 'row security of ' || relname from pg_class
where relnamespace = 'public'::regnamespace and relrowsecurity and relforcerowsecurity
union all
select 'versions of ' || relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
where relnamespace = 'public'::regnamespace and tgname like 'versions\\_%' and tgenabled = 'A'
group by relname having count(*) = 4
union all
select 'trigger ' || tgname || ' on ' || relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
where relnamespace = 'public'::regnamespace and not tgisinternal
and tgenabled = case when tgname like 'versions\\_%' then 'A' else 'O' end
union all
select 'policy ' || polname || ' on ' || relname from pg_policy p join pg_class c on c.oid = p.polrelid
where relnamespace = 'public'::regnamespace
union all
select 'comment ' || c.relname from pg_description d join pg_class c on c.oid = d.objoid
where relnamespace = 'public'::regnamespace and d.classoid = 'pg_class'::regclass and objsubid = 0
"""
# A function may call one that is created after it.
UNCHECKED = "set local check_function_bodies = off"


@dataclass(frozen=True, slots=True)
class Definition:
    """One function, view, trigger, policy, or the row security of one table."""

    file: str
    kind: str
    name: str  # with the arguments of a function and the table of a trigger
    installed_name: str
    table: str | None
    text: str
    procedure: str = ""  # the text of the one that it calls

    @property
    def checksum(self) -> str:
        return sha256(f"{self.text}{self.procedure}".encode()).hexdigest()[:16]

    @property
    def sql(self) -> str:
        """Can run again."""
        dropped = (
            f"drop {self.name.replace(' ', ' if exists ', 1)};\n" if self.kind == "policy" else ""
        )
        return dropped + self.text


@dataclass(frozen=True, slots=True)
class Record:
    """What a database says that it has."""

    checksums: dict[str, str]
    versions: frozenset[str]


def split_statements(sql: str) -> Iterator[str]:
    """Each with the comments before it and its semicolon."""
    start = 0
    for piece in PIECE.finditer(sql):
        if piece[0] == ";":
            yield sql[start : piece.end()]
            start = piece.end()
    if sql[start:].strip():
        yield sql[start:]


def list_definitions() -> tuple[Definition, ...]:
    """In an order in which they can be created."""
    found = [
        one
        for path in sorted(FOLDER.rglob("*.sql"))
        for one in parse_definitions(path.read_text(), path.relative_to(FOLDER).as_posix())
    ]
    texts = {one.installed_name: one.text for one in found if one.kind == "procedure"}
    complete = [
        replace(one, procedure=texts[f"procedure {PROCEDURES[one.kind]}"])
        if one.kind in PROCEDURES
        else one
        for one in found
    ]
    return tuple(sorted(complete, key=lambda one: KINDS.index(one.kind)))


def parse_definitions(sql: str, file: str) -> list[Definition]:
    found: list[Definition] = []
    for statement in split_statements(sql):
        text = COMMENTS.sub("", statement, count=1).strip()
        if CONTINUES.match(text) and found:
            found.append(_build_definition(file, f"{found.pop().text}\n{text}"))
        elif text:
            found.append(_build_definition(file, text))
    return found


def _build_definition(file: str, text: str) -> Definition:
    for kind, pattern in HEADS.items():
        if head := pattern.match(text):
            parts = head.groupdict()
            table = parts.get("table")
            if kind in ("row security", "versions"):
                name = installed = f"{kind} of {table}"
            elif table:
                name = installed = f"{kind} {parts['name']} on {table}"
            else:
                installed = f"{kind} {parts['name']}"
                arguments = parts.get("arguments")
                name = (
                    installed
                    if arguments is None
                    else f"{installed}({' '.join(arguments.split())})"
                )
            return Definition(file, kind, name, installed, table, text)
    raise ValueError(f"sql/{file} has a statement of no known kind: {text[:60]}")


async def read_record(connection: asyncpg.Connection) -> Record | None:
    """None of a database that was made before these files were."""
    if not await connection.fetchval(HAS_RECORD):
        return None
    rows = await connection.fetch(RECORDED)
    return Record(
        {row["name"]: row["checksum"] for row in rows}, frozenset(row["version"] for row in rows)
    )


def find_changed(record: Record) -> list[Definition]:
    return [one for one in list_definitions() if record.checksums.get(one.name) != one.checksum]


async def find_missing_definitions(connection: asyncpg.Connection) -> list[Definition]:
    """What the database does not have, or has disabled, whatever its record says."""
    installed = {row[0] for row in await connection.fetch(INSTALLED)}
    return [one for one in list_definitions() if one.installed_name not in installed]


async def find_outdated(connection: asyncpg.Connection) -> list[Definition]:
    """What differs from the record or is missing; nothing of a database that has no record yet."""
    record = await read_record(connection)
    if record is None:
        return []
    installed = {row[0] for row in await connection.fetch(INSTALLED)}
    return [
        one
        for one in list_definitions()
        if record.checksums.get(one.name) != one.checksum or one.installed_name not in installed
    ]


async def apply_definitions(
    connection: asyncpg.Connection, definitions: Sequence[Definition]
) -> None:
    """Create them again, in the transaction that is open, and remove from the record what `sql/` has lost."""
    if not definitions:
        return
    await connection.execute("\n".join([UNCHECKED + ";", *(one.sql for one in definitions)]))
    rows = [(one.name, one.checksum, __version__) for one in definitions]
    await connection.executemany(RECORD, rows)
    await connection.execute(FORGET, [one.name for one in list_definitions()])
