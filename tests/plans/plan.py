"""What a statement reads, as the database itself says."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from tests.plans.recorded import Asked

Node = dict[str, Any]


@dataclass(frozen=True)
class Reading:
    """`rows` are those that the greediest scan took or threw away; `pages` what all of it touched; `compared`
    are the rows that a join has compared, or that were read again and again from a part of a `with`."""

    rows: int
    pages: int
    compared: int
    tables: frozenset[str]


async def explain(connection: Any, asked: Asked, *, generic: bool) -> Reading:
    """Run it once more, planned for these arguments or for any; its changes are rolled back."""
    mode = "force_generic_plan" if generic else "force_custom_plan"
    transaction = connection.transaction()
    await transaction.start()
    try:
        await connection.execute(f"{asked.scope.statement}")
        await connection.execute(f"set local plan_cache_mode = {mode}")
        kinds = [one.name for one in (await connection.prepare(asked.sql)).get_parameters()]
        values = [_given(one, kind) for one, kind in zip(asked.arguments, kinds, strict=True)]
        taken = f"({', '.join(kinds)})" if kinds else ""
        given = f"({', '.join(values)})" if values else ""
        await connection.execute(f"prepare asked {taken} as {asked.sql}")
        answer = await connection.fetchval(
            f"explain (analyze, buffers, timing off, format json) execute asked {given}"
        )
        await connection.execute("deallocate asked")
    finally:
        await transaction.rollback()
    root = json.loads(answer)[0]["Plan"] if isinstance(answer, str) else answer[0]["Plan"]
    nodes = [node for node in _nodes(root) if node["Actual Loops"]]
    scans = [node for node in nodes if "Relation Name" in node]
    return Reading(
        max((_rows(node) for node in scans), default=0),
        root["Shared Hit Blocks"] + root["Shared Read Blocks"],
        max(_count_compared_rows(node) for node in nodes),
        frozenset(node["Relation Name"] for node in scans if node["Node Type"] == "Seq Scan"),
    )


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for below in node.get("Plans", []):
        yield from _nodes(below)


def _rows(node: Node) -> int:
    thrown_away = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    rows: float = node["Actual Rows"] + sum(node.get(name, 0) for name in thrown_away)
    return int(rows * node["Actual Loops"])


def _count_compared_rows(node: Node) -> int:
    rows: float = node.get("Rows Removed by Join Filter", 0)
    if "CTE Name" in node:
        rows = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    return int(rows * node["Actual Loops"])


def _given(value: Any, kind: str) -> str:
    is_document = kind in ("json", "jsonb") and value is not None
    return _quoted(json.dumps(value, default=str)) if is_document else _literal(value)


def _literal(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool() | int():
            return str(value).lower()
        case list() | tuple():
            return _quoted("{" + ",".join(map(_item, value)) + "}")
        case dict():
            return _quoted(json.dumps(value, default=str))
        case bytes():
            return _quoted("\\x" + value.hex())
        case date() | UUID() | str():
            return _quoted(str(value))
    raise TypeError(f"an argument of another kind: {value!r}")


def _item(value: Any) -> str:
    if value is None:
        return "null"
    return json.dumps(json.dumps(value, default=str) if isinstance(value, dict) else str(value))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
