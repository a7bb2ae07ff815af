"""Each table is written by the one folder that owns it, and statements on a tenant's table name the tenant.


`table_owners.toml` names the owners, and the statements that do otherwise with the reason of each.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import gatehouse.imports.service
from gatehouse.kit.db import Query
from gatehouse.kit.lists import ListOf
from gatehouse.kit.purge import PURGES
from tests.world import Db

# Statements of commands, which the server does not load, are read too.

SOURCE = Path(gatehouse.__path__[0])
OWNERS = tomllib.loads((Path(__file__).parent / "table_owners.toml").read_text())
WRITE = re.compile(
    r"\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_][a-z0-9_]*)\b",
    re.IGNORECASE,
)
TABLES = Query(
    str,
    """
    select relname::text from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
    """,
    remembered=False,
)
TENANT_TABLES = Query(
    str,
    """
    select c.relname::text from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    """,
    remembered=False,
)
# Data of the demo and of the simulators: no part of the product.
OUTSIDE = {"demo", "simulators", "migrations"}
LITERAL = re.compile(r"'[^']*'")
UNQUALIFIED = re.compile(r"(?<![.\w])tenant_id\b")
# What may stand behind a table's name and is no alias of it.
NO_ALIAS = {
    "as", "cross", "for", "full", "group", "inner", "join", "left", "limit", "natural", "on", "order",
    "returning", "right", "select", "set", "union", "using", "values", "where",
}  # fmt: skip


@dataclass(frozen=True)
class Writer:
    """`name`: the file and the constant or function, as in the list of exceptions."""

    name: str
    folder: str
    tables: frozenset[str]


def folder_of(path: Path) -> str:
    """`identity/sessions` for a file in it or below it; `audit` where an area has no nouns."""
    return "/".join(path.parent.relative_to(SOURCE).parts[:2])


def name_of(node: ast.stmt) -> str:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
    return type(node).__name__


def texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def purged(node: ast.stmt) -> Iterator[str]:
    """The table whose old rows the declaration deletes."""
    for call in ast.walk(node):
        match call:
            case ast.Call(
                func=ast.Name(id="declare_purge"), args=[ast.Constant(value=str() as table), *_]
            ):
                yield table


def all_writers(tables: set[str]) -> Iterator[Writer]:
    for path in SOURCE.rglob("*.py"):
        relative = path.relative_to(SOURCE)
        if relative.parts[0] in OUTSIDE:
            continue
        for node in ast.parse(path.read_text()).body:
            written = {table for text in texts(node) for table in WRITE.findall(text)} & tables
            written |= set(purged(node)) & tables
            if written:
                yield Writer(f"{relative} {name_of(node)}", folder_of(path), frozenset(written))


@pytest.fixture
async def writers(db: Db) -> list[Writer]:
    return list(all_writers(set(await TABLES.all(db))))


def test_each_table_has_an_owner_that_exists(writers: list[Writer]):
    assert {table for one in writers for table in one.tables} == set(OWNERS["owners"])
    assert [one for one in OWNERS["owners"].values() if not (SOURCE / one).is_dir()] == []


def test_no_folder_writes_the_table_of_another(writers: list[Writer]):
    """A statement that is listed without need fails as well, so that the list only becomes shorter."""
    owners = OWNERS["owners"]
    others = {
        one.name for one in writers if any(owners[table] != one.folder for table in one.tables)
    }
    assert sorted(others ^ set(OWNERS["exceptions"])) == []


def statements() -> Iterator[tuple[str, Query[Any]]]:
    """Each statement with the place where it is written."""
    for module_name, module in list(sys.modules.items()):
        if not module_name.startswith("gatehouse.") or not getattr(module, "__file__", None):
            continue
        path = Path(str(module.__file__))
        queries = {key: value for key, value in vars(module).items() if isinstance(value, Query)}
        if queries:
            written = {name_of(node) for node in ast.parse(path.read_text()).body}
            for key in queries.keys() & written:
                yield f"{path.relative_to(SOURCE)} {key}", queries[key]


def nameless_tables(sql: str, tables: set[str]) -> set[str]:
    """The tenant tables that the statement reads or writes without that it names their tenant."""
    sql = LITERAL.sub("''", sql)
    if UNQUALIFIED.search(sql):
        return set()
    found = set()
    named = "|".join(sorted(tables, key=len, reverse=True))
    reference = (
        rf"(?:\b(?:from|join|update|into|using)|,)\s+({named})\b(?:\s+as\b)?(?:\s+([a-z_]+))?"
    )
    for table, alias in re.findall(reference, sql):
        names = {table, alias} - NO_ALIAS - {""}
        if not any(re.search(rf"\b{name}\.tenant_id\b", sql) for name in names):
            found.add(table)
    return found


async def test_statements_on_tenant_tables_name_the_tenant(db: Db):
    """The first lock; row-level security is the second. Purges go through the rows of every tenant."""
    tables = {*await TENANT_TABLES.all(db), "memberships_in_force"} - set(OWNERS["parts"])
    purges = {id(query) for one in PURGES.load_items() for query in (one.delete, one.oldest)}
    without = {
        name
        for name, query in statements()
        if id(query) not in purges
        and not name.startswith("demo/")
        and nameless_tables(query.sql, tables)
    }
    assert sorted(without ^ set(OWNERS["without_tenant"])) == []
    for listed in ListOf.all_lists:
        for query in listed.list_every_statement():
            assert "tenant_id" in query.sql or not nameless_tables(query.sql, tables), query.sql
