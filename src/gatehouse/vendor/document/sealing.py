"""Secrets in the document: given in plain text, stored and shown encrypted.

The output of `gatehouse vendor show` can be applied again to the same installation, and is useless elsewhere.
Giving the same secret again is no change.
"""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

from gatehouse.kit.crypto import Box
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.document.section import DocumentProblem, DocumentSection, Entries, State

MARK = "sealed:"
LONGEST = 10_000


def _check_sealed_text(text: str) -> str:
    decode_sealed(text)
    return text


SealedText = Annotated[
    str,
    StringConstraints(max_length=2 * LONGEST),
    AfterValidator(_check_sealed_text),
]


def encode_sealed(sealed: bytes) -> str:
    return MARK + base64.urlsafe_b64encode(sealed).decode()


def decode_sealed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        if not text.startswith(MARK):
            raise ValueError
        return base64.urlsafe_b64decode(text.removeprefix(MARK))
    except (ValueError, binascii.Error):
        text = "must be a secret that this installation encrypted"
        raise RefusedValue(text, "not_sealed_here") from None


def seal_document(
    document: Mapping[str, Any], state: State, sections: Sequence[DocumentSection], box: Box
) -> tuple[dict[str, Any], list[DocumentProblem]]:
    """The document with its secrets sealed, and what is wrong with those that were sealed before."""
    problems: list[DocumentProblem] = []
    found = dict(document)
    for section in sections:
        given = found.get(section.name)
        if section.secrets and isinstance(given, dict):
            found[section.name] = dict(
                _seal_entries(section, given, state[section.name], box, problems)
            )
    return found, problems


def _seal_entries(
    section: DocumentSection,
    given: Entries,
    before: Entries,
    box: Box,
    problems: list[DocumentProblem],
) -> Iterator[tuple[str, Any]]:
    for key, entry in given.items():
        if not isinstance(entry, dict):
            yield key, entry
            continue
        secrets = {}
        for name, column in section.secrets.items():
            text = entry.get(name)
            stored = before.get(key, {})
            if stored.get(name) and _goes_elsewhere(section, entry, stored, text):
                said = "is sent to another address from now on: give it anew"
                place = f"{section.name}.{key}.{name}"
                problems.append(DocumentProblem(place, said, "sent_elsewhere"))
            if not isinstance(text, str) or len(text) > LONGEST:
                continue
            old = stored.get(name)
            try:
                secrets[name] = _seal_secret(column, box, key, text, old)
            except ValueError:
                said = "was sealed with another secret key: give it anew"
                place = f"{section.name}.{key}.{name}"
                problems.append(DocumentProblem(place, said, "sealed_elsewhere"))
        yield key, {**entry, **secrets}


def _goes_elsewhere(
    section: DocumentSection, entry: Mapping[str, Any], before: Mapping[str, Any], given: object
) -> bool:
    """Whether a stored secret would be sent to a new address: a caller who changes the address could read the
    secret there."""
    is_given = isinstance(given, str) and not given.startswith(MARK)
    moved = any(name in entry and entry[name] != before.get(name) for name in section.sent_to)
    return moved and not is_given


def _seal_secret(column: SealedColumn, box: Box, key: str, text: str, old: str | None) -> str:
    if text.startswith(MARK):
        column.open(box, key, decode_sealed(text) or b"")
        return text
    plain = text.encode()
    if old is not None and column.open(box, key, decode_sealed(old) or b"") == plain:
        return old
    return encode_sealed(column.seal(box, key, plain))
