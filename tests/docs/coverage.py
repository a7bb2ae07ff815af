"""Pages that say which test proves which line of the specification: `docs/coverage/*.md`.

Each has tables `| Spec | What | Proven by |`, or for reports from the field
`| Report | Input | Now | Proven by |`. The last cell names tests in backticks, several separated by `<br>`:
`tests/identity/test_login.py::test_name`, or `web/packages/sdk/src/jwt.test.ts › name of the test`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEADERS = (("Spec", "What", "Proven by"), ("Report", "Input", "Now", "Proven by"))
BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
RULE = re.compile(r"\|[\s:|-]+\|")
TITLED = re.compile(
    r"""(?:(?<![.\w])(?:test|it)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1""", re.DOTALL
)


def faults(page: str) -> list[str]:
    """What is wrong with a page, in words that name the row."""
    found = list(rows(page))
    if not found:
        return ["has no row under the header | Spec | What | Proven by |"]
    return [f"{row[0]}: {wrong}" for width, row in found for wrong in faults_of(row, width)]


def rows(page: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each row with the number of cells that its header has."""
    width = 0
    for line in page.splitlines():
        if not line.startswith("|"):
            width = 0
            continue
        cells = tuple(
            cell.strip().replace("\\|", "|") for cell in BETWEEN_CELLS.split(line.rstrip())[1:-1]
        )
        if cells in HEADERS:
            width = len(cells)
        elif width and not RULE.fullmatch(line.rstrip()):
            yield width, cells


def faults_of(row: tuple[str, ...], width: int) -> Iterator[str]:
    if len(row) != width:
        yield f"has {len(row)} cells"
        return
    for named in row[-1].split("<br>"):
        test = re.fullmatch(r"`(.+)`", named.strip())
        if not test:
            yield f"{named.strip() or 'nothing'} is no test in backticks"
        elif not exists(test[1]):
            yield f"there is no {test[1]}"


def exists(test: str) -> bool:
    path, between, name = test.partition(" › ") if " › " in test else test.partition("::")
    if not between or not (ROOT / path).is_file():
        return False
    return name in (titles(path) if between == " › " else functions(path))


@cache
def functions(path: str) -> frozenset[str]:
    nodes = ast.walk(ast.parse((ROOT / path).read_text()))
    return frozenset(
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    )


@cache
def titles(path: str) -> frozenset[str]:
    found = TITLED.finditer((ROOT / path).read_text())
    return frozenset(re.sub(r"\\(.)", r"\1", match[2]) for match in found)
