"""The texts of the web, as their files have them."""

import re
from collections.abc import Iterable
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
VALUE = re.compile(r"""(?::|^)\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")""", re.MULTILINE)
PLACEHOLDER = re.compile(r"\\{\\{.*?\\}\\}")


def english_only() -> re.Pattern[str]:
    """Matches a whole text that is there in English, and that no other language says alike.

    "in" alone is a word of both.
    """
    english = _values(path for path in _files() if path.name.endswith("texts.ts"))
    german = _values(path for path in _files() if path.name.endswith("texts.de.ts"))
    texts = [text for text in english - german if re.search(r"[a-z]{3}", _plain(text))]
    assert len(texts) > 200
    return re.compile("|".join(PLACEHOLDER.sub(".+", re.escape(text)) for text in texts))


def _plain(text: str) -> str:
    return re.sub(r"\{\{.*?\}\}", "", text)


def _files() -> list[Path]:
    folders = (WEB / "packages", WEB / "apps")
    return [path for folder in folders for path in folder.glob("*/src/**/*texts*.ts")]


def _values(paths: Iterable[Path]) -> set[str]:
    return {one or other for path in paths for one, other in VALUE.findall(path.read_text())}
