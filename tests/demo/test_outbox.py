"""The demo's outbox: what would have been sent, shown without trusting it."""

import email
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.providers.outgoing import Outbox
from tests.databases import opened

EVIL = '<script>alert(1)</script> & "Co"'


@pytest.fixture
async def to(database, resources, run_jobs) -> str:
    """Who got an invitation and a text message, in this order."""
    address = f"{uuid4().hex}@example.test"
    async with opened(database, Scope.system()) as db:
        await resources[Outbox].queue_mail(
            db, "invite", address, vendor=EVIL, hours=3,
            link="https://id.test/a?b=1&c=2", logo="", accent="#c2410c", ink="#ffffff",
        )  # fmt: skip
    await run_jobs()
    clock.advance_clock(timedelta(seconds=5))
    async with opened(database, Scope.system()) as db:
        await resources[Outbox].queue_sms(db, address, f"Code 012345 https://id.test/x {EVIL}")
    await run_jobs()
    return address


async def listed(client: httpx.AsyncClient, **query: str) -> list[dict[str, object]]:
    answer = await client.get("/dev/outbox.json", params=query)
    found: list[dict[str, object]] = answer.raise_for_status().json()
    return found


async def test_programs_read_it_newest_first(client, to):
    sms, mail = await listed(client, to=to.upper())
    assert (mail["channel"], sms["channel"]) == ("mail", "sms")
    assert mail["subject"] == f"You have been invited to {EVIL}"
    assert mail["links"] == ["https://id.test/a?b=1&c=2"]
    assert sms["text"] == f"Code 012345 https://id.test/x {EVIL}"
    assert sms["links"] == ["https://id.test/x"]
    assert str(sms["sentAt"]) > str(mail["sentAt"])
    assert await listed(client, to="nobody@example.test") == []
    assert {to} < {str(one["to"]) for one in await listed(client)} | {"somebody"}


async def test_who_waits_for_a_mail_has_the_others_parsed_once(client, to, monkeypatch):
    """A page of the demo waits meanwhile."""
    first = await listed(client)
    monkeypatch.setattr(email, "message_from_bytes", None)
    assert await listed(client) == first


async def test_people_read_it_as_a_page(client, to):
    answer = await client.get("/dev/outbox", params={"to": to})
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script>" not in answer.text
    assert EVIL in unescape(answer.text)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    sms, mail = re.findall(r'href="(/dev/outbox/[^"]+)"', answer.text)
    shown = await client.get(mail)
    assert to in shown.text
    assert "<script>" not in shown.text
    assert f'src="{mail}/html"' in shown.text
    assert "012345" in (await client.get(sms)).text
    empty = await client.get("/dev/outbox", params={"to": "<b>nobody"})
    assert "Nothing has been sent yet" in empty.text
    assert "<b>nobody" not in empty.text


async def test_a_mails_own_html_is_kept_in_a_sandbox(client, to, settings):
    page = await client.get("/dev/outbox", params={"to": to})
    sms, mail = re.findall(r'href="(/dev/outbox/[^"]+)"', page.text)
    framed = await client.get(f"{mail}/html")
    policy = framed.headers["content-security-policy"]
    assert "; sandbox allow-popups allow-popups-to-escape-sandbox" in policy
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert '<base target="_blank">' in framed.text
    assert (await client.get(f"{sms}/html")).status_code == 404


@pytest.mark.parametrize(
    "name",
    [
        "secret.key", "../secret.key", "..%2Fsecret.key", "..%2f..%2fetc%2fpasswd", "%2Fetc%2Fpasswd",
        "20260101T000000000000-00000000-0000-0000-0000-000000000000.eml",
        "20260101T000000000000-..%2F..%2F..%2F..%2F..%2F..%2F..%2F..%2Fx.eml", "a.eml", "%00", "٢.eml",
    ],
)  # fmt: skip
@pytest.mark.parametrize("more", ["", "/html"])
async def test_only_messages_can_be_named(client, settings, name, more):
    (settings.data_dir / "secret.key").write_text("the-secret")
    answer = await client.get(f"/dev/outbox/{name}{more}")
    assert answer.status_code in (400, 404)
    assert "the-secret" not in answer.text


async def test_other_files_in_the_folder_do_not_disturb(client, settings, to):
    folder: Path = settings.data_dir / "mail"
    strangers = [folder / "notes.eml", folder / "sms.json", folder / f".{uuid4()}.eml.part"]
    for stranger in strangers:
        stranger.write_bytes(b"\xff\x00 half a mess")
    try:
        assert len(await listed(client, to=to)) == 2
        assert (await client.get("/dev/outbox")).status_code == 200
        for stranger in strangers:
            assert (await client.get(f"/dev/outbox/{stranger.name}")).status_code == 404
    finally:
        for stranger in strangers:
            stranger.unlink()


async def test_the_clock_moves_forward_only(client, world):
    person = await world.person("Admin")
    answer = await client.post("/dev/clock", json={"advanceSeconds": 86_400 * 31})
    told = datetime.fromisoformat(answer.json()["now"])
    assert timedelta(days=30) < told - datetime.now(UTC) < timedelta(days=32)
    # The session of 30 days has expired, without any waiting.
    assert (await person.browser.get("/identity/resources/users/v2/me")).status_code == 401
    for odd in (-1, 10**12, "x", None, 1.5):
        assert (await client.post("/dev/clock", json={"advanceSeconds": odd})).status_code == 400
    foreign = await client.post(
        "/dev/clock", json={"advanceSeconds": 1}, headers={"origin": "https://evil.test"}
    )
    assert foreign.status_code == 403


async def test_what_has_come_due_meanwhile_is_done(client, world, run_jobs):
    person = await world.person("Admin")
    made = await person.browser.post("/api/v1/organization", json={"name": "Newcomers"})
    assert made.status_code == 201, made.text
    await run_jobs()
    await client.post("/dev/clock", json={"advanceSeconds": 86_400 * 16})
    await run_jobs()
    again = await world.sign_in(person.id, person.tenant_id, person.email)
    told = (await again.browser.get("/audits?action=trial")).json()["data"]
    assert [one["action"] for one in told] == ["license.trial_ended"]
