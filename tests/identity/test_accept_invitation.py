"""Invitations: newcomers activate, people with an account accept; removed is removed."""

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    GOOD,
    LOGIN,
    OTHER,
    RESET,
    SIGN_UP,
    STRATEGY,
    USERS,
    VERIFY,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)

INVITE = "/identity/resources/users/v2"
AGAIN = f"{USERS}/invitation/reset"
ALL_AGAIN = f"{USERS}/invitation/reset/all"
WHOSE = "/identity/resources/tenants/invites/v1/verify"


async def invite(admin, run_jobs, address: str) -> UUID:
    answer = await admin.browser.post(INVITE, json={"email": address, "name": "Guest"})
    assert answer.status_code == 201, answer.text
    await run_jobs()
    return UUID(answer.json()["id"])


@pytest.fixture
async def admin(world):
    return await world.person("Admin")


@pytest.fixture
async def guest(asgi, world, run_jobs, admin):
    """Address and link of a user with an account elsewhere, invited by `admin`."""
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    await invite(admin, run_jobs, address)
    return address, credentials(world, address)


async def is_activated(admin, link) -> bool | None:
    """Whether the member has accepted; None without a membership."""
    answer = await admin.browser.get(f"{USERS}/{link['userId']}")
    assert answer.status_code in (200, 404), answer.text
    return answer.json()["activatedForTenant"] if answer.status_code == 200 else None


async def test_a_newcomer_chooses_a_password_and_is_in(asgi, world, run_jobs, admin):
    address = new_address()
    await invite(admin, run_jobs, address)
    [mail] = world.mails(address)
    assert mail["Subject"] == "You have been invited to Gatehouse"
    assert world.link(mail).path == "/account/activate"
    link = credentials(world, address)
    async with stranger(asgi) as browser:
        assert (await browser.get(STRATEGY, params=link)).json() == {"shouldSetPassword": True}
        answer = await browser.post(ACTIVATE, json={**link, "password": GOOD})
    assert answer.status_code == 200
    assert answer.json()["accessToken"]
    assert await is_activated(admin, link) is True


async def test_a_user_with_an_account_accepts(asgi, world, run_jobs, admin, guest):
    address, link = guest
    mail = world.mails(address)[-1]
    assert world.link(mail).path == "/account/invitation/accept"
    async with stranger(asgi) as browser:
        answer = await browser.post(ACCEPT, json=link)
        assert (answer.status_code, answer.content) == (200, b"")
        assert not browser.cookies
        assert await is_activated(admin, link) is True
        again = await browser.post(ACCEPT, json=link)
        assert (again.status_code, again.json()["errorCode"]) == (404, "invitations.link_over")


async def test_a_password_planted_before_the_invitation_opens_nothing(
    asgi, world, run_jobs, admin, db
):
    """A stranger signs up with a victim's address and waits for an employer to invite it."""
    address = new_address()
    async with stranger(asgi) as thief:
        await thief.post(SIGN_UP, json=form(address, password=GOOD))
    await run_jobs()
    user_id = await invite(admin, run_jobs, address)
    link = credentials(world, address)
    async with stranger(asgi) as browser:
        assert (await browser.get(STRATEGY, params=link)).json() == {"shouldSetPassword": True}
        assert (await browser.post(ACTIVATE, json=link)).status_code == 400
    planted = "select count(*) from passwords where user_id = $1"
    assert await db.connection.fetchval(planted, user_id) == 0


async def test_who_was_removed_cannot_come_back_by_an_old_link(asgi, world, run_jobs, admin, guest):
    address, old = guest
    removed = await admin.browser.delete(f"{USERS}/{old['userId']}")
    assert removed.status_code == 200
    async with stranger(asgi) as browser:
        assert (await browser.post(ACCEPT, json=old)).status_code == 404
        assert await is_activated(admin, old) is None
        await invite(admin, run_jobs, address)
        assert (await browser.post(ACCEPT, json=old)).status_code == 404
        assert await is_activated(admin, old) is False
        new = credentials(world, address)
        assert (await browser.post(ACCEPT, json=new)).status_code == 200


async def test_a_disabled_or_expired_membership_cannot_be_accepted(asgi, admin, guest, db):
    _, link = guest
    member = (admin.tenant_id, UUID(link["userId"]))
    where = "where tenant_id = $1 and user_id = $2"
    async with stranger(asgi) as browser:
        await db.connection.execute(f"update memberships set is_disabled = true {where}", *member)
        assert (await browser.post(ACCEPT, json=link)).status_code == 404
        await db.connection.execute(
            f"update memberships set is_disabled = false, temporary_expires_at = $3 {where}",
            *member, clock.now() - timedelta(seconds=1),
        )  # fmt: skip
        assert (await browser.post(ACCEPT, json=link)).status_code == 404
        await db.connection.execute(
            f"update memberships set temporary_expires_at = null {where}", *member
        )
        assert (await browser.post(ACCEPT, json=link)).status_code == 200


async def test_the_expiry_is_checked_at_use(asgi, guest):
    _, link = guest
    clock.advance_clock(timedelta(hours=72, seconds=5))
    async with stranger(asgi) as browser:
        assert (await browser.post(ACCEPT, json=link)).status_code == 404


async def test_the_link_of_one_tenant_opens_no_other(asgi, world, run_jobs, admin, guest):
    address, link = guest
    other = await world.person("Admin")
    await invite(other, run_jobs, address)
    async with stranger(asgi) as browser:
        assert (await browser.post(ACCEPT, json=link)).status_code == 200
    assert await is_activated(admin, link) is True
    assert await is_activated(other, link) is False


async def test_the_link_is_for_accepting_only(asgi, guest):
    _, link = guest
    async with stranger(asgi) as browser:
        assert (await browser.get(STRATEGY, params=link)).status_code == 404
        assert (await browser.post(ACTIVATE, json={**link, "password": GOOD})).status_code == 404
        assert (await browser.post(VERIFY, json={**link, "password": GOOD})).status_code == 400
        assert (await browser.post(ACCEPT, json=link)).status_code == 200


async def test_fifty_at_once_accept_once(asgi, world, admin, guest, db):
    _, link = guest
    browsers = [stranger(asgi) for _ in range(50)]
    answers = await asyncio.gather(*[browser.post(ACCEPT, json=link) for browser in browsers])
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 49
    [accepted] = await audit_entries(world, admin.tenant_id, "user.invitation_accepted")
    assert accepted["user"] == link["userId"]
    members = await db.connection.fetchrow(
        "select count(*) as members, count(distinct user_id) as people,"
        " (select sum(people) from roster_counts where tenant_id = $1) as listed"
        " from memberships where tenant_id = $1",
        admin.tenant_id,
    )
    assert tuple(members) == (2, 2, 2)


async def test_the_page_can_say_who_invites(asgi, world, run_jobs, admin, guest):
    address, link = guest
    newcomer = new_address()
    await invite(admin, run_jobs, newcomer)
    me = (await admin.browser.get(f"{INVITE}/me")).json()
    async with stranger(asgi) as browser:
        theirs = credentials(world, newcomer)["token"]
        for token, email in ((link["token"], address), (theirs, newcomer)):
            answer = await browser.post(WHOSE, json={"token": token})
            assert answer.status_code == 200
            assert answer.json() == {
                "name": "Acme",
                "tenantId": str(admin.tenant_id),
                "inviterName": me["name"],
                "inviterEmail": me["email"],
                "email": f"{email[0]}•••@example.test",
            }
        assert (await browser.post(ACCEPT, json=link)).status_code == 200  # used up by nothing
        over = await browser.post(WHOSE, json={"token": link["token"]})
        assert (over.status_code, over.json()["errorCode"]) == (404, "invitations.link_over")
        clock.advance_clock(timedelta(hours=72, seconds=5))
        late = await browser.post(WHOSE, json={"token": credentials(world, newcomer)["token"]})
        assert late.status_code == 404


async def test_other_links_and_guesses_name_no_user(asgi, world, run_jobs):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": address})
        await run_jobs()
        for token in (credentials(world, address)["token"], "x", "ä\u0000", "x" * 200):
            assert (await browser.post(WHOSE, json={"token": token})).status_code == 404
        for wrong in ("", None, 5, "x" * 201):
            assert (await browser.post(WHOSE, json={"token": wrong})).status_code == 400


@pytest.mark.parametrize(
    "change", [{"token": ""}, {"token": "x"}, {"token": None}, {"userId": ""}, {"userId": 5}]
)
async def test_a_wrong_link_accepts_nothing(asgi, admin, guest, change):
    _, link = guest
    async with stranger(asgi) as browser:
        answer = await browser.post(ACCEPT, json={**link, **change})
    assert answer.status_code in (400, 404)
    assert await is_activated(admin, link) is False


async def test_asking_again_answers_alike_and_mails_only_who_is_invited(
    asgi, world, run_jobs, admin, guest
):
    address, _ = guest
    unknown = new_address()
    async with stranger(asgi) as browser:
        answers = [await browser.post(AGAIN, json={"email": a}) for a in (address, unknown)]
    assert [(a.status_code, a.content) for a in answers] == [(200, b"")] * 2
    before = len(world.mails(address))
    await run_jobs()
    assert len(world.mails(address)) == before + 1
    assert world.mails(unknown) == []


async def test_all_waiting_invitations_are_sent_again(asgi, world, run_jobs, admin, guest):
    address, _ = guest
    other = await world.person("Admin")
    await invite(other, run_jobs, address)
    before = len(world.mails(address))
    assert (await admin.browser.post(ALL_AGAIN, json={"email": address})).status_code == 200
    await run_jobs()
    assert len(world.mails(address)) == before + 2
    reader = await world.person("ReadOnly")
    assert (await reader.browser.post(ALL_AGAIN, json={"email": address})).status_code == 403
    assert (await world.new_client().post(ALL_AGAIN, json={"email": address})).status_code == 401


async def test_a_second_invitation_of_a_new_user_joins_without_a_session(
    asgi, world, run_jobs, admin
):
    """By then there is a password, which a link in an old mail must not get around."""
    address = new_address()
    other = await world.person("Admin")
    for inviter in (admin, other):
        await invite(inviter, run_jobs, address)
    links = [credentials(world, address, place) for place in range(2)]
    async with stranger(asgi) as browser:
        await browser.post(ACTIVATE, json={**links[0], "password": GOOD})
    async with stranger(asgi) as browser:
        assert (await browser.get(STRATEGY, params=links[1])).json() == {"shouldSetPassword": False}
        second = await browser.post(ACTIVATE, json={**links[1], "password": OTHER})
        assert second.status_code == 200
        assert "accessToken" not in second.json()
        assert not browser.cookies
        for password, status in ((OTHER, 401), (GOOD, 200)):
            answer = await browser.post(LOGIN, json={"email": address, "password": password})
            assert answer.status_code == status
    assert await is_activated(other, links[1]) is True


@pytest.mark.parametrize("is_known", [True, False])
async def test_the_page_behind_the_link_names_its_user(asgi, world, run_jobs, is_known):
    """The browser may have the session of another user."""
    admin = await world.person("Admin")
    address = f"vera.{new_address()}"
    if is_known:
        await sign_up_and_activate(asgi, world, run_jobs, address)
    body = {"email": address, "roleIds": [], "provider": "local"}
    assert (await admin.browser.post("/identity/resources/users/v2", json=body)).status_code == 201
    await run_jobs()
    token = credentials(world, address)["token"]
    async with stranger(asgi) as browser:
        path = "/identity/resources/tenants/invites/v1/verify"
        shown = (await browser.post(path, json={"token": token})).json()
    assert shown["email"] == f"v•••@{address.partition('@')[2]}"
    assert address not in str(shown)
