"""Tenant ids are texts on the wire: how a text becomes an inner id, and how it is put back into answers."""

import json
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import orjson
import pytest
from pydantic import BaseModel

from gatehouse.kit import external_ids
from gatehouse.kit.external_ids import ExternalId, ExternalIds, Replacement
from gatehouse.kit.tenant_ids import (
    STORED,
    ChosenTenantId,
    MalformedTenantId,
    NewTenantId,
    TenantId,
    inner_id,
    inner_id_or_none,
    is_computed,
)

# It never changes: data of installations names tenants so.
EXAMPLE = "74657874-0ef8-8163-afb3-7aa1852271ee"
AWKWARD = 'a "b" \\c <d> & ü,;=é%2F'


def test_a_uuid_is_the_inner_id_and_any_other_text_is_computed():
    plain = uuid4()
    assert inner_id(str(plain)) == inner_id(str(plain).upper()) == plain
    assert not is_computed(plain)
    computed = inner_id("example-tenant-id")
    assert str(computed) == EXAMPLE
    assert computed.version == 8
    assert computed == inner_id("example-tenant-id") != inner_id("Example-tenant-id")
    assert is_computed(inner_id(plain.hex))


def test_an_inner_id_is_never_taken_for_itself():
    inner = inner_id("acme")
    assert inner_id(str(inner)) != inner
    assert inner_id(str(inner).upper()) != inner
    for text in (str(inner), str(inner).upper(), f"x {inner}-prod"):
        with pytest.raises(MalformedTenantId):
            ChosenTenantId.from_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "a/b", "a?b", "a#b", "a\nb", "a\x00b", "a\x7fb", "a\x85b", " a", "a ", ".", "..", "null",
        "undefined", "a" * 256, "a\ud800",
    ],
)  # fmt: skip
def test_texts_that_are_no_tenant_ids_are_refused(text):
    with pytest.raises(MalformedTenantId):
        inner_id(text)
    assert inner_id_or_none(text) is None


def test_longest_and_odd_ids():
    for text in ("a" * 255, "ü", "a b", "100%", "a.b", "...", "日本"):
        assert is_computed(inner_id(text))


class Body(BaseModel):
    tenant_id: NewTenantId | None = None
    parent_id: TenantId | None = None


def test_a_stored_id_is_not_computed_again():
    given = Body.model_validate({"tenant_id": "acme", "parent_id": "top"})
    stored = given.model_dump(mode="json")
    assert stored == {"tenant_id": "acme", "parent_id": str(inner_id("top"))}
    assert Body.model_validate(stored, context=STORED) == given
    assert Body.model_json_schema()["properties"]["parent_id"]["anyOf"][0]["type"] == "string"


@pytest.fixture
def known(monkeypatch):
    """Those of these texts, without a database."""

    def make(*texts: str) -> ExternalIds:
        rows = {inner_id(text): text for text in texts}

        class NoDatabase:
            reads = 0

            def one_statement(self):
                return self

            async def __aenter__(self):
                self.reads += 1
                return self

            async def __aexit__(self, *_):
                return None

        class Statement:
            async def all(self, db, wanted):
                return [ExternalId(one, rows[one]) for one in wanted if one in rows]

        monkeypatch.setattr(external_ids, "EXTERNAL", Statement())
        return ExternalIds(NoDatabase())  # type: ignore[arg-type]

    return make


async def test_texts_are_escaped_as_their_place_asks(known):
    ids, inner = known(AWKWARD), str(inner_id(AWKWARD))
    nested = json.dumps({"deep": json.dumps({"deeper": json.dumps({"id": inner})})})
    body = {
        "tenantId": inner,
        inner: [inner],
        "text": f"Deleted the account {inner}",
        "address": f"https://a.test/{inner}/b?tenantId={inner}&c=d",
        "nested": nested,
    }
    body["back"] = f"https://a.test/?to=%2Fx%3FtenantId%3D{inner}%26y%3Dz"
    shown = orjson.loads(await ids.replace_in_json(orjson.dumps(body)))
    assert shown["tenantId"] == AWKWARD
    assert shown[AWKWARD] == [AWKWARD]
    assert shown["text"] == f"Deleted the account {AWKWARD}"
    address = urlsplit(shown["address"])
    assert parse_qs(address.query)["tenantId"] == [AWKWARD]
    assert address.path.count("/") == 2
    back = parse_qs(urlsplit(shown["back"]).query)["to"][0]
    assert parse_qs(urlsplit(back).query) == {"tenantId": [AWKWARD], "y": ["z"]}
    deep = json.loads(json.loads(json.loads(shown["nested"])["deep"])["deeper"])
    assert deep == {"id": AWKWARD}
    assert await ids.replace_in_text(f"({inner})") == f"({AWKWARD})"
    assert "<d>" not in await ids.replace_in_markup(f'<a title="{inner}">')
    location = f"/login?at={inner}&to=%2Foauth%3Fat%3D{inner}"
    shown_location = (await ids.replace_in_address(location.encode())).decode()
    query = parse_qs(urlsplit(shown_location).query)
    assert query["at"] == parse_qs(urlsplit(query["to"][0]).query)["at"] == [AWKWARD]
    assert (await ids.replace_in_address(f'filename="tenant-{inner}.txt"'.encode())).isascii()


async def test_a_text_is_read_once_and_what_is_not_known_stays(known):
    ids = known("acme")
    inner, other = str(inner_id("acme")), str(inner_id("other"))
    for _ in range(3):
        assert await ids.replace_in_text(f"{inner} {other}") == f"acme {other}"
    assert await ids.replace_in_text(inner) == "acme"
    assert ids._database.reads == 3  # only for the one that is not known
    assert await ids.replace_in_json(b"x" * 1000) == b"x" * 1000


@pytest.mark.parametrize("size", [1, 2, 5, 7, 8, 9, 30, 35, 36, 37, 64, 1000])
async def test_a_body_in_parts_is_as_one_that_is_whole(known, size):
    ids = known(AWKWARD, "acme")
    ids_in = [str(inner_id(AWKWARD)), str(inner_id("acme")), str(uuid4()), "74657874-74657874-7465"]
    body = orjson.dumps(
        {"a": ids_in * 3, "b": f"/{ids_in[0]}?{ids_in[1]}", "c": json.dumps(ids_in), "d": "7465"}
    )
    whole = await ids.replace_in_json(body)
    assert inner_id("acme").hex not in whole.decode().replace("-", "")
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    replacement = Replacement(ids, "json")
    shown = [
        await replacement.part(part, is_last=number == len(parts) - 1)
        for number, part in enumerate(parts)
    ]
    assert b"".join(shown) == whole
    assert UUID(ids_in[2])
