"""Requests that no description thinks of."""

from collections.abc import AsyncIterator
from itertools import product
from uuid import uuid4

import httpx
import pytest

from tests.fuzz.answers import check
from tests.fuzz.operations import OPERATIONS, WITH_QUERIES, fields, media_type, path_of
from tests.sample import Sample, Value
from tests.security.test_every_route import OWN_PROOF, PUBLIC
from tests.world import Person

JSON = "application/json"
HUGE = b"9" * 5000
DEEP = 100_000
BODIES = {
    "nothing": (JSON, b""),
    "null": (JSON, b"null"),
    "a list": (JSON, b"[]"),
    "a number": (JSON, b"1"),
    "a text": (JSON, b'"x"'),
    "half": (JSON, b'{"name": "x'),
    "deep lists": (JSON, b"[" * DEEP + b"]" * DEEP),
    "deep objects": (JSON, b'{"a":' * DEEP + b"1" + b"}" * DEEP),
    "not a number": (JSON, b'{"a": NaN, "b": Infinity, "c": -1e999}'),
    "twice": (JSON, b'{"email": "a@b.test", "email": 1, "name": [], "name": "x"}'),
    "not UTF-8": (JSON, b'{"name": "\xff\xfe", "email": "\xc0\xaf"}'),
    "UTF-16": (JSON, '{"name": "x"}'.encode("utf-16")),
    "a form": ("application/x-www-form-urlencoded", b"name=x&email=y"),
    "a form of no parts": ("multipart/form-data", b"x"),
    "a form without end": ("multipart/form-data; boundary=x", b"--x\r\ncontent-disposition: form-data"),
    "XML": ("application/xml", b"<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><x>&y;</x>"),
    "no type": ("", b'{"name": "x"}'),
    "odd type": ("application/json; charset=utf-7", b'{"name": "x"}'),
}  # fmt: skip
# Put where the description expects something else, in every field that it names.
VALUES = {
    "NUL": b'"a\\u0000b@example.test"',
    "half a pair": b'"\\ud800"',
    "half a pair in an address": b'"\\udfff@example.test"',
    "long": b'"' + b"x" * 300_000 + b'"',
    "huge": HUGE,
    "small": b"-" + HUGE,
    "beyond 64 bits": b"9223372036854775808",
    "tiny": b"1e-400",
    "null": b"null",
    "true": b"true",
    "list": b"[[], [null], [{}]]",
    "object": b'{"constructor": {"prototype": null}, "$ne": 1}',
    "formula": b'"=1+1\' or 1=1; drop table users; --"',
    "direction": '"\u202e\u200b\ufeff\U0001f9ff"'.encode(),
    "list of NUL": b'["\\u0000", "\\ud800"]',
}
IDS = ["x", "0", "-1", "null", "undefined", "%00", "%2e%2e%2f", "%ff", "%ed%a0%80", "9" * 400]
QUERIES = [
    "_limit=-1", "_limit=99999999999999999999", "_limit=x", "_limit=1e9", "_offset=-1",
    "_offset=9223372036854775808", "_sortBy=password_hash", "_sortBy=;drop", "_order=SIDEWAYS",
    "_filter=%00", "_filter=%ff%fe", "_filter=%25%5c%5f", "ids=x,y", "ids=%00", "userIds=1",
    "pageOffset=99999999999999999999", "pageSize=-5", "searchFilter=%00", "_tenantId=x",
    "_filter=" + "x" * 9000, "&&&=&=", "%", "a=%zz", "_limit[]=1", "_includeSubTenants=maybe",
]  # fmt: skip


WRITES = [label for label, operation in OPERATIONS.items() if operation.body]
WITH_IDS = [label for label in OPERATIONS if "{" in label]


# Without parameters in the query, or without a session, all of these requests end the same way.
FEW = Sample("few")


def requests(
    label: str,
    administrator: Person,
    stranger: httpx.AsyncClient,
    chosen: Sample,
    values: list[Value],
) -> list[tuple[httpx.AsyncClient, Value]]:
    """Who sends which values. Where a session is needed, the stranger sends few."""
    is_open = label in PUBLIC | OWN_PROOF
    return [
        *((administrator.browser, value) for value in chosen.pick(label, values)),
        *(
            (stranger, value)
            for value in chosen.pick(label, values if is_open else FEW.pick(label, values))
        ),
    ]


def queries_for(label: str) -> list[str]:
    return QUERIES if label in WITH_QUERIES else FEW.pick(label, QUERIES)


def method_and_path(label: str, value: str = "") -> tuple[str, str]:
    return label.split(" ")[0], path_of(label, value or str(uuid4()))


@pytest.mark.routes(WRITES)
async def test_any_body_gets_a_documented_answer(
    label, administrator: Person, stranger, chosen: Sample
):
    method, path = method_and_path(label)
    for client, (kind, body) in product(
        (administrator.browser, stranger), chosen.pick(label, list(BODIES.values()))
    ):
        headers = {"content-type": kind} if kind else {}
        check(await client.request(method, path, content=body, headers=headers))


@pytest.mark.routes(WRITES)
async def test_any_value_gets_a_documented_answer(
    label, administrator: Person, stranger, chosen: Sample
):
    method, path = method_and_path(label)
    names = [name.encode() for name in fields(label)]
    headers = {"content-type": JSON}
    for client, value in requests(label, administrator, stranger, chosen, list(VALUES.values())):
        body = b"{" + b", ".join(b'"%s": %s' % (name, value) for name in names) + b"}"
        check(await client.request(method, path, content=body, headers=headers))
        check(await client.request(method, path, content=b"[" + body + b"]", headers=headers))


@pytest.mark.routes(WITH_IDS)
async def test_any_id_gets_a_documented_answer(
    label, administrator: Person, stranger, chosen: Sample
):
    for client, value in requests(label, administrator, stranger, chosen, IDS):
        method, path = method_and_path(label, value)
        check(await client.request(method, path))


@pytest.mark.routes(OPERATIONS)
async def test_any_query_gets_a_documented_answer(label, administrator: Person, chosen: Sample):
    method, path = method_and_path(label)
    for query in chosen.pick(label, queries_for(label)):
        check(await administrator.browser.request(method, f"{path}?{query}"))


async def test_an_oversized_body_is_refused_before_it_is_read(
    administrator: Person, stranger, chosen: Sample
):
    too_large = b'{"name": "' + b"x" * 2_000_000 + b'"}'

    async def without_length() -> AsyncIterator[bytes]:
        for start in range(0, len(too_large), 65_536):
            yield too_large[start : start + 65_536]

    for label in chosen.pick("oversized", WRITES):
        method, path = method_and_path(label)
        for content in (too_large, without_length()):
            answer = await stranger.request(
                method, path, content=content, headers={"content-type": media_type(label)}
            )
            check(answer)
            assert answer.is_client_error, label
