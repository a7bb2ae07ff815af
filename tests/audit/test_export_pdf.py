"""The audit as a PDF document."""

from datetime import UTC, datetime
from typing import Any
from unicodedata import east_asian_width
from unicodedata import name as name_of

import pytest

from gatehouse.audit.export import service
from gatehouse.kit import clock
from gatehouse.kit.pdf.letters import split_by_font
from tests.audit.entries import add, add_many
from tests.pdf import read_pages
from tests.world import Db, Person, World

EXPORT = "/audits/export/pdf"


@pytest.fixture
async def reader(world: World) -> Person:
    return await world.person("ReadOnly")


def columns(*names: str) -> dict[str, Any]:
    return {"properties": [{"name": name, "displayName": name.title()} for name in names]}


async def pages(reader: Person, *names: str, **query: Any) -> list[list[str]]:
    answer = await reader.browser.post(EXPORT, params=query, json=columns(*names))
    assert answer.status_code == 201, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return read_pages(answer.content)


async def test_it_has_the_titles_and_the_entries(reader: Person, db: Db):
    at = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    await add(db, reader.tenant_id, "tests.one", at=at, description="Jürgen (\\) made it",
              email="=x@y.test", data={"n": 1})  # fmt: skip
    await add(db, reader.tenant_id, "tests.two", at=at, description="Жук\r\nnext 😀")
    asked = {"created_to": "2026-04-01T00:00:00Z", "sortDirection": "asc", "filter": "tests"}
    [[title, *lines]] = await pages(reader, "createdAt", "action", "description", **asked)
    assert title.split() == ["Createdat", "Action", "Description"]
    assert [line.split(maxsplit=2) for line in sorted(lines)] == [
        ["2026-03-01T12:00:00Z", "tests.one", "Jürgen (\\) made it"],
        ["2026-03-01T12:00:00Z", "tests.two", r"Жук  next \U0001f600"],
    ]
    (entry,) = (await reader.browser.get("/audits", params={"action": "export"})).json()["data"]
    assert entry["json"]["kind"] == "pdf"


@pytest.mark.parametrize(
    "written",
    [
        "Ελληνικά: Ωμέγα", "Привет, Жук", "Zażółć gęślą jaźń", "İstanbul'da ğüşıöç", "审计日志 ABC 台灣",
        "監査ログ、カタカナ", "감사 로그",
    ],
)  # fmt: skip
async def test_text_of_any_alphabet_is_shown_and_can_be_copied(
    reader: Person, db: Db, written: str
):
    await add(db, reader.tenant_id, "tests.letters", at=clock.now(), description=written * 20)
    [[_, *lines]] = await pages(reader, "action", "description", action="tests.letters")
    shown = [line.removeprefix("tests.letters").strip(" ") for line in lines]
    assert "".join(shown).replace(" ", "") == (written * 20).replace(" ", "")
    # No line leaves the page, though some letters are as wide as two.
    wide = [sum(2 if east_asian_width(one) in "WF" else 1 for one in line) for line in lines]
    assert max(wide) <= 197


async def test_arabic_is_joined_and_goes_from_the_right(reader: Person, db: Db):
    await add(db, reader.tenant_id, "tests.arabic", at=clock.now(), description="x سجل التدقيق 12")
    [[_, line]] = await pages(reader, "action", "description", action="tests.arabic")
    assert line.split(" ", 1)[1].strip() == f"x {'سجل التدقيق'[::-1]} 12"
    # What is drawn are the letters as they look between their neighbors.
    drawn = "".join(text for _, text in split_by_font("سجل"))
    assert [name_of(one) for one in drawn] == [
        "ARABIC LETTER LAM FINAL FORM", "ARABIC LETTER JEEM MEDIAL FORM", "ARABIC LETTER SEEN INITIAL FORM",
    ]  # fmt: skip


async def test_what_is_long_goes_on_below_and_on_the_next_page(
    reader: Person, db: Db, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(service, "MOST_ON_PAPER", 150)
    await add_many(db, reader.tenant_id, 200, before=clock.now())
    words = "word " * 600
    await add(db, reader.tenant_id, "tests.long", at=clock.now(), description=words)
    found = await pages(reader, "action", "description", action="user.authenticated")
    assert [page[0].split() for page in found] == [["Action", "Description"]] * 3
    assert sum(len(page) - 1 for page in found) == 150
    [[_, *lines]] = await pages(reader, "action", "description", action="tests.long")
    assert len(lines) == 8
    assert lines[-1].endswith("…")
    every = ["createdAt", "email", "action", "description", "ip", "severity", "userAgent", "json"]
    [[_, *narrow]] = await pages(reader, *every, action="tests.long")
    assert max(map(len, narrow)) <= 197


async def test_an_audit_without_entries_is_a_page_of_titles(reader: Person):
    assert await pages(reader, "action", filter="nothing like it") == [["Action"]]


async def test_it_has_a_name_of_its_own_and_takes_the_permission(world: World, reader: Person):
    for asked, name in (({}, "audits.pdf"), ({"outputFileName": "march.pdf"}, "march.pdf")):
        answer = await reader.browser.post(EXPORT, params=asked, json=columns("action"))
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert (await reader.browser.post(EXPORT, json={})).status_code == 400
    nobody = await world.person(permissions=("fe.secure.read.users",))
    assert (await nobody.browser.post(EXPORT, json=columns("action"))).status_code == 403
