"""The vendor's document through the management calls: shown, compared, applied, refused at its place."""

import dataclasses
import tomllib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from gatehouse.kit.db import Database, Scope
from gatehouse.vendor.document import plan
from tests.backend import Backend, new_backend, restored_backend
from tests.databases import opened
from tests.identity.passwordless_steps import refusal
from tests.world import World

CONFIGURATION = "/vendor/resources/configuration/v1"
ROLES = "/identity/resources/roles/v1"
DRAFT = """
[features.drafts]
name = "Drafts"

[plans.writers]
name = "Writers"
features = ["drafts"]
"""


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


async def of(backend: Backend, path: str, document: str) -> Any:
    return await backend.http.post(f"{CONFIGURATION}{path}", json={"document": document})


async def test_what_is_shown_changes_nothing_when_it_is_applied(backend: Backend) -> None:
    shown = (await backend.http.get(CONFIGURATION)).json()["document"]
    assert "[roles.Admin]" in shown
    for path in ("/diff", ""):
        answer = await of(backend, path, shown)
        assert (answer.status_code, answer.json()["differences"]) == (200, [])


async def test_a_difference_is_told_before_it_is_applied(
    backend: Backend, database: Database
) -> None:
    told = (await of(backend, "/diff", DRAFT)).json()["differences"]
    assert [line[:17] for line in told] == ["+ features.drafts", "+ plans.writers ="]
    features = "/entitlements/resources/features/v1?filter=drafts"
    assert (await backend.http.get(features)).json()["items"] == []

    assert (await of(backend, "", DRAFT)).json()["differences"] == told
    [feature] = (await backend.http.get(features)).json()["items"]
    assert feature["key"] == "drafts"
    assert (await of(backend, "/diff", DRAFT)).json()["differences"] == []

    gone = await of(backend, "", '[remove]\nplans = ["writers"]\nfeatures = ["drafts"]')
    assert gone.json()["differences"] == ["- features.drafts", "- plans.writers"]


async def test_only_what_was_compared_is_applied(backend: Backend) -> None:
    seen = (await of(backend, "/diff", DRAFT)).json()["digest"]
    between = await of(backend, "", '[features.drafts]\nname = "Sketches"\n')
    assert between.status_code == 200, between.text

    body = {"document": DRAFT, "digest": seen}
    refused = await backend.http.post(CONFIGURATION, json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "vendor.document_changed")
    shown = (await backend.http.get(CONFIGURATION)).json()["document"]
    assert "Sketches" in shown
    assert "writers" not in shown

    body["digest"] = (await of(backend, "/diff", DRAFT)).json()["digest"]
    assert (await backend.http.post(CONFIGURATION, json=body)).status_code == 200


@pytest.mark.parametrize(
    ("document", "place"),
    [
        pytest.param(
            "[rols]\na = 1", "rols: there is no such table; did you mean roles?", id="table"
        ),
        pytest.param("[brand]\nnam = 1", "brand.nam: this field does not exist", id="field"),
        pytest.param(
            '[plans.a]\nname = "A"\nfeatures = ["none"]',
            "plans.a.features: there is no feature 'none'",
            id="reference",
        ),
        pytest.param("a = ", "The document is not valid TOML", id="syntax"),
        pytest.param("a = " + "[" * 5000, "The document has a number that is too long", id="depth"),
        pytest.param(
            "a = " + "1" * 5000, "The document has a number that is too long", id="number"
        ),
        pytest.param(
            "a = " + "1" * 400, "The document has a number that is too long", id="beyond a float"
        ),
    ],
)
@pytest.mark.parametrize("path", ["/diff", ""])
async def test_what_is_wrong_is_told_with_its_place(
    backend: Backend, path: str, document: str, place: str
) -> None:
    before = (await backend.http.get(CONFIGURATION)).json()
    refused = await of(backend, path, document)
    body = refused.json()
    assert (refused.status_code, body["errorCode"]) == (400, "vendor.document_refused")
    assert any(line.startswith(place) for line in body["context"]["problems"]), body
    assert (await backend.http.get(CONFIGURATION)).json() == before


async def test_what_would_be_read_for_minutes_is_refused(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys within keys take the square of their number."""
    quickly = dataclasses.replace(plan.READING, seconds=0.5)
    monkeypatch.setattr(plan, "READING", quickly)
    document = ".".join(["a"] * 100_000) + " = 1"
    refused = await backend.http.post(f"{CONFIGURATION}/diff", json={"document": document})
    assert refusal(refused) == (400, "vendor.document_refused")
    assert "takes too long" in refused.json()["errors"][0]
    shown = await backend.http.post(f"{CONFIGURATION}/diff", json={"document": ""})
    assert shown.json()["differences"] == []


async def test_what_is_wrong_is_told_as_codes_too(backend: Backend) -> None:
    document = (
        '[plans.a]\nname = "A"\nfeatures = ["none"]\n[brand]\nname = 1\nlogo_url = "x"\nnam = 1'
    )
    answers = [
        (await of(backend, "/diff", text)).json()["context"]["problemCodes"]
        for text in (document, document.split("[brand]")[0], "a = 1 b")
    ]
    assert answers == [
        [
            {"place": "brand.name", "code": "string_type", "given": {}},
            {"place": "brand.logo_url", "code": "web_address", "given": {}},
            {"place": "brand.nam", "code": "extra_forbidden", "given": {}},
        ],
        [{"place": "plans.a.features", "code": "no_feature", "given": {"name": "none"}}],
        [{"place": "", "code": "no_toml_at", "given": {"line": "1", "column": "7"}}],
    ]


async def test_secrets_are_shown_sealed_and_told_in_no_difference(backend: Backend) -> None:
    document = """
[social.github]
active = true
client_id = "hub"
client_secret = "a-secret-of-ours"
"""
    told = (await of(backend, "", document)).json()["differences"]
    assert told
    assert "a-secret-of-ours" not in str(told)
    shown = (await backend.http.get(CONFIGURATION)).json()["document"]
    assert "a-secret-of-ours" not in shown
    assert "sealed:" in shown
    assert (await of(backend, "/diff", document)).json()["differences"] == []
    assert (await of(backend, "/diff", shown)).json()["differences"] == []


async def test_the_document_needs_the_same_permissions_as_the_calls(
    backend: Backend, world: World
) -> None:
    """A credential for the configuration alone gives itself no roles and sells no plans."""
    narrow = await new_backend(world, ["vendor.read.*", "vendor.write.configuration"])
    for path in ("/diff", ""):
        refused = await of(narrow, path, DRAFT)
        assert (refused.status_code, refused.json()["errorCode"]) == (
            403,
            "access.missing_permission",
        )
    told = await of(narrow, "/diff", '[brand]\nname = "Initech"')
    assert told.status_code == 200
    reader = await new_backend(world, ["vendor.read.*"])
    assert (await reader.http.get(CONFIGURATION)).status_code == 200
    for path in ("/diff", ""):
        assert (await of(reader, path, "")).status_code == 403


async def test_a_change_is_on_record(backend: Backend, database: Database) -> None:
    await of(backend, "", DRAFT)
    async with opened(database, Scope.system()) as db:
        said = await db.connection.fetchval(
            "select description from audits where data::text like '%' || $1::text || '%'"
            " and action = 'vendor.configuration_changed'",
            str(backend.credential.id),
        )
    assert said == "Changed the configuration: features, plans"


async def test_one_table_is_read_and_changed_without_the_others(backend: Backend) -> None:
    policies = f"{CONFIGURATION}/policies"
    before = (await backend.http.get(policies)).json()
    assert before["table"] == "policies"
    assert before["values"]["lockout_max_attempts"] == 5
    changed = await backend.http.patch(policies, json={"values": {"lockout_max_attempts": 7}})
    assert changed.json()["values"] == {**before["values"], "lockout_max_attempts": 7}
    again = await backend.http.patch(policies, json={"remove": ["lockout_max_attempts"]})
    assert again.json() == before


async def test_null_takes_a_value_of_the_portal_away(backend: Backend) -> None:
    """And tables around it keep what is not given."""
    path = f"{CONFIGURATION}/portal"
    themed = {"themeV2": {"adminPortal": {"mode": "dark", "radius": 4}}, "fields": ["name"]}
    given = {"values": {"shop": {"configuration": themed}}}
    assert (await backend.http.patch(path, json=given)).status_code == 200
    less = {"themeV2": {"adminPortal": {"mode": None}}, "fields": None}
    answer = await backend.http.patch(path, json={"values": {"shop": {"configuration": less}}})
    left = {"themeV2": {"adminPortal": {"radius": 4}}}
    assert answer.json()["values"]["shop"]["configuration"] == left
    # What clients read is what is kept, in which a null would be one.
    [told] = (await backend.http.get("/metadata", params={"entityName": "shop"})).json()["rows"]
    assert told["configuration"] == left


async def test_a_table_shows_no_secrets_and_keeps_them(backend: Backend) -> None:
    social = f"{CONFIGURATION}/social"
    made = await backend.http.patch(
        social, json={"values": {"github": {"client_id": "hub", "client_secret": "ours-alone"}}}
    )
    assert made.json()["values"]["github"]["client_id"] == "hub"
    assert "client_secret" not in made.json()["values"]["github"]
    await backend.http.patch(social, json={"values": {"github": {"active": False}}})
    shown = (await backend.http.get(CONFIGURATION)).json()["document"]
    assert 'client_secret = "sealed:' in shown
    gone = await backend.http.patch(social, json={"remove": ["github"]})
    assert "github" not in gone.json()["values"]


@pytest.mark.parametrize(
    ("table", "body", "status", "code"),
    [
        ("nothing", {}, 404, "vendor.table_not_found"),
        ("policies", {"values": {"lockout_max_attempts": "many"}}, 400, "vendor.document_refused"),
        ("policies", {"values": {"none": 1}}, 400, "vendor.document_refused"),
        ("policies", {"remove": ["none"]}, 400, "vendor.document_refused"),
        *(
            ("sign_in", {"values": {"home_url": wrong}}, 400, "vendor.document_refused")
            for wrong in (
                "/",
                "/?a",
                "//evil.test",
                "/\\evil.test",
                "javascript:alert(1)",
                "portal",
            )
        ),
    ],
)
async def test_what_a_table_cannot_say_is_refused(
    backend: Backend, table: str, body: dict[str, Any], status: int, code: str
) -> None:
    refused = await backend.http.patch(f"{CONFIGURATION}/{table}", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (status, code)


async def test_a_table_of_more_than_the_configuration_needs_more(world: World) -> None:
    narrow = await new_backend(world, ["vendor.read.*", "vendor.write.configuration"])
    refused = await narrow.http.patch(
        f"{CONFIGURATION}/features", json={"values": {"drafts": {"name": "Drafts"}}}
    )
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.missing_permission")


async def test_tables_are_shown_without_the_others(backend: Backend) -> None:
    answer = await backend.http.get(CONFIGURATION, params={"table": ["portal", "brand"]})
    assert answer.status_code == 200, answer.text
    document = answer.json()["document"]
    whole = (await backend.http.get(CONFIGURATION)).json()["document"]
    assert list(tomllib.loads(document)) == ["brand", "portal"]
    assert tomllib.loads(document)["brand"] == tomllib.loads(whole)["brand"]
    assert (await of(backend, "/diff", document)).json()["differences"] == []
    unknown = await backend.http.get(CONFIGURATION, params={"table": "nothing"})
    assert (unknown.status_code, unknown.json()["errorCode"]) == (404, "vendor.table_not_found")


async def test_a_stored_secret_goes_to_no_other_address(backend: Backend) -> None:
    """A caller who may change the configuration and see no secrets would receive it on their own server."""
    table = f"{CONFIGURATION}/custom_social"
    first, other = "https://id.partner.test", "https://evil.test"
    partner = {"display_name": "Partner", "client_id": "us", "client_secret": "known to two"}
    made = await backend.http.patch(
        table, json={"values": {"partner": {**partner, "issuer": first}}}
    )
    assert made.status_code == 200, made.text
    shown = tomllib.loads((await backend.http.get(CONFIGURATION)).json()["document"])
    sealed = shown["custom_social"]["partner"]["client_secret"]
    assert sealed.startswith("sealed:")
    addresses = {
        f"{name}_url": f"{other}/{name}" for name in ("authorization", "token", "userinfo")
    }
    for moved in (
        {"issuer": other},
        {"issuer": "", **addresses},
        {"issuer": other, "client_secret": sealed},
    ):
        refused = await backend.http.patch(table, json={"values": {"partner": moved}})
        assert refused.json()["context"]["problemCodes"][0]["code"] == "sent_elsewhere", moved
    # The rest may change, and with the secret so may the address.
    for fine in (
        {"client_id": "we", "issuer": first},
        {"issuer": other, "client_secret": "known to two"},
    ):
        changed = await backend.http.patch(table, json={"values": {"partner": fine}})
        assert changed.status_code == 200, changed.text
    by_hand = {**addresses, "issuer": "", "client_secret": "known to two"}
    changed = await backend.http.patch(table, json={"values": {"partner": by_hand}})
    assert changed.status_code == 200, changed.text
    moved = {"token_url": f"{first}/token"}
    refused = await backend.http.patch(table, json={"values": {"partner": moved}})
    assert refused.status_code == 400, refused.text
    gone = await backend.http.patch(table, json={"values": {}, "remove": ["partner"]})
    assert gone.status_code == 200, gone.text
