"""Every SQL statement is on a generated list, and each that breaks a rule has a reason (ADR 35)."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from scripts.describe_statements import ROOT, TARGET, load_schema
from scripts.statement_facts import Facts, Kind, parse_facts

import gatehouse

SOURCE = Path(gatehouse.__path__[0])
FILE = Path(__file__).with_name("statement_exceptions.toml")
EXCEPTIONS = tomllib.loads(FILE.read_text())
SENT_OTHERWISE = re.compile(
    r"\bconnection\.(?:fetch\w*|execute\w*|cursor|prepare)\(|remembered=False"
)
ADVICE = {
    "tenant_not_named": "give each noted table its own `tenant_id = $n`, or join it by `using (tenant_id)`",
    "tenant_and_user": "read the tenant's rows and the user's rows in statements of their own",
    "advisory_lock": "lock a row instead (`for update`, or an upsert of a row that stands for it)",
    "not_listed": "send the statement as a `Query` that a module holds",
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """Of the list."""

    name: str
    kind: str
    notes: str


def read_rows() -> Iterator[Row]:
    file = ""
    for line in TARGET.read_text().splitlines():
        if line.startswith("## "):
            file = line.removeprefix("## ")
        elif line.startswith("| `"):
            _, name, _, kind, notes, *_ = (cell.strip(" `") for cell in line.split("|"))
            yield Row(f"{file} {name}", kind, notes)


def find_exceptions(rule: str) -> set[str]:
    """What breaks the rule today."""
    match rule:
        case "tenant_not_named":
            return {row.name for row in read_rows() if "tenant not named" in row.notes}
        case "tenant_and_user":
            return {row.name for row in read_rows() if row.kind == Kind.JOINED}
        case "advisory_lock":
            return {row.name for row in read_rows() if "advisory lock" in row.notes}
        case _:
            return {
                str(path.relative_to(SOURCE))
                for path in SOURCE.rglob("*.py")
                if SENT_OTHERWISE.search(path.read_text())
            }


def is_named(found: str, listed: str) -> bool:
    return found.startswith(listed[:-1]) if listed.endswith("*") else found == listed


def test_the_list_is_that_of_all_statements(tmp_path: Path):
    """In a process of its own: tests declare statements, too."""
    fresh = tmp_path / "statements.md"
    subprocess.run(
        [sys.executable, "-m", "scripts.describe_statements", fresh], cwd=ROOT, check=True
    )
    assert fresh.read_text() == TARGET.read_text(), "run `make docs`"


@pytest.mark.parametrize("rule", ADVICE)
def test_what_breaks_a_rule_has_a_reason(rule: str):
    groups = EXCEPTIONS[rule]
    listed = [name for group in groups for name in group["statements"]]
    found = find_exceptions(rule)
    missing = sorted(one for one in found if not any(is_named(one, name) for name in listed))
    assert missing == [], f"{ADVICE[rule]}; if that cannot be, add it to {FILE.name} with a reason"
    stale = [name for name in listed if not any(is_named(one, name) for one in found)]
    assert stale == [], f"these no longer break the rule: remove them from {FILE.name}"
    assert len(listed) == len(set(listed))
    assert all(group["reason"].endswith(".") for group in groups)


SCHEMA = load_schema()


def parse(sql: str) -> Facts:
    return parse_facts(sql, SCHEMA)


@pytest.mark.parametrize(
    "sql",
    [
        "select from roles where tenant_id = $1",
        "select from roles r where r.tenant_id = $1 or r.tenant_id is null",
        "select from memberships m join groups g using (tenant_id) where m.tenant_id = $1",
        "select from memberships m join groups g using (tenant_id) where tenant_id = $1",
        "select from memberships m left join groups g on g.tenant_id = m.tenant_id where m.tenant_id = $1",
        "select from memberships where (tenant_id, user_id) = ($1, $2)",
        "select from unnest($1::uuid[]) t (id) join groups g on g.tenant_id = t.id",
        "select from tenants t where t.id = $1 and exists (select from groups g where g.tenant_id = t.id)",
        "with groups as (select 1) select from groups",
        "insert into groups (tenant_id, id) values ($1, $2)",
        "update groups set name = $2 where tenant_id = $1",
        "select from role_permissions p where p.role_id = $1",
        "select from memberships_in_force where tenant_id = $1",
    ],
)
def test_a_statement_that_names_the_tenant(sql: str):
    assert parse(sql).find_unnamed_tenant_tables(SCHEMA) == []


@pytest.mark.parametrize(
    "sql",
    [
        "select from groups where id = $1",
        "select from groups where $1::uuid is null or tenant_id = $1",
        "select from groups where tenant_id is not distinct from $1",
        "select from groups where tenant_id <> $1",
        "select tenant_id from groups",
        "select from memberships m join groups g using (tenant_id)",
        "select from memberships m join groups g on true where m.tenant_id = $1",
        "select from memberships m left join groups g on m.tenant_id = $1",
        "select from memberships m where m.tenant_id = $1 and exists (select from groups where id = $2)",
        "with a as (select from groups) select from memberships where tenant_id = $1",
        "insert into groups (id) values ($1)",
        "delete from groups where id = $1",
        "select from memberships_in_force where user_id = $1",
        "select 'tenant_id = $1' from groups -- tenant_id = $1",
    ],
)
def test_a_statement_that_does_not(sql: str):
    assert parse(sql).find_unnamed_tenant_tables(SCHEMA) != []


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("select from groups where tenant_id = $1 and id = $2", Kind.TENANT_BY_KEY),
        ("select from groups where tenant_id = $1", Kind.ONE_TENANT),
        ("select from groups where tenant_id = any ($1)", Kind.SEVERAL_TENANTS),
        ("select from groups where id = $1", Kind.ANY_TENANT_BY_KEY),
        ("select from groups", Kind.ALL_TENANTS),
        ("select from passwords where user_id = $1", Kind.ONE_USER),
        ("select from users where email = $1", Kind.SEVERAL_USERS),
        (
            "select from groups where tenant_id in (select default_tenant_id from users)",
            Kind.JOINED,
        ),
        ("select from plans", Kind.COMMON),
    ],
)
def test_kinds(sql: str, kind: Kind):
    assert parse(sql).find_kind(SCHEMA) is kind


def test_an_advisory_lock_is_found():
    assert parse("select pg_try_advisory_xact_lock_shared($1)").takes_lock
    assert not parse("select 'pg_advisory_lock'").takes_lock
