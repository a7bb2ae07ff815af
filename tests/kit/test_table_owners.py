"""Each table is written by the one folder that owns it.

`table_owners.toml` names the owners, and the statements that do otherwise with the reason of each.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import gatehouse
from gatehouse.kit.db import Query
from tests.world import Db

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
# Data of the demo and of the simulators: no part of the product.
OUTSIDE = {"demo", "simulators", "migrations"}


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
