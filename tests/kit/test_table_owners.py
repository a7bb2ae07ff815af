"""Each table is written by one folder: the noun that owns it. `table_owners.toml` names the owners, and the
folders that still write another noun's table."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
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


def written_by(folder: Path) -> str:
    """`identity/sessions` for a file in it or below it; `audit` where an area has no nouns."""
    return "/".join(folder.relative_to(SOURCE).parts[:2])


def texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.fixture
async def tables(db: Db) -> set[str]:
    return set(await TABLES.all(db))


@pytest.fixture
def writers(tables: set[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] in OUTSIDE:
            continue
        for text in texts(ast.parse(path.read_text())):
            for table in WRITE.findall(text):
                if table in tables:
                    found[table].add(written_by(path.parent))
    return found


def test_each_table_has_an_owner_that_exists(writers: dict[str, set[str]]):
    assert set(writers) == set(OWNERS["owners"])
    assert [one for one in OWNERS["owners"].values() if not (SOURCE / one).is_dir()] == []


def test_no_folder_writes_the_table_of_another(writers: dict[str, set[str]]):
    """A table that is listed without need fails as well, so that the list only becomes shorter."""
    others = {
        table: sorted(folders - {OWNERS["owners"][table]}) for table, folders in writers.items()
    }
    assert {table: folders for table, folders in others.items() if folders} == OWNERS["exceptions"]
