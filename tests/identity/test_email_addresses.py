"""A person's own addresses: the primary one changes with proof, further ones sign in once they are proved."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from tests.audit_log import audit_entries
from tests.identity.browser import ME
from tests.identity.passwordless_steps import mailed_code, refusal, wrong
from tests.identity.signup_steps import (
    GOOD,
    LOGIN,
    OTHER,
    RESET,
    SIGN_UP,
    VERIFY,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.lock_held import until_committed

USERS = "/identity/resources/users"
CHANGE = f"{USERS}/v1/email/me"
EMAILS = f"{USERS}/emails/v1"
POLICY = "/identity/resources/configurations/v1/user-emails-policy"


@pytest.fixture
async def owner(asgi, world, run_jobs):
    """Signed in, with the password `GOOD`."""
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    return await world.sign_in(user_id, tenant_id, address)


@pytest.fixture
async def kept(world):
    """The vendor keeps addresses as they are."""
    await world.configure("update vendor set allow_email_change = false")
    yield
    await world.configure("update vendor set allow_email_change = true")


async def mine(person) -> list[tuple[str, bool, bool]]:
    answer = await person.browser.get(f"{EMAILS}/me")
    assert answer.status_code == 200, answer.text
    return [(one["email"], one["verified"], one["isPrimary"]) for one in answer.json()]


async def signs_in(asgi, address: str, password: str = GOOD) -> bool:
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": address, "password": password})
    return answer.status_code == 200


async def proved(person, world, run_jobs, address: str | None = None) -> str:
    """A further address of the person's."""
    address = address or new_address()
    added = await person.browser.post(EMAILS, json={"email": address})
    assert added.status_code == 201, added.text
    await run_jobs()
    proof = {"email": address, "code": mailed_code(world, address)}
    answer = await person.browser.post(f"{EMAILS}/verify", json=proof)
    assert answer.status_code == 200, answer.text
    return address


async def test_the_address_changes_with_proof_and_the_old_one_hears(asgi, owner, world, run_jobs):
    new = new_address()
    elsewhere = await world.sign_in(owner.id, owner.tenant_id, owner.email)
    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": owner.email})
    await run_jobs()
    reset = credentials(world, owner.email)
    asked = await owner.browser.post(CHANGE, json={"email": f" {new.upper()} "})
    assert (asked.status_code, asked.content) == (200, b"")
    assert await mine(owner) == [(owner.email, True, True)]
    await run_jobs()
    code = mailed_code(world, new)
    proof = {"email": new, "code": wrong(code)}
    assert refusal(await owner.browser.post(f"{CHANGE}/verify", json=proof)) == (400, "ER-01011")
    proof["code"] = code
    assert (await owner.browser.post(f"{CHANGE}/verify", json=proof)).status_code == 200
    assert refusal(await owner.browser.post(f"{CHANGE}/verify", json=proof)) == (400, "ER-01011")
    assert await mine(owner) == [(new, True, True)]
    assert (await owner.browser.get(ME)).json()["email"] == new
    assert (await elsewhere.browser.get(ME)).status_code == 401
    await run_jobs()
    assert any("was changed" in mail["Subject"] for mail in world.mails(owner.email))
    assert await signs_in(asgi, new)
    assert not await signs_in(asgi, owner.email)
    async with stranger(asgi) as browser:
        answer = await browser.post(VERIFY, json={**reset, "password": OTHER})
    assert answer.status_code == 410  # void
    [entry] = await audit_entries(world, owner.tenant_id, "user.email_changed")
    assert (entry["severity"], entry["description"]) == (
        "High",
        f"Changed the email address to {new}",
    )
    assert entry["user"] == str(owner.id)


async def test_adding_an_address_does_not_tell_whether_it_is_taken(owner, world, run_jobs, asgi):
    other = await world.person()
    free = new_address()
    answers = [
        await owner.browser.post(CHANGE, json={"email": address}) for address in (free, other.email)
    ]
    assert {(one.status_code, one.content) for one in answers} == {(200, b"")}
    assert len(await mine(owner)) == 1
    await run_jobs()
    proof = {"email": other.email, "code": mailed_code(world, other.email)}
    answer = await owner.browser.post(f"{CHANGE}/verify", json=proof)
    assert refusal(answer) == (409, "email_addresses.taken")
    assert (await other.browser.get(ME)).json()["email"] == other.email


async def test_a_code_is_for_one_person_one_address_and_one_purpose(owner, world, run_jobs):
    new, other = new_address(), await world.person()
    await owner.browser.post(CHANGE, json={"email": new})
    await run_jobs()
    code = mailed_code(world, new)
    for person, path, address in (
        (other, f"{CHANGE}/verify", new),
        (owner, f"{EMAILS}/verify", new),
        (owner, f"{CHANGE}/verify", new_address()),
    ):
        proof = {"email": address, "code": code}
        assert refusal(await person.browser.post(path, json=proof)) == (400, "ER-01011")


async def test_codes_end_after_ten_minutes_and_five_tries(owner, world, run_jobs):
    new = new_address()
    await owner.browser.post(CHANGE, json={"email": new})
    await run_jobs()
    proof = {"email": new, "code": mailed_code(world, new)}
    clock.advance_clock(timedelta(minutes=10, seconds=1))
    assert refusal(await owner.browser.post(f"{CHANGE}/verify", json=proof)) == (400, "ER-01017")
    await owner.browser.post(CHANGE, json={"email": new})
    await run_jobs()
    proof["code"] = mailed_code(world, new)
    bad = {**proof, "code": wrong(proof["code"])}
    for _ in range(5):
        await owner.browser.post(f"{CHANGE}/verify", json=bad)
    assert refusal(await owner.browser.post(f"{CHANGE}/verify", json=proof)) == (400, "ER-01011")


async def test_a_further_address_signs_in_once_it_is_proved(asgi, owner, world, run_jobs):
    further = new_address()
    added = await owner.browser.post(EMAILS, json={"email": further})
    assert added.json()["verified"] is False
    await run_jobs()  # Two mails of one round may come in any order.
    assert not await signs_in(asgi, further)
    assert await proved(owner, world, run_jobs, further) == further
    assert await mine(owner) == [(owner.email, True, True), (further, True, False)]
    assert await signs_in(asgi, further)
    assert await signs_in(asgi, owner.email)
    again = (await owner.browser.get(f"{EMAILS}/me")).json()[1]
    assert again["id"] == added.json()["id"]
    assert (await owner.browser.delete(f"{EMAILS}/{again['id']}")).status_code == 200
    assert not await signs_in(asgi, further)


async def test_the_primary_address_changes_places(asgi, owner, world, run_jobs):
    further = await proved(owner, world, run_jobs)
    unproved = new_address()
    await owner.browser.post(EMAILS, json={"email": unproved})
    answer = await owner.browser.post(f"{EMAILS}/me/primary", json={"email": unproved})
    assert refusal(answer) == (409, "email_addresses.not_verified")
    ids = {one["email"]: one["id"] for one in (await owner.browser.get(f"{EMAILS}/me")).json()}
    answer = await owner.browser.post(f"{EMAILS}/me/primary", json={"email": further})
    assert answer.status_code == 200, answer.text
    assert set(await mine(owner)) == {
        (further, True, True),
        (owner.email, True, False),
        (unproved, False, False),
    }
    now = {one["email"]: one["id"] for one in (await owner.browser.get(f"{EMAILS}/me")).json()}
    assert now == ids
    primary = await owner.browser.delete(f"{EMAILS}/{ids[further]}")
    assert refusal(primary) == (409, "email_addresses.is_primary")
    await run_jobs()
    assert any("was changed" in mail["Subject"] for mail in world.mails(owner.email))
    assert await signs_in(asgi, owner.email)


async def test_a_further_address_opens_no_second_account(asgi, owner, world, run_jobs, db):
    further = await proved(owner, world, run_jobs)
    count = "select count(*) from users where email = $1"
    async with stranger(asgi) as browser:
        answers = [
            await browser.post(SIGN_UP, json=form(address)) for address in (further, new_address())
        ]
    assert len({(one.status_code, frozenset(one.json())) for one in answers}) == 1
    await run_jobs()
    assert await db.connection.fetchval(count, further) == 0
    other = await world.person()
    asked = await other.browser.post(EMAILS, json={"email": further})
    assert asked.status_code == 201
    await run_jobs()
    proof = {"email": further, "code": mailed_code(world, further)}
    answer = await other.browser.post(f"{EMAILS}/verify", json=proof)
    assert refusal(answer) == (409, "email_addresses.taken")


async def test_who_is_invited_by_a_further_address_is_known_by_it(owner, world, run_jobs):
    further = await proved(owner, world, run_jobs)
    admin = await world.person("Admin")
    invited = await admin.browser.post(f"{USERS}/v2", json={"email": further, "provider": "local"})
    assert invited.status_code == 201, invited.text
    assert invited.json()["email"] == further
    listed = await admin.browser.get(f"{USERS}/v3", params={"_email": further})
    assert [one["email"] for one in listed.json()["items"]] == [further]
    assert owner.email not in (await admin.browser.get(f"{USERS}/v3")).text
    assert (await admin.browser.get(f"{USERS}/v3", params={"_email": owner.email})).json()[
        "items"
    ] == []
    await run_jobs()
    assert "invited" in world.mails(owner.email)[-1]["Subject"]


async def test_an_inviting_company_learns_no_new_address(owner, world, run_jobs):
    admin = await world.person("Admin")
    await admin.browser.post(f"{USERS}/v2", json={"email": owner.email, "provider": "local"})
    further = await proved(owner, world, run_jobs)
    await owner.browser.post(f"{EMAILS}/me/primary", json={"email": further})
    text = (await admin.browser.get(f"{USERS}/v3")).text
    assert owner.email in text
    assert further not in text


async def test_of_two_who_take_an_address_at_once_one_gets_it(asgi, owner, world, run_jobs, db):
    further = new_address()
    await owner.browser.post(EMAILS, json={"email": further})
    await run_jobs()
    proof = {"email": further, "code": mailed_code(world, further)}
    async with stranger(asgi) as browser:
        await asyncio.gather(
            owner.browser.post(f"{EMAILS}/verify", json=proof),
            browser.post(SIGN_UP, json=form(further)),
        )
    has = await db.connection.fetchval(
        "select (select count(*) from users where email = $1)"
        " + (select count(*) from user_emails where email = $1 and verified_at is not null)",
        further,
    )
    assert has == 1


async def test_a_new_user_and_a_verification_wait_for_each_other(
    asgi, owner, world, run_jobs, database
):
    further = new_address()
    await owner.browser.post(EMAILS, json={"email": further})
    await run_jobs()
    proof = {"email": further, "code": mailed_code(world, further)}
    verified = owner.browser.post(f"{EMAILS}/verify", json=proof)
    answer = await until_committed(database, lock_address(further, is_new=True), verified)
    assert answer.is_success, answer.text
    other = new_address()
    async with stranger(asgi) as browser:
        signed_up = browser.post(SIGN_UP, json=form(other))
        answer = await until_committed(database, lock_address(other, is_new=False), signed_up)
    assert answer.is_success, answer.text


def lock_address(address: str, *, is_new: bool) -> Callable[[Db], Awaitable[None]]:
    async def lock(db: Db) -> None:
        await db.connection.execute("select gatehouse_lock_address($1, $2)", address, is_new)

    return lock


async def test_addresses_change_only_soon_after_signing_in(owner):
    clock.advance_clock(timedelta(minutes=61))
    for path in (CHANGE, EMAILS, f"{EMAILS}/me/primary"):
        answer = await owner.browser.post(path, json={"email": new_address()})
        assert refusal(answer) == (403, "access.recent_sign_in_needed"), path


async def test_the_vendor_may_keep_addresses(owner, kept):
    assert (await owner.browser.get(POLICY)).json() == {"allowEmailChange": False}
    for path in (CHANGE, EMAILS, f"{EMAILS}/me/primary"):
        answer = await owner.browser.post(path, json={"email": new_address()})
        assert refusal(answer) == (403, "email_addresses.change_refused"), path


async def test_a_user_managed_by_a_directory_keeps_the_address(owner, world):
    assert (await owner.browser.get(POLICY)).json() == {"allowEmailChange": True}
    await world.configure(
        "update memberships set managed_by = 'scim2' where user_id = $1", owner.id
    )
    answer = await owner.browser.post(CHANGE, json={"email": new_address()})
    assert refusal(answer) == (403, "email_addresses.kept_elsewhere")


async def test_mails_to_addresses_are_limited(owner, monkeypatch):
    from gatehouse.identity.email_addresses import service
    from gatehouse.kit.rate_limit import RateLimit

    monkeypatch.setattr(service, "MAILS_OF_PERSON", RateLimit("email_addresses.test", 2, 60))
    codes = [
        (await owner.browser.post(CHANGE, json={"email": new_address()})).status_code
        for _ in range(3)
    ]
    assert codes == [200, 200, 429]


async def test_there_are_at_most_ten_further_addresses(owner, monkeypatch):
    from gatehouse.identity.email_addresses import service

    monkeypatch.setattr(service, "MOST", 2)
    for _ in range(2):
        assert (await owner.browser.post(EMAILS, json={"email": new_address()})).status_code == 201
    answer = await owner.browser.post(EMAILS, json={"email": new_address()})
    assert refusal(answer) == (409, "email_addresses.too_many")


async def test_a_tenant_lists_the_addresses_by_which_it_knows_people(owner, world, run_jobs):
    further = await proved(owner, world, run_jobs)
    page = (await owner.browser.get(EMAILS, params={"_limit": "10"})).json()
    assert [(one["email"], one["userId"]) for one in page["items"]] == [
        (owner.email, str(owner.id))
    ]
    assert page["_metadata"] == {"totalItems": 1, "totalPages": 1}
    none = await owner.browser.get(EMAILS, params={"_email": further})
    assert none.json()["items"] == []
    some = await owner.browser.get(EMAILS, params={"_email": owner.email[:8], "userIds": ""})
    assert len(some.json()["items"]) == 1
    assert (await (await world.person()).browser.get(EMAILS)).status_code == 403
