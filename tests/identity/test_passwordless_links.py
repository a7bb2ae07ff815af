"""Signing in with a mailed link: once, a quarter of an hour, in the browser that asked."""

import asyncio
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from tests.identity.passwordless_steps import LINK, LINK_BACK, offering, refusal
from tests.identity.signup_steps import REFRESH, new_address, stranger


@pytest.fixture
async def offer(database, resources):
    async with offering(database, resources) as change:
        await change("MagicLink")
        yield change


@pytest.fixture
async def owner(world, offer):
    return (await world.member(await world.tenant()))[::-1]


def token(world, address, position=-1) -> dict[str, str]:
    return {"token": world.link(world.mails(address)[position]).params["token"]}


@pytest.fixture
async def asker(asgi, run_jobs, owner):
    """The browser that asked."""
    async with stranger(asgi) as browser:
        asked = await browser.post(LINK, json={"email": owner[0]})
        assert (asked.status_code, asked.content) == (200, b"")
        await run_jobs()
        yield browser


async def test_a_mailed_link_signs_in(world, owner, asker):
    mail = world.mails(owner[0])[-1]
    assert mail["Subject"] == "Sign in to Gatehouse"
    assert world.link(mail).path == "/account/login/magic-link"
    answer = await asker.post(LINK_BACK, json=token(world, owner[0]))
    assert answer.status_code == 201, answer.text
    assert answer.json()["accessToken"]
    assert (await asker.post(REFRESH)).status_code == 201


async def test_a_scanner_that_opens_the_link_uses_nothing_up(asgi, client, world, owner, asker):
    link = world.link(world.mails(owner[0])[-1])
    for path in (f"{link.path}?{link.query.decode()}", LINK_BACK):
        await client.get(path)
    async with stranger(asgi) as scanner:
        elsewhere = await scanner.post(LINK_BACK, json=token(world, owner[0]))
    assert refusal(elsewhere) == (401, "ER-01016")
    assert (await asker.post(LINK_BACK, json=token(world, owner[0]))).status_code == 201


async def test_the_vendor_may_let_links_open_elsewhere(asgi, world, offer, owner, asker):
    await offer("MagicLink", magic_link_same_device=False)
    async with stranger(asgi) as elsewhere:
        answer = await elsewhere.post(LINK_BACK, json=token(world, owner[0]))
    assert answer.status_code == 201


async def test_the_link_works_once_and_takes_its_siblings_along(world, run_jobs, owner, asker):
    await asker.post(LINK, json={"email": owner[0]})
    await run_jobs()
    first, second = token(world, owner[0], 0), token(world, owner[0], 1)
    kept = dict(asker.cookies)
    assert (await asker.post(LINK_BACK, json=first)).status_code == 201
    for dead in (first, second):
        again = await asker.post(LINK_BACK, json=dead, cookies=kept)
        assert refusal(again) == (401, "ER-01015")


async def test_an_earlier_link_still_works_after_asking_again(world, run_jobs, owner, asker):
    await asker.post(LINK, json={"email": owner[0]})
    await run_jobs()
    assert (await asker.post(LINK_BACK, json=token(world, owner[0], 0))).status_code == 201


async def test_of_fifty_at_once_one_gets_in(world, owner, asker):
    link = token(world, owner[0])
    answers = await asyncio.gather(*[asker.post(LINK_BACK, json=link) for _ in range(50)])
    assert sorted(one.status_code for one in answers) == [201] + [401] * 49


async def test_the_link_lives_a_quarter_of_an_hour(world, owner, asker):
    clock.advance_clock(timedelta(minutes=15, seconds=1))
    answer = await asker.post(LINK_BACK, json=token(world, owner[0]))
    assert refusal(answer) == (401, "ER-01014")


async def test_what_is_no_link_is_told_so(asker):
    assert refusal(await asker.post(LINK_BACK, json={"token": "x" * 43})) == (401, "ER-01015")


async def test_a_link_dies_with_the_address_to_which_it_went(world, owner, asker, db):
    link = token(world, owner[0])
    await db.connection.execute(
        "update users set email = $2 where id = $1", owner[1], new_address()
    )
    assert refusal(await asker.post(LINK_BACK, json=link)) == (401, "ER-01015")


async def test_known_and_unknown_people_get_the_same_answer(asgi, world, run_jobs, owner, db):
    unknown, answers = new_address(), []
    for address in (owner[0], unknown):
        async with stranger(asgi) as browser:
            answers.append(await browser.post(LINK, json={"email": address}))
        queued = await db.connection.fetch(
            "select entrypoint from pgqueuer where payload like $1", f"%{address}%".encode()
        )
        assert [row[0] for row in queued] == ["passwordless.mail_link"]
    assert [(a.status_code, a.content) for a in answers] == [(200, b"")] * 2
    assert {*answers[0].headers} == {*answers[1].headers}
    await run_jobs()
    assert len(world.mails(owner[0])) == 1
    assert world.mails(unknown) == []
