"""Input that no honest client sends: a reason comes back, and nothing breaks."""

import json
import struct
import zlib

import pytest

from tests.identity.browser import ME
from tests.vendor_users import find_user

JSON = {"content-type": "application/json"}
DEEP = "[" * 300 + "]" * 300


@pytest.mark.parametrize(
    "metadata",
    [
        f'{{"a": {DEEP}}}',
        json.dumps(f'{{"a": {DEEP}}}'),
        '{"a": 1' + "0" * 40 + "}",
        '{"a": "\\ud800"}',
        '{"\\udfff": 1}',
        json.dumps('{"a": "\\ud800"}'),
        '{"a\\u0000": 1}',
        json.dumps('{"a": 1' + "0" * 400 + "}"),
        "[]",
        '"[]"',
        "5",
        '"' + "x" * 5000 + '"',
        # The database writes them out, hundreds of digits each.
        '{"a": [1e308, 1e308]}',
        '{"a": {"b": -1e-300}}',
        json.dumps('{"a": 1e16}'),
    ],
)
async def test_metadata_that_cannot_be_kept_is_refused(world, metadata):
    who = await world.person("Admin")
    body = f'{{"metadata": {metadata}}}'.encode()
    answer = await who.browser.put(ME, content=body, headers=JSON)
    assert answer.status_code == 400, answer.text[:300]
    assert (await who.browser.get(ME)).json()["metadata"] == "{}"
    signed_up = await who.browser.post(
        "/identity/resources/users/v1/signUp",
        content=b'{"email": "deep@example.test", "companyName": "Deep", ' + body[1:],
        headers=JSON,
    )
    assert signed_up.status_code in (400, 429), signed_up.text[:300]


async def test_metadata_keeps_what_a_program_says(world):
    who = await world.person("Admin")
    said = {
        "at": 1763650000123,
        "ratio": -0.25,
        "id": 2**63 - 1,
        "zero": 0.0,
        "on": True,
        "no": [None],
    }
    answer = await who.browser.put(ME, json={"metadata": json.dumps(said)})
    assert json.loads(answer.json()["metadata"]) == said


@pytest.mark.parametrize("host", ["[", "[::1", "evil.test:99999999", "a b/@?#", "\u00e9"])
async def test_a_broken_host_breaks_nothing(client, host):
    for path in ("/healthz", "/identity/none", ME, "/api/v1/none", "/"):
        answer = await client.get(path, headers={"host": host.encode("latin-1")})
        assert answer.status_code < 500
        assert "location" not in answer.headers


@pytest.mark.parametrize(
    "query",
    [
        {"_filter": "%"},
        {"_filter": "_"},
        {"_filter": "\\"},
        {"_filter": "' or 1=1 --"},
        {"_sortBy": "name; drop table users"},
        {"_order": "asc, (select 1)"},
        {"_offset": "9" * 40},
        {"_offset": "-1"},
        {"_limit": "1e9"},
        {"ids": "x' or 'a'='a"},
        {"_email": "%"},
        {"_namePrefix": "_"},
        {"_preset": "inactive", "_maxInactiveSeconds": "9" * 20},
    ],
)
async def test_a_filter_is_a_text_and_a_sort_is_a_word(world, query):
    who = await world.person("Admin")
    for path in ("/identity/resources/users/v2", "/identity/resources/users/v3"):
        answer = await who.browser.get(path, params=query)
        assert answer.status_code in (200, 400)
        if answer.status_code == 200 and {"_filter", "_email", "_namePrefix"} & set(query):
            nothing_known = path.endswith("v2") and "_filter" not in query
            assert nothing_known or answer.json()["items"] == []


async def test_a_body_sets_no_field_that_only_others_may_set(world, backend, db):
    who = await world.person("Admin")
    more = {
        "verified": False, "superUser": True, "isSuperUser": True, "invisible": True,
        "mfaEnrolled": True, "email": "other@example.test", "provider": "saml", "tenantId": str(who.id),
        "roles": [], "permissions": [{"key": "*"}], "level": -1, "isDisabled": True,
        "id": str(who.tenant_id), "default_tenant_id": str(who.id), "is_super_user": True,
    }  # fmt: skip
    row = "select u::text from users u where id = $1"
    before = await db.connection.fetchval(row, who.id)
    assert (await who.browser.put(ME, json={**more, "name": "Pat Doe"})).status_code == 200
    after = await db.connection.fetchval(row, who.id)
    assert [a for a, b in zip(before.split(","), after.split(","), strict=True) if a != b][1:] == []
    invited = await who.browser.post(
        "/identity/resources/users/v2",
        json={**more, "email": "new.member@example.test", "verified": True},
    )
    assert invited.status_code == 201
    made = await find_user(backend, "new.member@example.test")
    assert made is not None
    assert [made[flag] for flag in ("verified", "superUser", "invisible")] == 3 * [False]
    assert invited.json()["tenantId"] == str(who.tenant_id)


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = chunk(b"IDAT", zlib.compress(bytes(100_000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + rows + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "content",
    [
        _png(50_000, 50_000),
        _png(2**31 - 1, 1),
        _png(0, 0),
        _png(100, 100)[:60],
        b"GIF89a\xff\xff\xff\xff\x00\x00\x00",
        b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        b"<!doctype html><script>alert(1)</script>",
    ],
)
async def test_a_picture_that_explodes_or_is_none_is_refused(world, client, content):
    who = await world.person()
    answer = await who.browser.put(
        "/team/resources/profile/me/image/v1", files={"image": ("a.png", content, "image/png")}
    )
    assert answer.status_code == 400
    assert (await client.get(f"/identity/resources/users/pictures/v1/{who.id}")).status_code == 404


async def test_no_picture_has_a_version_that_cannot_be_asked_for(client):
    answer = await client.get(
        f"/identity/resources/users/pictures/v1/{'0' * 8}-0000-0000-0000-{'0' * 12}?v=%00"
    )
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/identity/resources/auth/v1/user",
        "/identity/resources/auth/v1/user/token/refresh",
        "/api/v1/paddle/webhook",
    ],
)
async def test_a_client_that_disconnects_during_a_body_breaks_nothing(asgi, path):
    parts: list[dict[str, object]] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]
    statuses = []

    async def receive() -> dict[str, object]:
        return parts.pop(0)

    async def send(message: dict[str, object]) -> None:
        statuses.append(message.get("status"))

    scope = {
        "type": "http", "method": "POST", "path": path, "query_string": b"", "scheme": "http",
        "headers": [(b"content-type", b"application/json"), (b"content-length", b"9")],
        "client": ("192.0.2.1", 1), "server": ("localhost", 80),
    }  # fmt: skip
    await asgi(scope, receive, send)
    assert statuses[0] == 400
