"""The audit as a CSV file."""

import asyncio
import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gatehouse.audit.export.files import format_csv_cell
from gatehouse.kit import clock
from tests.audit.entries import add, add_many
from tests.world import Db, Person, World

EXPORT = "/audits/export/csv/v2"
ALL = ["createdAt", "email", "action", "description", "ip", "severity", "userAgent", "json"]

CELLS = [
    (None, ""),
    ("plain", "plain"),
    ("a,b", '"a,b"'),
    ('say "x"', '"say ""x"""'),
    ("two\r\nlines", '"two\nlines"'),
    ("=1+1", "'=1+1"),
    ("+49 30", "'+49 30"),
    ("-1", "'-1"),
    ("@sum", "'@sum"),
    ("\tx", '"\'\tx"'),
    ("\rx", '"\'\nx"'),
    ("  =1+1", "'  =1+1"),
    ("＝1+1", "'＝1+1"),
    ('=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'),
    ("a=b", "a=b"),
    ({"a": "=1"}, '"{""a"":""=1""}"'),
    (datetime(2026, 3, 1, 12, 30, tzinfo=UTC), "2026-03-01T12:30:00Z"),
]


@pytest.mark.parametrize(("value", "expected"), CELLS)
def test_a_cell_is_text_to_every_spreadsheet(value: Any, expected: str):
    assert format_csv_cell(value) == expected


@pytest.fixture
async def reader(world: World) -> Person:
    return await world.person("ReadOnly")


def columns(*names: str) -> dict[str, Any]:
    # As the client sends it: whole objects of the metadata.
    return {
        "properties": [
            {"name": name, "displayName": name.title(), "type": "X", "sortable": True}
            for name in names
        ]
    }


async def exported(reader: Person, *names: str, **query: Any) -> list[list[str]]:
    answer = await reader.browser.post(EXPORT, params=query, json=columns(*names or ALL))
    assert answer.status_code == 201, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    # Excel reads UTF-8 only behind this mark.
    assert answer.content.startswith(b"\xef\xbb\xbf")
    text = answer.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


async def test_columns_order_and_titles_are_as_asked(reader: Person, db: Db):
    at = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
    await add(db, reader.tenant_id, "tests.one", at=at, email="=cmd@x.test", ip="203.0.113.1",
              description='A "b", c', data={"n": 1})  # fmt: skip
    await add(db, reader.tenant_id, "tests.two", at=at + timedelta(hours=1), severity="High")
    assert await exported(reader, created_to="2026-04-01T00:00:00Z") == [
        ["Createdat", "Email", "Action", "Description", "Ip", "Severity", "Useragent", "Json"],
        ["2026-03-01T13:00:00.250000Z", "", "tests.two", "", "", "High", "", "{}"],
        ["2026-03-01T12:00:00.250000Z", "'=cmd@x.test", "tests.one", 'A "b", c', "203.0.113.1",
         "Info", "", '{"n":1}'],
    ]  # fmt: skip
    oldest = await exported(
        reader, "action", sortBy="createdAt", sortDirection="asc", action="tests"
    )
    assert oldest == [["Action"], ["tests.one"], ["tests.two"]]


async def test_filters_reach_everything_however_long_it_is(reader: Person, db: Db):
    """More than one part, the matches at both ends and none in the middle."""
    now = clock.now()
    await add(db, reader.tenant_id, "tests.rare", at=now)
    await add_many(db, reader.tenant_id, 12_500, before=now)
    await add(db, reader.tenant_id, "tests.rare", ago=timedelta(days=3))
    assert len(await exported(reader, "action", filter="rare")) == 3
    whole = await exported(reader, "createdAt", "action", sortDirection="asc")
    assert len(whole) >= 12_503
    times = [row[0] for row in whole[1:]]
    assert times == sorted(times)
    assert len(await exported(reader, "action", severity="Critical")) == 1


async def test_an_export_is_an_entry_of_the_audit(reader: Person):
    asked = {"filter": "jane", "severity": "High", "outputFileName": "audits.csv", "offset": 0}
    before = await exported(reader, "action", **asked)
    assert before == [["Action"]]
    (entry,) = (await reader.browser.get("/audits")).json()["data"]
    assert (entry["action"], entry["email"]) == ("audits.exported", reader.email)
    assert entry["json"] == {
        "columns": ["action"],
        "filters": {"filter": "jane", "severity": "High"},
    }


async def test_the_file_has_the_name_that_was_asked_for(reader: Person):
    answer = await reader.browser.post(
        EXPORT, params={"outputFileName": "my audits.csv"}, json=columns("action")
    )
    assert answer.headers["content-disposition"] == 'attachment; filename="my audits.csv"'


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ({}, {}),
        ({}, {"properties": []}),
        ({}, columns("password")),
        ({}, columns(*["action"] * 21)),
        ({"outputFileName": 'a".csv'}, columns("action")),
        ({"outputFileName": "../a.csv"}, columns("action")),
        ({"severity": "Low"}, columns("action")),
    ],
)
async def test_what_cannot_be_meant_is_refused_and_not_noted(
    reader: Person, query: dict[str, Any], body: dict[str, Any]
):
    answer = await reader.browser.post(EXPORT, params=query, json=body)
    assert answer.status_code == 400, answer.text
    assert (await reader.browser.get("/audits")).json()["total"] == 0


async def test_it_takes_the_permission_and_stays_in_the_tenant(
    world: World, reader: Person, db: Db
):
    stranger = await world.person("Admin")
    await add(db, stranger.tenant_id, "tests.theirs")
    assert await exported(reader, "action", action="tests") == [["Action"]]
    nobody = await world.person(permissions=("fe.secure.read.users",))
    assert (await nobody.browser.post(EXPORT, json=columns("action"))).status_code == 403


async def test_a_file_breaks_off_when_its_reader_is_out(reader: Person, db: Db, asgi: Any):
    """Rather than end as if it were whole."""
    await add_many(db, reader.tenant_id, 10_000, before=clock.now())
    sent: list[bytes] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("body", b""))
        if len(sent) == 3:  # head, titles, first part
            await db.connection.execute(
                "update memberships set is_disabled = true where user_id = $1", reader.id
            )

    with pytest.raises(RuntimeError, match="already started"):
        await asgi(*_request(reader, send))
    assert 0 < b"".join(sent).count(b"\r\n") < 6_000


def _request(reader: Person, send: Any) -> tuple[Any, Any, Any]:
    body = b'{"properties": [{"name": "action"}]}'

    parts = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else await asyncio.Future()  # stays until it has all of it

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": EXPORT, "raw_path": EXPORT.encode(), "query_string": b"",
        "root_path": "", "client": ("127.0.0.1", 1), "server": ("gatehouse.test", 80), "state": {},
        "headers": [
            (b"authorization", reader.browser.headers["authorization"].encode()),
            (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()),
            (b"host", b"gatehouse.test"),
        ],
    }  # fmt: skip
    return scope, receive, send


async def test_one_person_exports_ten_times_in_ten_minutes(reader: Person):
    for _ in range(10):
        assert (await reader.browser.post(EXPORT, json=columns("action"))).status_code == 201
    refused = await reader.browser.post(EXPORT, json=columns("action"))
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) > 0
