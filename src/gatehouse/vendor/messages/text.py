"""Templates of the vendor: text with named placeholders, `{{ name }}`, and nothing that is executed."""

import re
from collections.abc import Collection, Mapping
from html import escape
from html.parser import HTMLParser
from typing import Any

from gatehouse.kit.refused_value import RefusedValue

PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")
# Syntax of other template languages, and unmatched braces.
FOREIGN = re.compile(r"\{\{|\{%")
BLOCKS = {"p", "div", "tr", "table", "h1", "h2", "h3", "h4", "li", "ul", "ol", "br", "section"}
UNSEEN = {"style", "script", "head", "title"}
# Comments, and such as a document type: nothing to read, and some of them Python's parser fails at.
COMMENT, COMMENT_ENDS = re.compile(r"<!--.*?-->", re.DOTALL), "-->"
DECLARATION = re.compile(r"<![^<>]*>")
# A sign that begins no tag: nothing ends it before the next one begins.
NO_TAG = re.compile(r"""<(?:(?=!)|(?![^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>))""")


def check_placeholders(text: str, known: Collection[str]) -> None:
    """Raises `ValueError` for an unknown placeholder, and for anything else in double braces."""
    for found in PLACEHOLDER.finditer(text):
        name = found[1].strip()
        if name not in known:
            placeholder, there_are = f"{{{{{name[:40]}}}}}", ", ".join(sorted(known))
            text = f"{placeholder} is no placeholder here; there are {there_are}"
            raise RefusedValue(text, "no_placeholder", placeholder=placeholder, known=there_are)
    if "{{{" in text or FOREIGN.search(PLACEHOLDER.sub("", text)):
        text = "only placeholders such as {{link}} may stand in double braces"
        raise RefusedValue(text, "foreign_braces")


def names_in(text: str) -> set[str]:
    return {found[1].strip() for found in PLACEHOLDER.finditer(text)}


def fill_placeholders(text: str, values: Mapping[str, Any], *, as_html: bool) -> str:
    """Replace placeholders once: a placeholder inside a value is not replaced. A missing value is empty."""

    def value(found: re.Match[str]) -> str:
        shown = str(values.get(found[1].strip(), ""))
        return escape(shown) if as_html else shown

    return PLACEHOLDER.sub(value, text)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0
        self._link: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in UNSEEN
        if tag in BLOCKS:
            self.parts.append("\n")
        if tag == "a":
            self._link = dict(attrs).get("href")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in UNSEEN and self._hidden > 0
        if tag in BLOCKS:
            self.parts.append("\n")
        if tag == "a" and self._link:
            self.parts.append(f"\n{self._link}\n")
            self._link = None

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(re.sub(r"\s+", " ", data))


def _close_open_tags(html: str) -> str:
    """Escape each `<` that starts no complete tag, and remove comments and declarations. Python's parser
    scans to the end of the text for each one: a minute for 16,000 of them, during which all other requests
    wait."""
    commented, end, rest = html.rpartition(COMMENT_ENDS)
    read = COMMENT.sub("", commented + end) + rest
    return NO_TAG.sub("&lt;", DECLARATION.sub("", read))


def text_of(html: str) -> str:
    """Plain text of an HTML mail, with the addresses of its links."""
    reader = _Reader()
    reader.feed(_close_open_tags(html))
    reader.close()
    lines = [line.strip() for line in "".join(reader.parts).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
