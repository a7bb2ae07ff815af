"""Jobs over many tenants: a unit that fails is logged, counted and tried again, and stops no other."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import gatehouse
import gatehouse_simulators
from gatehouse.kit import units
from gatehouse.kit.db import Database, Query
from gatehouse.kit.units import FAILURES, UnitFailures, UnitsFailed, each_due

FOLDERS = [Path(gatehouse.__file__).parent, Path(gatehouse_simulators.__file__).parent]
START = datetime(2026, 1, 1, tzinfo=UTC)

# Loops in a transaction over the rows of many tenants that do something else than to start a job for each.
ONE_TRANSACTION = {
    "directory/tenants/deletion.py": "the members of one tenant",
    "entitlements/service.py": "the plans of one tenant",
    "identity/activation/jobs.py": "the memberships of one user, each of which starts a job",
    "identity/approvals/jobs.py": "the approvers of one approval",
    "identity/passwords/jobs.py": "the users of one address",
    "kit/events.py": "the subscribers of one event, each of which gets a job",
    "licensing/purchases/jobs.py": "what was given back to one customer",
    "user_migration/service.py": "the members of one tenant, who move together",
}


@dataclass(frozen=True, slots=True)
class Row:
    due_at: datetime
    id: int


# Seven that are due at three moments, and stay due whatever is done.
DUE = Query(
    Row,
    """
    select due_at, id from (
      select $1::timestamptz + n / 3 * interval '1 hour' as due_at, n as id from generate_series(0, 6) n
    ) rows where (due_at, id) > ($2, $3) order by due_at, id limit $4::int
    """,
    remembered=False,
)


async def test_each_row_comes_once_although_it_stays_due(
    database: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(units, "PAGE", 2)
    found = [row.id async for row in each_due(database, DUE, START, first_id=-1)]
    assert found == list(range(7))


def test_a_unit_that_fails_stops_no_other():
    done = []
    before = FAILURES._value.get()
    with pytest.raises(UnitsFailed, match=r"2 of tests\.units failed") as raised:  # noqa: PT012, SIM117
        with UnitFailures("tests.units") as failures:
            for number in range(5):
                with failures.caught(number=number):
                    if number in (1, 3):
                        raise ValueError(number)
                    done.append(number)
    assert done == [0, 2, 4]
    assert isinstance(raised.value.__cause__, ValueError)
    assert FAILURES._value.get() - before == 2


def test_an_error_of_the_whole_run_is_raised_unchanged():
    with pytest.raises(LookupError), UnitFailures("tests.units"):
        raise LookupError


def _transactions(tree: ast.AST) -> Iterator[ast.AsyncWith]:
    for node in ast.walk(tree):
        if isinstance(node, ast.AsyncWith) and any(
            ast.unparse(item.context_expr).endswith("transaction(Scope.system())")
            for item in node.items
        ):
            yield node


def _is_work(node: Any) -> bool:
    if not isinstance(node, ast.Await) or not isinstance(node.value, ast.Call):
        return False
    name = ast.unparse(node.value.func).split(".")[-1]
    # These add a job and cannot fail for one tenant alone.
    return not name.startswith("enqueue")


def test_no_job_works_on_many_rows_in_one_transaction():
    found = {
        str(path.relative_to(folder))
        for folder in FOLDERS
        for path in folder.rglob("*.py")
        if "@scheduled_job(" in (source := path.read_text()) or "@job(" in source
        for transaction in _transactions(ast.parse(source))
        for loop in ast.walk(transaction)
        if isinstance(loop, ast.For)
        for node in loop.body
        for inner in ast.walk(node)
        if _is_work(inner)
    }
    assert found == set(ONE_TRANSACTION)
