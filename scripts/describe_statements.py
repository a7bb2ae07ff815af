"""Writes docs/reference/statements.md: each SQL statement of the server and of the functions in its database,
with what it does, whose rows it touches, and whether it takes an advisory lock.

    python -m scripts.describe_statements [file]
"""

import ast
import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from scripts.statement_facts import (
    Action,
    Facts,
    Kind,
    Schema,
    parse_facts,
    parse_function_facts,
    read_schema,
)

import gatehouse
from gatehouse.kit.db import Query
from gatehouse.kit.db.current_sql import Definition, list_definitions
from gatehouse.kit.lists import ListOf
from gatehouse.kit.manifest import Registry

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "reference" / "statements.md"
SCHEMA = ROOT / "docs" / "reference" / "schema.sql"
SOURCE = Path(gatehouse.__path__[0])
# Data of the demo, and what the current version does not call: no part of the product.
OUTSIDE = ("gatehouse.demo", "gatehouse.__main__")
RETIRED = "retired/"
DEPTH = 4  # of containers and objects in which a module holds a statement
HEAD = """# Statements

Each SQL statement of the server and of the functions in its database, with whose rows it touches. Generated
by `make docs` from the parsed statements. [ADR 35](../adr/0035-every-statement-is-on-a-list.md) says why, and
what the list does not show. `tests/kit/statement_exceptions.toml` has the reasons for what it notes.

- A list with sorts and filters is one row, and so are the statements of one entry of a registry.
- `()` follows the name of a function that has a row of its own. Views are shown as the tables that they read.
- **tenant not named**: the tenants' tables that no condition restricts to a tenant.

"""
MEANINGS = {
    Kind.TENANT_BY_KEY: "of one tenants' table, with tenant and key",
    Kind.ONE_TENANT: "of tenants' tables, each with the tenant",
    Kind.SEVERAL_TENANTS: "the same, with a list of tenants",
    Kind.ANY_TENANT_BY_KEY: "of one tenants' table, by a key without the tenant",
    Kind.ALL_TENANTS: "of tenants' tables, one of them without the tenant",
    Kind.ONE_USER: "of users' tables, each with the user",
    Kind.SEVERAL_USERS: "of users' tables, with a list of users, or one of them without the user",
    Kind.JOINED: "of tenants' tables and of users' tables",
    Kind.COMMON: "of no tenant and no user",
    Kind.COMPOSED: "of the tables that a function names in a text that it composes and runs",
}
COLUMNS = "| Statement | Does | Kind | Notes | Tables |\n|---|---|---|---|---|\n"


@dataclass(frozen=True, slots=True)
class Statement:
    """`name`: the constant in the file, or the function."""

    file: str
    name: str
    facts: Facts


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    schema = load_schema()
    target.write_text(describe(list_statements(schema), schema))


def load_schema() -> dict[str, Any]:
    security = [one for one in list_definitions() if one.kind == "row security"]
    return read_schema(SCHEMA.read_text(), [one for one in security if one.text.startswith("call")])


def describe(statements: Sequence[Statement], schema: Schema) -> str:
    parts = [HEAD, _describe_counts(statements, schema)]
    for file, group in groupby(statements, lambda one: one.file):
        rows = "".join(_describe_row(one, schema) for one in group)
        parts.append(f"\n## {file}\n\n{COLUMNS}{rows}")
    return "".join(parts)


def _describe_counts(statements: Sequence[Statement], schema: Schema) -> str:
    kinds = [one.facts.find_kind(schema) for one in statements]
    rows = "".join(f"| {kind} | {MEANINGS[kind]} | {kinds.count(kind)} |\n" for kind in Kind)
    return f"| Kind | Rows | Statements |\n|---|---|---|\n{rows}"


def _describe_row(statement: Statement, schema: Schema) -> str:
    facts = statement.facts
    does = ", ".join(one for one in Action if one in facts.actions)
    unnamed = facts.find_unnamed_tenant_tables(schema)
    notes = [
        f"tenant not named: {', '.join(unnamed)}" if unnamed else "",
        "advisory lock" if facts.takes_lock else "",
    ]
    touched = ", ".join([*sorted(facts.tables), *(f"{one}()" for one in sorted(facts.calls))])
    cells = (
        f"`{statement.name}`", does, facts.find_kind(schema), "; ".join(filter(None, notes)), touched
    )  # fmt: skip
    return f"| {' | '.join(cells)} |\n"


def list_statements(schema: Schema) -> list[Statement]:
    """In the order of files and names."""
    functions = [
        one
        for one in list_definitions()
        if one.kind in ("function", "procedure") and not one.file.startswith(RETIRED)
    ]
    own = {one.installed_name.split()[-1] for one in functions}
    found = [
        *(_read_function(one, schema) for one in functions),
        *_read_program(schema),
    ]
    for one in found:
        one.facts.calls &= own
    return sorted(found, key=lambda one: (one.file, one.name))


def _read_function(definition: Definition, schema: Schema) -> Statement:
    name = definition.installed_name.split()[-1]
    return Statement(f"sql/{definition.file}", name, parse_function_facts(definition, schema))


def _read_program(schema: Schema) -> Iterator[Statement]:
    """Statements that modules hold, by name."""
    modules = list(_import_modules())
    places = [*_list_registered(), *(place for one in modules for place in _list_places(one))]
    # By `id`. What a list composes is kept, so that no other object gets its id.
    seen: dict[int, Query[Any]] = {}
    for file, name, value in places:
        queries = [one for one in _list_queries(value, DEPTH) if id(one) not in seen]
        if queries:
            facts = Facts()
            for query in queries:
                facts.add(parse_facts(query.sql, schema))
            seen |= {id(query): query for query in queries}
            yield Statement(file, name, facts)
    missed = [one.sql for one in Query.all_queries if id(one) not in seen]
    if missed:
        raise LookupError(f"No module holds these statements by a name: {missed}")


def _import_modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(gatehouse.__path__, "gatehouse."):
        if not found.name.startswith(OUTSIDE):
            yield importlib.import_module(found.name)


def _list_registered() -> Iterator[tuple[str, str, object]]:
    """What modules have declared, such as a column with sealed values: an entry is one place."""
    for name, registry in Registry.all_registries.items():
        for item in registry.load_items():
            declared = type(item).__module__
            label = getattr(item, "name", None) or getattr(item, "table", None)
            if label and declared.startswith("gatehouse."):
                path = Path(str(sys.modules[declared].__file__))
                yield str(path.relative_to(SOURCE)), f"{name}: {label}", item


def _list_places(module: ModuleType) -> Iterator[tuple[str, str, object]]:
    path = Path(str(module.__file__))
    values = vars(module)
    for node in ast.parse(path.read_text()).body:
        for name in _list_assigned(node):
            for part, value in _list_parts(values.get(name)):
                yield str(path.relative_to(SOURCE)), f"{name}{part}", value


def _list_assigned(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign(targets=targets):
            names = [one for target in targets for one in ast.walk(target)]
        case ast.AnnAssign(target=target):
            names = [target]
        case _:
            return []
    return [one.id for one in names if isinstance(one, ast.Name)]


def _list_parts(value: object) -> Iterator[tuple[str, object]]:
    """The entries of a container by their keys, else the value."""
    if isinstance(value, Mapping):
        yield from ((f"[{key}]", one) for key, one in value.items())
    elif isinstance(value, list | tuple):
        yield from ((f"[{place}]", one) for place, one in enumerate(value))
    else:
        yield "", value


def _list_queries(value: object, depth: int) -> Iterator[Query[Any]]:
    if isinstance(value, Query):
        yield value
    elif isinstance(value, ListOf):
        yield from value.list_every_statement()
    elif depth:
        for one in _list_held(value):
            yield from _list_queries(one, depth - 1)


def _list_held(value: object) -> Sequence[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if isinstance(value, FunctionType):
        return [cell.cell_contents for cell in value.__closure__ or ()]
    if type(value).__module__.startswith("gatehouse.") and not isinstance(value, type):
        slots = getattr(type(value), "__slots__", ())
        return [*getattr(value, "__dict__", {}).values(), *(getattr(value, s, None) for s in slots)]
    return ()


if __name__ == "__main__":
    main()
