"""People of an older system sign in here for the first time, with the password that they have there."""

import json
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.identity.user_sources import adapters
from gatehouse.kit import clock
from gatehouse.kit.circuits import FAILURES, REST, Circuits
from gatehouse.kit.db.locks import Lock
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from gatehouse.kit.tenant_ids import inner_id
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.identity.older_systems import CLIENT, KEY, SECRET, OlderSystem
from tests.identity.signup_steps import GOOD, LOGIN, OTHER, new_address, stranger
from tests.identity.test_user_source_settings import SOURCES
from tests.lock_held import until_released

NEW = {"tenantResolverType": "new"}
EMAIL = "whoever@signs.in"


@pytest.fixture
def system(resources: Resources, monkeypatch) -> Iterator[OlderSystem]:
    before = resources[Outbound]
    resources.add(Outbound, Outbound([ip_network("127.0.0.0/8")]))
    resources.add(Circuits, Circuits())
    with OlderSystem() as running:
        monkeypatch.setattr(adapters, "COGNITO", f"{running.url}/{{region}}")
        monkeypatch.setattr(adapters, "FIREBASE", f"{running.url}/v1")
        yield running
    resources.add(Outbound, before)


@pytest.fixture
async def backend(world):
    yield (await new_backend(world)).http
    await world.configure("delete from user_sources")


def configurations(system: OlderSystem) -> dict[str, dict[str, Any]]:
    return {
        "external/auth0": {"domain": system.url, "clientId": CLIENT, "secret": SECRET},
        "external/cognito": {
            "region": "eu-central-1", "clientId": CLIENT, "userPoolId": "x", "clientSecret": SECRET,
        },
        "external/firebase": {"apiKey": KEY},
        "external/custom-code": {"codePayload": f"{system.url}/endpoint"},
        "federation": {
            "wellknownUrl": f"{system.url}/.well-known/openid-configuration", "clientId": CLIENT,
            "secret": SECRET,
        },
    }  # fmt: skip


async def add(backend, db, system: OlderSystem, path: str = "external/auth0", **more: Any) -> str:
    """A source that the default application asks; its id."""
    app_id = str(await db.connection.fetchval("select id from applications where is_default"))
    configuration = {
        "syncOnLogin": False, "isMigrated": True, "tenantConfig": NEW,
        **configurations(system)[path], **more,
    }  # fmt: skip
    body = {"name": "Old", "index": 1, "appIds": [app_id], "configuration": configuration}
    made = await backend.post(f"{SOURCES}/{path}", json=body)
    assert made.status_code == 201, made.text
    found: str = made.json()["id"]
    return found


async def sign_in(asgi, email: str, password: str = GOOD) -> tuple[int, str, str]:
    """Status, code and text."""
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": email, "password": password})
    body = answer.json()
    code = body.get("errorCode") or ("mfa" if body.get("mfaRequired") else "")
    return answer.status_code, code, (body.get("errors") or [""])[0]


async def stored(db, email: str) -> Any:
    return await db.connection.fetchrow(
        "select u.name, u.verified, p.hash, array(select m.tenant_id from memberships m"
        " where m.user_id = u.id) as tenants, array(select r.key from membership_roles mr"
        " join roles r on r.id = mr.role_id where mr.user_id = u.id) as roles"
        " from users u left join passwords p on p.user_id = u.id where u.email = $1",
        email,
    )


@pytest.mark.parametrize(
    "path",
    [
        "external/auth0",
        "external/cognito",
        "external/firebase",
        "external/custom-code",
        "federation",
    ],
)
async def test_the_first_sign_in_imports_the_user(backend, db, asgi, system, path, world):
    source_id = await add(backend, db, system, path)
    email, other = new_address(), new_address()
    system.knows(email, GOOD)
    assert (await sign_in(asgi, email, OTHER))[:2] == (401, "ER-01013")
    assert (await sign_in(asgi, other))[:2] == (401, "ER-01013")
    assert await stored(db, email) is None
    assert (await sign_in(asgi, email))[0] == 200
    person = await stored(db, email)
    assert (person["name"], person["verified"], person["roles"]) == ("Robin Roe", True, ["Admin"])
    assert person["hash"].startswith("$argon2id$")
    system.people.clear()
    system.received.clear()
    assert (await sign_in(asgi, email))[0] == 200
    assert system.received == []
    users = (await backend.get(f"{SOURCES}/{source_id}/users")).json()
    assert [one["email"] for one in users["items"]] == [email]
    assert users["items"][0]["lastLogin"] is not None
    assert len(await audit_entries(world, person["tenants"][0], "user.moved_in")) == 1


@pytest.mark.parametrize(
    ("path", "status", "answer"),
    [
        ("external/auth0", 403, {"error": ["invalid_grant"]}),
        ("external/auth0", 500, {"error": "\0"}),
        ("external/auth0", 200, {"access_token": "a\nb"}),
        ("external/firebase", 200, {"idToken": "x", "users": [{"localId": "a\0", "email": EMAIL}]}),
        ("external/firebase", 400, {"error": []}),
        (
            "external/cognito",
            200,
            {"AuthenticationResult": {"AccessToken": "x"}, "UserAttributes": [1]},
        ),
        (
            "external/cognito",
            200,
            {
                "AuthenticationResult": {"AccessToken": "x"},
                "UserAttributes": [{"Name": [], "Value": "x"}],
            },
        ),
        ("external/custom-code", 200, {"id": "a\0", "email": EMAIL}),
        ("external/custom-code", 200, {"id": "a" * 9000, "email": EMAIL}),
        (
            "external/custom-code",
            200,
            {"id": "a", "email": EMAIL, "name": "\0", "tenantId": ["\0"]},
        ),
        ("federation", 200, {"token_endpoint": "http://[", "userinfo_endpoint": "x"}),
        ("federation", 200, []),
    ],
)
async def test_no_response_of_a_system_causes_a_server_error(
    backend, db, asgi, system, monkeypatch, path, status, answer
):
    """Until it is left alone, and after."""
    await add(backend, db, system, path)
    email = new_address()
    said = json.loads(json.dumps(answer).replace(EMAIL, email))
    monkeypatch.setattr(system, "answer", lambda *_: (status, said))
    for _ in range(FAILURES + 1):
        assert (await sign_in(asgi, email))[0] in (200, 401, 403, 503)


async def test_the_account_is_that_of_the_rule(backend, db, asgi, system, world):
    static, dynamic = await world.tenant(), await world.tenant()
    rule = {"tenantResolverType": "static", "tenantId": str(static)}
    first = await add(backend, db, system, tenantConfig=rule)
    one = new_address()
    system.knows(one, GOOD)
    assert (await sign_in(asgi, one))[0] == 200
    assert (await stored(db, one))["tenants"] == [static]
    await backend.delete(f"{SOURCES}/{first}")
    named = {"tenantResolverType": "dynamic", "tenantIdFieldName": "tenantId"}
    await add(backend, db, system, tenantConfig=named)
    two, three, four = new_address(), new_address(), new_address()
    system.knows(two, GOOD, tenant=str(dynamic))
    system.knows(three, GOOD, tenant="no account")
    system.knows(four, GOOD)
    assert (await sign_in(asgi, two))[0] == 200
    assert (await stored(db, two))["tenants"] == [dynamic]
    for email in (three, four):
        assert (await sign_in(asgi, email))[:2] == (403, "login.no_access")
        assert await stored(db, email) is None


async def test_the_rule_names_the_account_as_the_vendor_does(backend, db, asgi, system):
    text = f'acme "inc" {uuid4().hex[:6]}'
    await backend.post("/tenants/resources/tenants/v1", json={"tenantId": text, "name": "Acme"})
    rule = {"tenantResolverType": "static", "tenantId": text}
    first = await add(backend, db, system, tenantConfig=rule)
    path = f"{SOURCES}/external/auth0/{first}"
    for _ in range(2):
        shown = (await backend.get(f"{SOURCES}/{first}")).json()
        assert shown["configuration"]["tenantConfig"] == rule
        changed = {"configuration": {**shown["configuration"], "secret": SECRET}}
        again = await backend.put(path, json=changed)
        assert again.status_code == 200, again.text
    one = new_address()
    system.knows(one, GOOD)
    assert (await sign_in(asgi, one))[0] == 200
    assert (await stored(db, one))["tenants"] == [inner_id(text)]
    await backend.delete(f"{SOURCES}/{first}")
    await add(
        backend, db, system,
        tenantConfig={"tenantResolverType": "dynamic", "tenantIdFieldName": "tenantId"},
    )  # fmt: skip
    two, three = new_address(), new_address()
    system.knows(two, GOOD, tenant=text)
    system.knows(three, GOOD, tenant=str(inner_id(text)))
    assert (await sign_in(asgi, two))[0] == 200
    assert (await stored(db, two))["tenants"] == [inner_id(text)]
    assert (await sign_in(asgi, three))[:2] == (403, "login.no_access")


async def test_who_is_known_without_a_password_moves_into_their_account(
    backend, db, asgi, system, world
):
    await add(backend, db, system)
    tenant_id = await world.tenant()
    _, email = await world.member(tenant_id)
    system.knows(email, GOOD)
    assert (await sign_in(asgi, email, OTHER))[:2] == (401, "ER-01013")
    assert (await sign_in(asgi, email))[0] == 200
    person = await stored(db, email)
    assert (person["name"], person["tenants"]) == ("Pat Doe", [tenant_id])
    assert person["hash"] is not None


async def test_whose_password_stays_there_is_asked_for_each_time(backend, db, asgi, system):
    await add(backend, db, system, isMigrated=False, syncOnLogin=True)
    email = new_address()
    person = system.knows(email, GOOD)
    assert (await sign_in(asgi, email))[0] == 200
    assert (await stored(db, email))["hash"] is None
    person.password, person.name = OTHER, "Robin Poe"
    assert (await sign_in(asgi, email))[:2] == (401, "ER-01013")
    assert (await sign_in(asgi, email, OTHER))[0] == 200
    assert (await stored(db, email))["name"] == "Robin Poe"


async def test_the_source_is_not_asked_for_imported_users(backend, db, asgi, system, world):
    """The old system hears neither their address nor what they typed, and yet is asked."""
    await add(backend, db, system)
    email = new_address()
    system.knows(email, GOOD)
    assert (await sign_in(asgi, email))[0] == 200
    system.people[email].password = OTHER
    system.received.clear()
    known = await sign_in(asgi, email, OTHER)
    unknown = await sign_in(asgi, new_address(), OTHER)
    assert known == unknown
    assert len(system.asked_for()) == 2
    assert email not in system.asked_for()
    assert [one.get("password") for one in system.received].count(OTHER) == 1


async def test_an_unproved_address_opens_nothing(backend, db, asgi, system, world, run_jobs):
    await add(backend, db, system)
    tenant_id = await world.tenant()
    _, held = await world.member(tenant_id)
    email = new_address()
    for address in (held, email):
        system.knows(address, GOOD, verified=False)
        assert (await sign_in(asgi, address))[:2] == (403, "ER-01060")
        assert (await stored(db, address))["hash"] is None
    await run_jobs()
    [mail] = world.mails(email)
    assert world.link(mail).path == "/account/activate"
    assert (await sign_in(asgi, email))[:2] == (403, "ER-01060")
    await run_jobs()
    assert len(world.mails(email)) == 1


async def test_a_second_factor_there_is_no_way_around(backend, db, asgi, system):
    for path in ("external/auth0", "external/cognito", "external/firebase"):
        source_id = await add(backend, db, system, path)
        email = new_address()
        system.knows(email, GOOD, needs_factor=True)
        assert (await sign_in(asgi, email))[:2] == (401, "ER-01013")
        await backend.delete(f"{SOURCES}/{source_id}")


async def test_a_subject_opens_one_account(backend, db, asgi, system):
    """A user who gets a new address there does not get the account of its holder here."""
    await add(backend, db, system, isMigrated=False)
    email = new_address()
    system.knows(email, GOOD)
    assert (await sign_in(asgi, email))[0] == 200
    await db.connection.execute(
        "update user_source_users set subject = 'somebody else' where user_id ="
        " (select id from users where email = $1)",
        email,
    )
    assert (await sign_in(asgi, email))[:2] == (403, "login.no_access")


async def test_an_unreachable_system_stops_no_imported_user(backend, db, asgi, system, world):
    source_id = await add(backend, db, system)
    moved = new_address()
    system.knows(moved, GOOD)
    assert (await sign_in(asgi, moved))[0] == 200
    system.status = 503
    answers = {await sign_in(asgi, new_address()) for _ in range(FAILURES)}
    [(status, code, text)] = answers
    assert (status, code) == (401, "ER-01013")
    assert "try again in a few minutes" in text
    asked = len(system.received)
    assert await sign_in(asgi, moved, OTHER) == (status, code, text)
    assert len(system.received) == asked  # it rests
    assert (await sign_in(asgi, moved))[0] == 200
    told = await db.connection.fetchval(
        "select count(*) from audits where action = 'vendor.user_source_silent'"
        " and data ->> 'source_id' = $1 and created_at > now() - interval '1 minute'",
        source_id,
    )
    assert told == 1
    system.status = 0
    late = new_address()
    system.knows(late, GOOD)
    assert (await sign_in(asgi, late))[0] == 401
    clock.advance_clock(REST + timedelta(seconds=1))
    assert (await sign_in(asgi, late))[0] == 200


async def test_too_many_wrong_passwords_lock_before_the_system_is_asked(backend, db, asgi, system):
    await add(backend, db, system)
    email = new_address()
    system.knows(email, GOOD)
    for _ in range(5):
        await sign_in(asgi, email, OTHER)
    asked = len(system.received)
    assert (await sign_in(asgi, email))[:2] == (403, "ER-01034")
    assert len(system.received) == asked


async def test_a_source_without_an_application_is_not_asked(backend, db, asgi, system):
    source_id = await add(backend, db, system)
    email = new_address()
    system.knows(email, GOOD)
    app_id = str(await db.connection.fetchval("select id from applications where is_default"))
    await backend.post(f"{SOURCES}/unassign", json={"userSourceId": source_id, "appIds": [app_id]})
    assert (await sign_in(asgi, email))[:2] == (401, "ER-01013")
    assert system.received == []


async def test_a_private_address_is_not_asked(backend, db, asgi, system, resources):
    await add(backend, db, system)
    resources.add(Outbound, Outbound())
    email = new_address()
    system.knows(email, GOOD)
    assert (await sign_in(asgi, email))[:2] == (401, "ER-01013")
    assert system.received == []


async def test_a_user_is_imported_once_at_a_time(backend, db, database, asgi, system):
    await add(backend, db, system)
    email = new_address()
    system.knows(email, GOOD)
    asked = sign_in(asgi, email.upper())
    assert (await until_released(database, Lock.EMAIL_ADDRESS, email, asked))[0] == 200
