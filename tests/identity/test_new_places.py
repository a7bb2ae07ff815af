"""A sign-in from a place that the account was not used from is told by mail, with a link that ends it."""

from datetime import timedelta
from uuid import UUID

import pytest

from gatehouse.identity.sessions.new_locations import describe_device
from gatehouse.kit import clock
from tests.audit_log import audit_entries_by
from tests.identity.signup_steps import (
    GOOD,
    LOGIN,
    ME,
    REFRESH,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.stored import row_contains
from tests.vendor_view import get_user_by_email

SWITCH = "/identity/resources/users/v1/tenant"
END = "/identity/resources/users/sessions/v1/end-by-link"
SUBJECT = "New sign-in to your Gatehouse account"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"


async def sign_in(browser, address: str, **headers: str) -> None:
    body = {"email": address, "password": GOOD}
    answer = await browser.post(LOGIN, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    browser.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"


def told(world, address: str):
    return [mail for mail in world.mails(address) if mail["Subject"] == SUBJECT]


@pytest.fixture
async def known(asgi, world, run_jobs):
    """The address of a user who has signed in at home."""
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    return address


async def test_the_first_sign_in_sends_no_mail_and_the_next_location_does(
    asgi, world, run_jobs, known
):
    await run_jobs()
    assert told(world, known) == []
    async with stranger(asgi, "192.0.2.9") as browser:
        await sign_in(browser, known, **{"user-agent": FIREFOX})
        await run_jobs()
        [mail] = told(world, known)
        text = mail.get_body(("plain",)).get_content()
        assert "192.0.2.9" in text
        assert "Firefox on Windows" in text
        assert clock.now().strftime("%Y-%m-%d") in text
        await sign_in(browser, known)
        await run_jobs()
        assert len(told(world, known)) == 1
    assert mail["To"] == known


async def test_the_link_ends_that_session_and_no_other_once(asgi, world, run_jobs, known, db):
    async with stranger(asgi) as home, stranger(asgi, "192.0.2.10") as thief:
        await sign_in(home, known)
        await run_jobs()
        before = len(told(world, known))
        await sign_in(thief, known)
        await run_jobs()
        link = world.link(told(world, known)[before])
        assert link.path == "/account/end-session"
        token = dict(link.params)["token"]
        stored = await db.connection.fetch("select t::text from action_tokens t")
        assert stored
        assert not [row for (row,) in stored if row_contains(row, token)]
        async with stranger(asgi) as mailbox:
            assert (await mailbox.post(END, json={"token": token})).status_code == 200
            again = await mailbox.post(END, json={"token": token})
            assert (again.status_code, again.json()["errorCode"]) == (404, "session.link_over")
        assert (await thief.get(ME)).status_code == 401
        assert (await thief.post(REFRESH)).status_code == 401
        assert (await home.get(ME)).status_code == 200
    assert len(await audit_entries_by(world, known, "session.ended")) == 1


async def test_a_session_that_began_again_there_ends_too(asgi, world, run_jobs, known):
    """As a step-up replaces the session."""
    async with stranger(asgi, "192.0.2.11") as thief:
        await sign_in(thief, known)
        await run_jobs()
        token = dict(world.link(told(world, known)[-1]).params)["token"]
        await sign_in(thief, known)
        async with stranger(asgi) as mailbox:
            assert (await mailbox.post(END, json={"token": token})).status_code == 200
        assert (await thief.get(ME)).status_code == 401


async def test_each_place_has_a_link_of_its_own(asgi, world, run_jobs, known):
    async with stranger(asgi, "192.0.2.12") as one, stranger(asgi, "192.0.2.13") as two:
        for browser in (one, two):
            await sign_in(browser, known)
            await run_jobs()
        tokens = [dict(world.link(mail).params)["token"] for mail in told(world, known)]
        async with stranger(asgi) as mailbox:
            assert (await mailbox.post(END, json={"token": tokens[0]})).status_code == 200
            assert [(await each.get(ME)).status_code for each in (one, two)] == [401, 200]
            assert (await mailbox.post(END, json={"token": tokens[1]})).status_code == 200
            assert (await two.get(ME)).status_code == 401


async def test_a_link_is_over_after_three_days(asgi, world, run_jobs, known):
    async with stranger(asgi, "192.0.2.14") as browser:
        await sign_in(browser, known)
        await run_jobs()
        token = dict(world.link(told(world, known)[-1]).params)["token"]
        clock.advance_clock(timedelta(hours=72, minutes=1))
        assert (await browser.post(END, json={"token": token})).status_code == 404
        assert (await browser.post(END, json={"token": "wrong"})).status_code == 404


async def test_many_places_a_day_send_no_flood(asgi, world, run_jobs, known):
    for host in range(8):
        async with stranger(asgi, f"198.51.100.{host}") as browser:
            await sign_in(browser, known)
    await run_jobs()
    assert len(told(world, known)) == 5


@pytest.mark.parametrize(
    ("user_agent", "said"),
    [
        (FIREFOX, "Firefox on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
         " Version/17.5 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile"
         " Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"
         " Edg/126.0", "Edge on Windows"),
        ("Call +1 555 0100 or see www.evil.test", "an unknown device"),
        ("", "an unknown device"),
    ],
)  # fmt: skip
def test_of_the_header_only_known_names_are_shown(user_agent, said):
    assert describe_device(user_agent) == said


async def second_account(world, address: str) -> tuple[UUID, UUID]:
    """Another account of the user; the ids of both."""
    user_id = UUID((await get_user_by_email(world, address))["id"])
    tenant_id = await world.tenant("Second")
    await world.member_of(tenant_id, user_id)
    return user_id, tenant_id


async def test_a_session_that_moves_to_another_account_at_once_is_told_too(
    asgi, world, run_jobs, known
):
    _, second = await second_account(world, known)
    async with stranger(asgi, "192.0.2.15") as thief:
        await sign_in(thief, known)
        switched = await thief.put(SWITCH, json={"tenantId": str(second)})
        assert switched.status_code == 200, switched.text
        await run_jobs()
    assert len(told(world, known)) == 1


async def test_the_link_ends_what_began_in_the_same_network(asgi, world, run_jobs, known):
    async with (
        stranger(asgi, "2001:db8:77:1::1") as thief,
        stranger(asgi, "2001:db8:77:1::2") as again,
        stranger(asgi, "2001:db8:77:2::1") as elsewhere,
    ):
        await sign_in(thief, known)
        await run_jobs()
        token = dict(world.link(told(world, known)[-1]).params)["token"]
        await sign_in(again, known)
        await sign_in(elsewhere, known)
        async with stranger(asgi) as mailbox:
            assert (await mailbox.post(END, json={"token": token})).status_code == 200
        states = [(await one.get(ME)).status_code for one in (thief, again, elsewhere)]
    assert states == [401, 401, 200]


async def test_a_place_whose_session_was_ended_is_new_again(asgi, world, run_jobs, known):
    async with stranger(asgi, "192.0.2.16") as thief, stranger(asgi) as mailbox:
        await sign_in(thief, known)
        await run_jobs()
        token = dict(world.link(told(world, known)[-1]).params)["token"]
        assert (await mailbox.post(END, json={"token": token})).status_code == 200
        await sign_in(thief, known)
        await run_jobs()
    assert len(told(world, known)) == 2


async def test_a_sign_in_to_an_account_that_was_long_unused_is_told(asgi, world, run_jobs, known):
    """Known places are forgotten after 90 days."""
    await run_jobs()
    clock.advance_clock(timedelta(days=100))
    async with stranger(asgi, "192.0.2.17") as thief:
        await sign_in(thief, known)
        await run_jobs()
    assert len(told(world, known)) == 1
