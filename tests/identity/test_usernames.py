"""User names: chosen, signed in with, listed, given up."""

from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.identity.usernames.name import fold_username
from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, LOGIN, new_address, sign_up_and_activate, stranger

NAMES = "/identity/resources/usernames/v1"


def new_name() -> str:
    return f"Pat.{uuid4().hex[:10]}"


@pytest.fixture
async def owner(asgi, world, run_jobs):
    """Signed in, with the password `GOOD`."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    return await world.sign_in(user_id, tenant_id, address)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Pat", "pat"),
        (" pat.doe-1_x ", "pat.doe-1_x"),
        ("1a2", "1a2"),
        ("pa", None),
        ("123456", None),
        (".pat", None),
        ("pat.", None),
        ("pat@doe", None),
        ("påt", None),
        ("рat", None),
        ("p at", None),
        ("x" * 64, "x" * 64),
        ("x" * 65, None),
    ],
)
def test_what_is_a_user_name(text, name):
    assert fold_username(text) == name


async def test_a_user_signs_in_by_the_chosen_name(asgi, owner, world, run_jobs):
    name = new_name()
    none = await owner.browser.get(f"{NAMES}/me")
    assert (none.status_code, none.json()) == (200, {})
    chosen = await owner.browser.post(NAMES, json={"username": f" {name} "})
    assert chosen.status_code == 201, chosen.text
    assert chosen.json() == {"username": name, "userId": str(owner.id)}
    assert (await owner.browser.get(f"{NAMES}/me")).json() == chosen.json()
    async with stranger(asgi) as browser:
        for body in ({"username": name.upper()}, {"email": name}):
            answer = await browser.post(LOGIN, json={**body, "password": GOOD})
            assert answer.status_code == 200, answer.text
            assert answer.json()["userEmail" if "userEmail" in answer.json() else "accessToken"]
    await run_jobs()
    texts = [mail.get_body(("plain",)).get_content() for mail in world.mails(owner.email)]
    assert any("user name was chosen" in text for text in texts)
    [entry] = await audit_entries(world, owner.tenant_id, "user.username_added")
    assert (entry["user"], entry["description"]) == (str(owner.id), f"Added the username {name}")


async def test_a_wrong_name_and_a_wrong_password_are_answered_alike(asgi, owner):
    name = new_name()
    await owner.browser.post(NAMES, json={"username": name})
    answers = []
    for tried in (name, new_name()):
        async with stranger(asgi) as browser:
            answer = await browser.post(LOGIN, json={"username": tried, "password": "wrong"})
            answers.append(
                (answer.status_code, answer.json()["errorCode"], answer.json()["errors"])
            )
    assert answers[0] == answers[1]
    assert answers[0][:2] == (401, "ER-01013")


async def test_tries_by_name_and_by_address_count_together(asgi, owner):
    name = new_name()
    await owner.browser.post(NAMES, json={"username": name})
    async with stranger(asgi) as browser:
        for tried in (name, owner.email, name, owner.email, name):
            body = {"email": tried, "password": "wrong"}
            assert (await browser.post(LOGIN, json=body)).status_code == 401
        for tried in (name, owner.email):
            answer = await browser.post(LOGIN, json={"email": tried, "password": GOOD})
            assert refusal(answer) == (403, "ER-01034")


async def test_a_name_is_one_persons_whatever_its_case(world, owner):
    name, other = new_name(), await world.person()
    await owner.browser.post(NAMES, json={"username": name})
    taken = await other.browser.post(NAMES, json={"username": name.lower()})
    assert refusal(taken) == (409, "usernames.taken")
    second = await owner.browser.post(NAMES, json={"username": new_name()})
    assert refusal(second) == (409, "usernames.has_one")
    assert refusal(await other.browser.delete(f"{NAMES}/{name}")) == (404, "usernames.not_found")
    assert (await owner.browser.delete(f"{NAMES}/{name.upper()}")).status_code == 200
    assert (await other.browser.post(NAMES, json={"username": name})).status_code == 201


async def test_a_name_is_chosen_soon_after_signing_in(owner):
    bad = await owner.browser.post(NAMES, json={"username": "pat@example.test"})
    assert refusal(bad) == (400, "usernames.invalid")
    clock.advance_clock(timedelta(minutes=61))
    late = await owner.browser.post(NAMES, json={"username": new_name()})
    assert refusal(late) == (403, "access.recent_sign_in_needed")


async def test_trying_names_out_is_limited(owner, monkeypatch):
    from gatehouse.identity.usernames import service as usernames
    from gatehouse.kit.rate_limit import RateLimit

    monkeypatch.setattr(usernames, "TRIES", RateLimit("usernames.test", 2, 60))
    codes = [
        (await owner.browser.post(NAMES, json={"username": new_name()})).status_code
        for _ in range(3)
    ]
    assert codes == [201, 409, 429]


async def test_a_tenant_lists_its_own_peoples_names(world):
    admin = await world.person("Admin")
    member, outsider = await world.person(tenant_id=admin.tenant_id), await world.person()
    names = sorted(["aa" + new_name(), "ab" + new_name()])
    for person, name in zip((member, admin), names, strict=True):
        await person.browser.post(NAMES, json={"username": name})
    await outsider.browser.post(NAMES, json={"username": "aa" + new_name()})
    page = (await admin.browser.get(NAMES, params={"_limit": "10"})).json()
    assert [one["username"] for one in page["items"]] == names
    assert page["_metadata"] == {"totalItems": 2, "totalPages": 1}
    assert {one["userId"] for one in page["items"]} == {str(member.id), str(admin.id)}
    by_prefix = await admin.browser.get(NAMES, params={"_usernamePrefix": "AA"})
    assert [one["userId"] for one in by_prefix.json()["items"]] == [str(member.id)]
    by_id = await admin.browser.get(NAMES, params={"userIds": f"{outsider.id},{admin.id}"})
    assert [one["userId"] for one in by_id.json()["items"]] == [str(admin.id)]
    wanted = {"_identifier": names[0].upper(), "_identifierType": "username"}
    found = (await admin.browser.get("/identity/resources/users/v3", params=wanted)).json()
    assert [one["id"] for one in found["items"]] == [str(member.id)]
    assert (await outsider.browser.get(NAMES)).status_code == 403
