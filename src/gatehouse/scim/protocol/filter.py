"""Filters and paths, read into a tree (RFC 7644 §3.4.2.2, §3.5.2): a scanner and recursive descent.

Each word is looked at once, and length and depth are bounded, so no filter takes long to read.
"""

import re
from dataclasses import dataclass
from typing import Literal, cast

import orjson

from gatehouse.scim.errors import InvalidFilter

LONGEST = 2048  # characters
DEEPEST = 10

Operator = Literal["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"]
OPERATORS = ("eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le")
Operand = str | bool | int | float | None

TOKEN = re.compile(r'\s*(?:([()\[\]])|("(?:[^"\\\x00-\x1f]|\\.)*")|([^\s()\[\]"]+))')
NAME = re.compile(r"\$?[A-Za-z][\w$-]*", re.ASCII)
NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?", re.ASCII)  # as in JSON


@dataclass(frozen=True, slots=True)
class AttributeName:
    """An attribute as it was written: `urn:…:User:name.familyName`."""

    urn: str
    attribute: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Present:
    name: AttributeName


@dataclass(frozen=True, slots=True)
class Compare:
    name: AttributeName
    operator: Operator
    operand: Operand


@dataclass(frozen=True, slots=True)
class ValuePath:
    """`emails[…]`: one value of the attribute for which all of it holds."""

    name: AttributeName
    filter: "Filter"


@dataclass(frozen=True, slots=True)
class Not:
    filter: "Filter"


@dataclass(frozen=True, slots=True)
class And:
    left: "Filter"
    right: "Filter"


@dataclass(frozen=True, slots=True)
class Or:
    left: "Filter"
    right: "Filter"


Filter = Present | Compare | ValuePath | Not | And | Or


def parse_filter(text: str) -> Filter:
    """`InvalidFilter` with the place where it stops making sense."""
    reader = FilterReader(text)
    found = reader.parse_or(0)
    reader.expect_end()
    return found


def parse_attribute_name(text: str) -> AttributeName:
    """`InvalidFilter` when it cannot be the name of an attribute."""
    urn, _, last = text.rpartition(":") if text[:4].lower() == "urn:" else ("", "", text)
    attribute, dot, part = last.partition(".")
    if urn and last[:1].isdigit():  # `…:enterprise:2.0:User` is a schema itself
        raise InvalidFilter(f"{text[:80]} is not an attribute")
    if not NAME.fullmatch(attribute) or (dot and not NAME.fullmatch(part)):
        raise InvalidFilter(f"{text[:80]} is not an attribute")
    return AttributeName(urn, attribute, part)


class FilterReader:
    """A filter's words, one after the other."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise InvalidFilter(f"A filter has at most {LONGEST:,} characters")
        self.words: list[str] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            token = TOKEN.match(text, at)
            if token is None:
                raise InvalidFilter(f"The filter makes no sense at character {at + 1}")
            self.words.append(token.group().lstrip())
            at = token.end()
        self.at = 0

    def peek_word(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take_word(self) -> str:
        word = self.peek_word()
        if not word:
            raise InvalidFilter("The filter ends too early")
        self.at += 1
        return word

    def expect_word(self, sign: str) -> None:
        word = self.take_word()
        if word != sign:
            raise InvalidFilter(f"The filter has {word[:40]} where {sign} is needed")

    def expect_end(self) -> None:
        if self.peek_word():
            raise InvalidFilter(f"The filter has {self.peek_word()[:40]} where it should end")

    def parse_or(self, depth: int, *, inside: bool = False) -> Filter:
        if depth > DEEPEST:
            raise InvalidFilter(f"A filter is nested at most {DEEPEST} times")
        found = self.parse_and(depth, inside)
        while self.peek_word().lower() == "or":
            self.take_word()
            found = Or(found, self.parse_and(depth, inside))
        return found

    def parse_and(self, depth: int, inside: bool) -> Filter:
        found = self.parse_term(depth, inside)
        while self.peek_word().lower() == "and":
            self.take_word()
            found = And(found, self.parse_term(depth, inside))
        return found

    def parse_term(self, depth: int, inside: bool) -> Filter:
        word = self.take_word()
        if word == "(":
            return self.parse_parenthesized(depth, inside)
        if word.lower() == "not" and self.peek_word() == "(":
            self.take_word()
            return Not(self.parse_parenthesized(depth, inside))
        return self.parse_expression(parse_attribute_name(word), depth, inside)

    def parse_parenthesized(self, depth: int, inside: bool) -> Filter:
        found = self.parse_or(depth + 1, inside=inside)
        self.expect_word(")")
        return found

    def parse_expression(self, name: AttributeName, depth: int, inside: bool) -> Filter:
        if self.peek_word() == "[":
            if inside or name.part:
                raise InvalidFilter("The values of a value cannot be filtered")
            return self.parse_value_path(name, depth)
        operator = self.take_word().lower()
        if operator == "pr":
            return Present(name)
        if operator not in OPERATORS:
            raise InvalidFilter(f"{operator[:40]} is not an operator")
        return Compare(name, cast("Operator", operator), _parse_operand(self.take_word()))

    def parse_value_path(self, name: AttributeName, depth: int) -> Filter:
        self.expect_word("[")
        found = self.parse_or(depth + 1, inside=True)
        self.expect_word("]")
        if self.peek_word().startswith(
            "."
        ):  # `emails[type eq "work"].value eq "…"`, which directories send
            part = parse_attribute_name(self.take_word()[1:])
            found = And(found, self.parse_expression(part, depth, inside=True))
        return ValuePath(name, found)


def _parse_operand(word: str) -> Operand:
    if word.startswith('"'):
        try:
            text = orjson.loads(word)
        except orjson.JSONDecodeError as error:
            raise InvalidFilter(f"{word[:40]} is not a text") from error
        if "\x00" in text:
            raise InvalidFilter("A text has no NUL character")
        return str(text)
    known: dict[str, Operand] = {"true": True, "false": False, "null": None}
    if word.lower() in known:
        return known[word.lower()]
    if NUMBER.fullmatch(word):
        return float(word) if "." in word else int(word)
    raise InvalidFilter(f"{word[:40]} is not a value")
