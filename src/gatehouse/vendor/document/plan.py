"""From a document to its changes: every problem, or every difference."""

import difflib
import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
import tomli_w
from pydantic import TypeAdapter, ValidationError

from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid
from gatehouse.kit.subprocess_pool import SubprocessPools, SubprocessWork
from gatehouse.vendor.document.reading import TOO_DEEP, read_document
from gatehouse.vendor.document.section import (
    ONLY,
    Changes,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
    quote_key,
    require_plain_json,
)

REMOVE = "remove"


class DocumentRefused(Invalid):
    """The document was rejected and nothing was changed; `problems` lists every problem."""

    code = "vendor.document_refused"

    def __init__(self, problems: Sequence[DocumentProblem]) -> None:
        lines = [str(problem) for problem in problems]
        coded = [{"place": one.place, "code": one.code, "given": one.given} for one in problems]
        super().__init__("; ".join(lines), problems=lines, problemCodes=coded)
        self.problems = lines


@dataclass(frozen=True)
class DocumentPlan:
    before: State
    after: State

    def list_changes(self, section: DocumentSection) -> Changes:
        before, after = self.before[section.name], self.after[section.name]
        return {
            key: (before.get(key), after.get(key))
            for key in dict.fromkeys([*before, *after])
            if before.get(key) != after.get(key)
        }

    def describe_differences(self, sections: Sequence[DocumentSection]) -> list[str]:
        """One line each: `+` is new, `-` goes, `~` changes."""
        return [
            line
            for section in sections
            for key, (before, after) in self.list_changes(section).items()
            for line in _describe_difference(
                _build_entry_place(section.name, key), before, after, section.secrets
            )
        ]


async def read_document_state(db: Db, sections: Sequence[DocumentSection]) -> State:
    return {section.name: await section.read(db) for section in sections}


def render_document(state: State, sections: Sequence[DocumentSection]) -> str:
    """The current configuration as a document; applying it again changes nothing."""
    return "\n".join(_render_section(section, state[section.name]) for section in sections)


def _render_section(section: DocumentSection, entries: Entries) -> str:
    comment = "".join(f"# {line}\n" for line in section.text.splitlines())
    values = entries[ONLY] if section.single else entries
    return comment + tomli_w.dumps({section.name: values}, indent=2)


def plan_changes(
    document: Mapping[str, Any], before: State, sections: Sequence[DocumentSection]
) -> DocumentPlan:
    """Plan the changes of a document. Raises `DocumentRefused`, which names every problem."""
    removed = document.get(REMOVE, {})
    document = {name: given for name, given in document.items() if name != REMOVE}
    problems = [*_find_unknown_tables(document, "", sections)]
    if isinstance(removed, dict):
        problems += _find_unknown_tables(removed, f"{REMOVE}.", sections)
    else:
        problems.append(DocumentProblem(REMOVE, "must be a table of lists", "table_of_lists"))
        removed = {}
    after: dict[str, Entries] = {}
    for section in sections:
        wanted = _WantedEntries(section, before[section.name])
        wanted.set_entries(document.get(section.name, {}))
        wanted.remove_entries(removed.get(section.name, []))
        problems += wanted.problems
        after[section.name] = wanted.entries
    if not problems:  # else they would repeat these problems
        problems = [problem for section in sections for problem in section.problems(after)]
    if problems:
        raise DocumentRefused(problems)
    return DocumentPlan(before, after)


READING = SubprocessWork(f"{__package__}.reading", at_once=1, waiting=10, seconds=3)


def parse_document(text: str) -> dict[str, Any]:
    """Raises `DocumentRefused`."""
    return _require_readable(read_document(text))


async def parse_document_in_subprocess(processes: SubprocessPools, text: str) -> dict[str, Any]:
    """Parse an untrusted document in a subprocess. Raises `Overloaded` when too many are being parsed."""
    try:
        return _require_readable(await processes.run(READING, text=text))
    except TimeoutError:
        text = "The document takes too long to read"
        raise DocumentRefused([DocumentProblem("", text, "too_long_to_read")]) from None


def _require_readable(found: dict[str, Any]) -> dict[str, Any]:
    if "problem" in found:
        raise DocumentRefused([_build_unreadable_problem(**found)])
    document: dict[str, Any] = found["document"]
    return document


def _build_unreadable_problem(
    problem: str, line: str | None = None, column: str | None = None
) -> DocumentProblem:
    if problem == TOO_DEEP:
        return DocumentProblem("", problem, "too_deep")
    if line is None:
        return DocumentProblem("", problem, "no_toml")
    return DocumentProblem("", problem, "no_toml_at", {"line": line, "column": column})


def _find_unknown_tables(
    tables: Iterable[str], prefix: str, sections: Sequence[DocumentSection]
) -> Iterator[DocumentProblem]:
    known = [section.name for section in sections]
    for name in tables:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            place, text = f"{prefix}{name}", "there is no such table"
            if close:
                said = f"{text}; did you mean {close[0]}?"
                yield DocumentProblem(place, said, "no_table_but", {"name": close[0]})
            else:
                yield DocumentProblem(place, text, "no_table")


class _WantedEntries:
    """The entries of a section as the document wants them."""

    def __init__(self, section: DocumentSection, before: Entries) -> None:
        self.section = section
        self.entries = dict(before)
        self.problems: list[DocumentProblem] = []
        self._given: set[str] = set()
        self._adapter: TypeAdapter[Any] = TypeAdapter(section.accepts)

    def set_entries(self, given: Any) -> None:
        if not isinstance(given, dict):
            self._add_problem(ONLY, "must be a table", "dict_type")
            return
        entries = {ONLY: given} if self.section.single else given
        self._given = set(given)
        for key, entry in entries.items():
            if not self.section.single and not re.fullmatch(self.section.keys, key):
                self._add_problem(key, "this name cannot be used here", "key_unusable")
                continue
            before = self.entries.get(key)
            wanted = entry if before is None else self.section.merge(before, entry)
            self._set_entry(key, wanted)

    def remove_entries(self, names: Any) -> None:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            place = f"{REMOVE}.{self.section.name}"
            self.problems.append(DocumentProblem(place, "must be a list of names", "list_of_names"))
            return
        for name in names:
            if name in self._given:
                self._add_problem(
                    name, "cannot be set and removed at the same time", "given_and_removed"
                )
            elif self.section.single:
                self._reset_field(name)
            else:
                self._remove_entry(name)

    def _remove_entry(self, key: str) -> None:
        default = self.section.default(key)
        if default is None:
            self.entries.pop(key, None)
        else:
            self.entries[key] = default

    def _reset_field(self, field: str) -> None:
        """Reset a field of the single entry to its default."""
        if field not in self.section.accepts.model_fields:
            self._add_problem(
                field, "this field does not exist and cannot be removed", "no_field_to_remove"
            )
            return
        left = {name: value for name, value in self.entries[ONLY].items() if name != field}
        self._set_entry(ONLY, left)

    def _set_entry(self, key: str, wanted: Any) -> None:
        try:
            # Strict JSON, in which an id is text.
            content = orjson.dumps(require_plain_json(wanted), default=str)
        except (ValueError, TypeError) as error:
            said = error if isinstance(error, ValueError) else ValueError(str(error))
            self.problems.append(
                DocumentProblem.from_error(_build_entry_place(self.section.name, key), said)
            )
            return
        try:
            found = self._adapter.validate_json(content, context=self.entries.get(key))
            self.entries[key] = self._adapter.dump_python(found, mode="json", exclude_none=True)
        except ValidationError as error:
            for one in error.errors():
                place = [_build_entry_place(self.section.name, key), *map(str, one["loc"])]
                self.problems.append(DocumentProblem.from_field_error(".".join(place), one))

    def _add_problem(self, key: str, text: str, code: str) -> None:
        self.problems.append(
            DocumentProblem(_build_entry_place(self.section.name, key), text, code)
        )


def _build_entry_place(section: str, key: str) -> str:
    return f"{section}.{quote_key(key)}" if key else section


def _describe_difference(
    place: str, before: Any, after: Any, secrets: Container[str] = ()
) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys([*before, *after]):
            if before.get(name) != after.get(name):
                inner = f"{place}.{quote_key(name)}"
                if name in secrets:
                    yield f"~ {inner}"
                else:
                    yield from _describe_difference(inner, before.get(name), after.get(name))
    elif before is None:
        yield f"+ {place} = {_render_json(drop_secrets(after, secrets))}"
    elif after is None:
        yield f"- {place}"
    else:
        yield f"~ {place}: {_render_json(before)} -> {_render_json(after)}"


def _render_json(value: Any) -> str:
    """The value as JSON, which equals TOML for strings, numbers, booleans and lists of them."""
    return json.dumps(value, ensure_ascii=False)


def drop_secrets(entry: Any, secrets: Container[str]) -> Any:
    """Nothing secret goes onto a screen or into the audit, sealed or not."""
    if not isinstance(entry, dict):
        return entry
    return {name: value for name, value in entry.items() if name not in secrets}
