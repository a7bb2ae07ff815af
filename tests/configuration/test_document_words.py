"""Whatever can be wrong with the vendor's document has German words on the console's screen."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "web" / "apps" / "console" / "src" / "configuration" / "problems.texts.de.ts"
# Where in a call the code stands; other areas have problems of their own.
CALLS = {"DocumentProblem": 2, "_refuse": 2, "RefusedValue": 1}


def test_each_code_has_words() -> None:
    worded = set(re.findall(r"^  (\w+):", WORDS.read_text(), re.MULTILINE))
    found = set(codes())
    assert {"no_toml_at", "origin", "taken_by"} <= found
    assert found - worded == set()


def codes() -> Iterator[str]:
    for path in (ROOT / "src" / "gatehouse").rglob("*.py"):
        text = path.read_text()
        if "gatehouse.vendor.document.section import" in text or "RefusedValue" in text:
            for node in ast.walk(ast.parse(text)):
                yield from code_of(node)


def code_of(node: ast.AST) -> Iterator[str]:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
        return
    name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
    at = CALLS.get(name)
    if at is not None and len(node.args) > at:
        code = node.args[at]
        if isinstance(code, ast.Constant):
            yield str(code.value)
