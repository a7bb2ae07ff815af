"""Claims that the vendor adds to access tokens, and to whose."""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
import pytest

from gatehouse.access.tokens import decode_base64url
from gatehouse.kit.db.locks import Lock
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.token_templates import (
    MOST_FILLED,
    PLACEHOLDERS,
    RESERVED,
    THEMSELVES,
    JwtTemplate,
    check_template_claims,
    extend_claims,
)
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, LOGIN, new_address, sign_up_and_activate, stranger
from tests.lock_held import until_released

TEMPLATES = "/identity/resources/jwt-templates/v1"
TARGETING = "/identity/resources/configurations/v1/jwt-template-targeting"
CONSOLE = Path(__file__).parents[2] / "web/apps/console/src/tokens/claims.ts"
CLAIMS = {
    "https://acme.test/account": "{{tenant.id}}",
    "greeting": "Hello {{ user.name }} <{{user.email}}>",
    "rights": {"roles": "{{roles}}", "level": 7},
    "about": "{{user.metadata}}",
}


@pytest.fixture
async def backend(world, db):
    yield (await new_backend(world)).http
    for table in ("jwt_targeting", "jwt_templates"):
        await db.connection.execute(f"delete from {table}")
    await world.resources[VendorConfiguration].load()


@pytest.fixture
def in_force(world):
    return world.resources[VendorConfiguration].load


@pytest.fixture
async def owner(asgi, world, run_jobs):
    """Signed in, with the password `GOOD`."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    return await world.sign_in(user_id, tenant_id, address)


async def made(backend, **data: object) -> dict[str, object]:
    body = {
        "key": uuid4().hex, "name": "Gold", "expiration": 120, "algorithm": "RS256",
        "templateSchema": {"claims": CLAIMS}, **data,
    }  # fmt: skip
    answer = await backend.post(TEMPLATES, json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, object] = answer.json()
    return found


def rule(treatment: object, attribute: str, *values: object, op="in_list", negate=False):
    condition = {
        "attribute": attribute, "op": op, "negate": negate,
        "value": {"list": [str(one) for one in values]},
    }  # fmt: skip
    return {"conditionLogic": "and", "conditions": [condition], "treatment": treatment}


async def token_of(asgi, person) -> dict[str, Any]:
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": person.email, "password": GOOD})
    assert answer.status_code == 200, answer.text
    token = answer.json()["accessToken"]
    claims: dict[str, Any] = orjson.loads(decode_base64url(token.split(".")[1]))
    return claims


async def test_claims_are_added_to_the_tokens_of_an_account(backend, asgi, owner, in_force):
    template = await made(backend)
    assert (await backend.get(f"{TEMPLATES}/{template['id']}")).json() == template
    before = await token_of(asgi, owner)
    begun = await backend.post(
        TARGETING, json={"rules": [rule(template["key"], "tenantId", owner.tenant_id)]}
    )
    assert begun.status_code == 201, begun.text
    await in_force()
    claims = await token_of(asgi, owner)
    assert claims["https://acme.test/account"] == str(owner.tenant_id)
    assert claims["greeting"] == f"Hello {claims['name']} <{owner.email}>"
    assert claims["rights"] == {"roles": ["Admin"], "level": 7}
    assert claims["about"] == {}
    assert claims["exp"] - claims["iat"] == 120
    same = RESERVED - {"exp", "iat", "sid", "auth_time"}
    assert {name: claims[name] for name in same & claims.keys()} == {
        name: before[name] for name in same & before.keys()
    }
    # The rules are gone: so are the claims.
    assert (await backend.delete(f"{TARGETING}/{begun.json()['id']}")).status_code == 200
    await in_force()
    assert (await token_of(asgi, owner)).keys() == before.keys()


async def test_whose_tokens_are_meant(backend, asgi, owner, in_force):
    template = await made(backend, templateSchema={"claims": {"gold": True}})
    key = template["key"]
    roles = (await backend.get("/identity/resources/roles/v1")).json()
    by_key = {role["key"]: role["id"] for role in roles}
    other = next(id_ for name, id_ in by_key.items() if name != "Admin")
    application = (await token_of(asgi, owner))["applicationId"]
    await backend.post(TARGETING, json={"rules": []})
    domain = owner.email.partition("@")[2]
    for given, fits in (
        (rule(key, "userId", owner.id), True),
        (rule(key, "userId", uuid4()), False),
        (rule(key, "userId", uuid4(), negate=True), True),
        (rule(key, "applicationId", application), True),
        (rule(key, "applicationId", uuid4()), False),
        (rule(key, "tokenType", "userToken"), True),
        (rule(key, "tokenType", "tenantApiToken"), False),
        (rule(key, "userEmail", f"@{domain.upper()}", op="ends_with"), True),
        (rule(key, "userEmail", "@evil.test", op="ends_with"), False),
        (rule(key, "userEmail", owner.email[2:6], op="contains"), True),
        (rule(key, "roleIds", by_key["Admin"], other), True),
        (rule(key, "roleIds", other), False),
        ({"conditions": [], "treatment": key}, True),
        (
            {
                "conditions": rule(key, "tenantId", owner.tenant_id)["conditions"]
                + rule(key, "userId", uuid4())["conditions"],
                "treatment": key,
            },
            False,
        ),
    ):
        changed = await backend.put(TARGETING, json={"rules": [given]})
        assert changed.status_code == 200, changed.text
        await in_force()
        assert ("gold" in await token_of(asgi, owner)) is fits, given


async def test_the_first_rule_counts_and_refreshed_tokens_follow(backend, asgi, owner, in_force):
    first = await made(backend, templateSchema={"claims": {"tier": "first"}})
    second = await made(backend, templateSchema={"claims": {"tier": "second"}})
    rules = [
        rule(first["key"], "tenantId", uuid4()),
        rule(second["key"], "tenantId", owner.tenant_id),
        rule(first["key"], "tenantId", owner.tenant_id),
    ]
    begun = (await backend.post(TARGETING, json={"rules": rules})).json()
    await in_force()
    assert (await token_of(asgi, owner))["tier"] == "second"
    shown = (await backend.get(TARGETING)).json()
    assert shown == begun
    assert shown["targeting"]["rules"] == rules
    changed = await backend.patch(f"{TARGETING}/{shown['id']}", json={"rules": rules[2:]})
    assert changed.status_code == 200
    assert (await backend.patch(f"{TARGETING}/{shown['id']}", json={})).status_code == 200
    await in_force()
    assert (await token_of(asgi, owner))["tier"] == "first"
    again = await backend.post(TARGETING, json={"rules": rules})
    assert refusal(again) == (409, "jwt_targeting.exists")
    bodies: list[dict[str, Any]] = [{"rules": []}, {}]
    for body in bodies:
        other = await backend.patch(f"{TARGETING}/{uuid4()}", json=body)
        assert refusal(other) == (404, "jwt_targeting.not_found"), body


async def test_templates_are_kept_and_named_by_rules(backend):
    one = await made(backend, description="For gold")
    path = f"{TEMPLATES}/{one['id']}"
    taken = await backend.post(
        TEMPLATES,
        json={"key": one["key"], "name": "x", "expiration": 60, "templateSchema": {"claims": {}}},
    )
    assert refusal(taken) == (409, "jwt_templates.key_taken")
    changed = await backend.put(path, json={"name": "Silver", "expiration": 300})
    assert changed.status_code == 200, changed.text
    after = changed.json()
    assert (after["name"], after["expiration"], after["description"]) == ("Silver", 300, "For gold")
    assert after["templateSchema"] == {"claims": CLAIMS}
    other = await made(backend)
    clash = await backend.put(f"{TEMPLATES}/{other['id']}", json={"key": one["key"]})
    assert refusal(clash) == (409, "jwt_templates.key_taken")
    page = (await backend.get(TEMPLATES, params={"keys": f"{one['key']},none"})).json()
    assert (page["items"], page["_metadata"]["totalItems"]) == ([after], 1)
    newest = {"_sortBy": "createdAt", "_order": "DESC", "_limit": 1}
    assert (await backend.get(TEMPLATES, params=newest)).json()["items"] == [other]
    await backend.post(TARGETING, json={"rules": [rule(one["key"], "userId", uuid4())]})
    assert refusal(await backend.delete(path)) == (409, "jwt_templates.in_use")
    renamed = await backend.put(path, json={"key": "another"})
    assert refusal(renamed) == (409, "jwt_templates.in_use")
    await backend.put(TARGETING, json={"rules": []})
    assert (await backend.delete(path)).status_code == 204
    for answer in (await backend.get(path), await backend.delete(path)):
        assert refusal(answer) == (404, "jwt_templates.not_found")


@pytest.mark.parametrize(
    "wrong",
    [
        {"algorithm": "HS256"},
        {"key": "a b"},
        {"name": ""},
        {"expiration": 0},
        {"expiration": 10**9},
        {"templateSchema": {}},
        {"templateSchema": {"claims": {"permissions": ["*"]}}},
        {"templateSchema": {"claims": {"roles": ["Admin"]}}},
        {"templateSchema": {"claims": {"exp": 1}}},
        {"templateSchema": {"claims": {"a": "{{password}}"}}},
        {"templateSchema": {"claims": {"a": "{{ user.__class__ }}"}}},
        {"templateSchema": {"claims": {"a": ["{% x %}"]}}},
        {"templateSchema": {"claims": {"a": "x" * 5000}}},
        {"templateSchema": {"claims": {"a": {"b": {"c": {"d": {"e": 1}}}}}}},
        {"templateSchema": {"claims": {"": 1}}},
        {"templateSchema": {"claims": {"a\u0000": 1}}},
    ],
)
async def test_invalid_templates_are_refused(backend, db, wrong):
    body = {"key": "x", "name": "x", "expiration": 60, "templateSchema": {"claims": {}}, **wrong}
    assert (await backend.post(TEMPLATES, json=body)).status_code == 400
    assert await db.connection.fetchval("select count(*) from jwt_templates") == 0


async def test_a_signature_with_a_shared_secret_is_refused_in_plain_words(backend):
    body = {
        "key": "x",
        "name": "x",
        "expiration": 60,
        "algorithm": "HS256",
        "templateSchema": {"claims": {}},
    }
    path = f"{TEMPLATES}/{(await made(backend))['id']}"
    for answer in (
        await backend.post(TEMPLATES, json=body),
        await backend.put(path, json={"algorithm": "HS256"}),
    ):
        assert answer.status_code == 400
        assert answer.json()["errors"] == [
            "algorithm: HS256 is not supported, because every service that verifies such a signature "
            "could also forge it"
        ]


async def test_what_is_no_rule(backend):
    key = (await made(backend))["key"]
    good = rule(key, "userId", uuid4())
    for wrong in (
        {**good, "treatment": "none"},
        rule(key, "roleIds", uuid4()),
        rule(key, "roleIds", "x"),
        rule(key, "roleIds", uuid4(), op="contains"),
        rule(key, "password", "x"),
        rule(key, "userId"),
        rule(key, "userId", "x", op="matches"),
        {**good, "conditionLogic": "or"},
    ):
        answer = await backend.post(TARGETING, json={"rules": [good, wrong]})
        assert answer.status_code == 400, wrong
    assert refusal(await backend.get(TARGETING)) == (404, "jwt_targeting.not_found")


def template(claims: dict[str, object]) -> JwtTemplate:
    from gatehouse.kit import clock

    return JwtTemplate(uuid4(), "k", "n", None, 60, claims, clock.now(), clock.now())


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_what_the_server_says_is_never_replaced(name):
    with pytest.raises(ValueError, match="set by the server"):
        check_template_claims({name: "x"})
    assert extend_claims(template({name: "x"}), {"sub": "me"}) == {"sub": "me"}


def test_claims_that_are_too_large_or_missing_are_left_out():
    claims = {"sub": "me", "metadata": {"a": "x" * MOST_FILLED}}
    assert extend_claims(template({"a": "{{user.metadata}}"}), claims) == claims
    assert extend_claims(
        template({"a": "{{user.email}}", "b": "<{{user.email}}>"}), {"sub": "me"}
    ) == {
        "sub": "me",
        "b": "<>",
    }
    # A value is filled in once: what looks like a placeholder in it stays as it is.
    told = extend_claims(
        template({"a": "{{user.name}}"}), {"name": "{{permissions}}", "permissions": ["*"]}
    )
    assert told["a"] == "{{permissions}}"


def test_the_console_says_beforehand_what_the_server_would():
    text = CONSOLE.read_text()
    reserved = re.search(r"RESERVED[^`]*`([^`]*)`", text)
    assert reserved
    assert set(reserved[1].split()) == RESERVED

    def lists_of(name: str) -> dict[str, list[str]]:
        block = re.search(rf"const {name}:.*?= {{\n(.*?)\n}}\n", text, re.DOTALL)
        assert block
        lines = re.findall(r"^  '?([\w.]+)'?: \[(.*)\],$", block[1], re.MULTILINE)
        return {key: re.findall(r"'([^']*)'", values) for key, values in lines}

    assert lists_of("PLACEHOLDERS") == {name: [*one] for name, one in PLACEHOLDERS.items()}
    assert {name: {*one} for name, one in lists_of("SELF_REFERENCES").items()} == THEMSELVES


async def test_templates_are_changed_one_at_a_time(backend, database):
    assert await until_released(database, Lock.TOKEN_TEMPLATES, "", made(backend))
