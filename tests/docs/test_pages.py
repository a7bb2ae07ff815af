"""Pages link to what exists, and name only files, commands, settings and calls that the product has."""

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from gatehouse import cli
from gatehouse.pages.api_description import DOCUMENT

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
MAPS = [
    ROOT / "docs/architecture.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs/adr").glob("*.md")),
]
GUIDES = sorted((ROOT / "docs" / "guides").rglob("*.md"))
REFERENCE = (ROOT / "docs/reference/settings.md").read_text()
RELAY = (ROOT / "src/gatehouse/relay/settings.py").read_text().upper()
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
CALL = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE) +(/[\w/{}.%-]+)")
SETTING = re.compile(r"\bGATEHOUSE_([A-Z0-9_]*[A-Z0-9])\b")
SUFFIX = re.compile(r"\.(py|sql|ts|tsx|md|toml|json|yaml|mjml|css)$|/$")
# Calls of a receiver's own server and of a payment provider.
ELSEWHERE = {"/hook", "/subscriptions/{id}"}
# A folder of the product, of the web or of the checkout that a path may begin in.
FOLDERS = [ROOT, *(ROOT / name for name in ("src/gatehouse", "web/packages", "web/apps", "docs"))]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", BLOCK.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path):
    for path, anchor in LINK.findall(CODE.sub("", BLOCK.sub("", page.read_text()))):
        if "://" in path or path.startswith("mailto:"):
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


def paths_in(text: str) -> Iterator[str]:
    """Files and folders in backticks: with a suffix of ours, a slash at the end, or beginning in a folder of
    ours. `web/dist` exists only after a build."""
    for code in CODE.findall(text):
        if not re.fullmatch(r"[\w-][\w.-]*(/[\w.-]+)*/?", code) or code.startswith("web/dist"):
            continue
        first, slash, _ = code.partition("/")
        if SUFFIX.search(code) or (slash and any((folder / first).is_dir() for folder in FOLDERS)):
            yield code


@pytest.mark.parametrize("page", MAPS, ids=name_of)
def test_paths_that_describe_the_code_exist(page: Path):
    file_names = {path.name for path in (ROOT / "src/gatehouse").rglob("*.*")}
    missing = {
        path
        for path in paths_in(page.read_text())
        if not any((folder / path).exists() for folder in FOLDERS)
    }
    assert missing - file_names == set()


def test_paths_are_found():
    assert len(set(paths_in((ROOT / "docs/architecture.md").read_text()))) > 150


@pytest.mark.parametrize("page", GUIDES, ids=name_of)
def test_guides_name_commands_and_settings_that_exist(page: Path):
    text = page.read_text()
    for line in re.findall(r"(?:^ *|`|migrate |\n)gatehouse ((?:[a-z-]+)[^`\n]*)", text):
        check_command(line.partition(" #")[0])
    for name in SETTING.findall(text):
        known = f"`GATEHOUSE_{name}`" in REFERENCE or f"GATEHOUSE_{name}=" in REFERENCE
        assert known or name.endswith("__KIND") or name.removeprefix("RELAY_") in RELAY, name


def check_command(line: str) -> None:
    """Subcommands and options exist; arguments may be anything."""
    parser: argparse.ArgumentParser = cli._build_parser()
    words = shlex.split(line.partition(" > ")[0].partition(" < ")[0])
    while words and (commands := subcommands(parser)) and words[0] in commands:
        parser = commands[words.pop(0)]
    assert parser.prog != "gatehouse", line
    options = {word for word in words if word.startswith("--")}
    assert options <= parser._option_string_actions.keys(), line


def subcommands(parser: argparse.ArgumentParser) -> dict[str, Any]:
    found = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return dict(found[0].choices) if found else {}


def test_guides_name_calls_that_exist():
    paths = orjson.loads(DOCUMENT.read_bytes())["paths"]
    known = [re.compile(re.sub(r"\{\w+\}", r"[^/]+", path)) for path in paths]
    missing = {
        f"{page.name}: {call}"
        for page in GUIDES
        for call in CALL.findall(page.read_text())
        if call not in ELSEWHERE and not any(path.fullmatch(call) for path in known)
    }
    assert missing == set()
