"""What changes while the vendor's service thinks: the rules are asked again afterwards."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from tests.connectivity.receiver import Received, Reply
from tests.databases import opened
from tests.identity.browser import sign_in
from tests.identity.passwordless_steps import CODE, CODE_BACK, offering, refusal
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
from tests.identity.test_impersonation import IMPERSONATE, ask, begin
from tests.prehooks.conftest import PREHOOKS, Service, says
from tests.vendor_users import count_sessions, find_user


class Thinking:
    """The service, which answers when it is told to."""

    def __init__(self, service: Service, answer: Callable[[Received], object]) -> None:
        self.arrived, self.go = asyncio.Event(), asyncio.Event()
        self._answer = answer
        service.receiver.reply = self._reply

    def _reply(self, request: Received) -> Reply:
        self.arrived.set()
        return says(self._answer(request), waits=self.go)


@pytest.fixture
def thinking(service: Service) -> Thinking:
    return Thinking(service, lambda _: {"verdict": "allow"})


async def tries(asgi, email: str) -> httpx.Response:
    async with stranger(asgi) as browser:
        return await browser.post(LOGIN, json={"email": email, "password": GOOD})


async def test_a_user_who_loses_access_meanwhile_is_not_signed_in(
    service: Service, thinking: Thinking, asgi, world, run_jobs
):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await service.hook("SIGN_IN")
    trying = asyncio.create_task(tries(asgi, address))
    await thinking.arrived.wait()
    await world.configure("update users set locked_at = now() where id = $1", user_id)
    thinking.go.set()
    assert refusal(await trying) == (403, "ER-01034")


async def test_an_old_password_opens_nothing_once_it_was_changed_meanwhile(
    service: Service, thinking: Thinking, asgi, world, run_jobs
):
    """A changed password ends all sessions, in case a stranger knew the old one: none may start later."""
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await service.hook("SIGN_IN")
    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": address})
        await run_jobs()
        trying = asyncio.create_task(tries(asgi, address))
        await thinking.arrived.wait()
        clock.advance_clock(timedelta(seconds=1))
        body = {**credentials(world, address), "password": OTHER}
        assert (await browser.post(VERIFY, json=body)).status_code == 201
    thinking.go.set()
    assert (await trying).status_code == 401
    assert await count_sessions(service.http, user_id) == 0


async def test_a_code_for_a_mailbox_that_was_given_up_meanwhile_opens_nothing(
    service: Service, thinking: Thinking, asgi, world, run_jobs, database, resources
):
    person = await world.person("Admin")
    await service.hook("SIGN_IN")
    async with offering(database, resources) as offer, stranger(asgi) as browser:
        await offer("Code")
        await browser.post(CODE, json={"email": person.email})
        await run_jobs()
        code = "".join(filter(str.isdigit, world.mails(person.email)[-1]["subject"]))
        trying = asyncio.create_task(browser.post(CODE_BACK, json={"token": code}))
        await thinking.arrived.wait()
        await world.configure("update users set email = $2 where id = $1", person.id, new_address())
        thinking.go.set()
        assert (await trying).status_code == 401
    assert await count_sessions(service.http, person.id) == 1  # the one before


@pytest.mark.parametrize("event", ["SIGN_IN", "JWT_GENERATION"])
async def test_the_prehook_is_called_again_for_a_user_who_moved_meanwhile(
    service: Service, thinking: Thinking, asgi, world, run_jobs, event
):
    address = new_address()
    user_id, usual = await sign_up_and_activate(asgi, world, run_jobs, address)
    other = await world.tenant("Other")
    await service.hook(event)
    trying = asyncio.create_task(tries(asgi, address))
    await thinking.arrived.wait()
    await world.member_of(other, user_id)
    await world.configure(
        "delete from memberships where user_id = $1 and tenant_id = $2", user_id, usual
    )
    thinking.go.set()
    assert (await trying).status_code == 200
    told = [one["prehookContext"]["tenantId"] for one in service.asked(event)]
    assert told == [str(usual), str(other)]


async def test_the_answer_of_a_prehook_that_was_switched_off_meanwhile_still_counts(
    service: Service, asgi, world, run_jobs
):
    thinking = Thinking(service, lambda _: {"verdict": "block"})
    made = await service.hook("SIGN_UP")

    async def sign_up() -> httpx.Response:
        async with stranger(asgi) as browser:
            return await browser.post(SIGN_UP, json=form(new_address()))

    trying = asyncio.create_task(sign_up())
    await thinking.arrived.wait()
    assert (await service.http.delete(f"{PREHOOKS}/{made['id']}")).status_code == 200
    await service.load()
    thinking.go.set()
    assert refusal(await trying) == (403, "prehooks.refused")


async def test_two_sign_ups_of_one_address_at_once_make_one_user_with_one_account(
    service: Service, asgi, run_jobs
):
    await service.hook("SIGN_UP")
    address, all_there = new_address(), asyncio.Event()

    def reply(_: Received) -> Reply:
        if len(service.receiver.received) == 3:
            all_there.set()
        return says({"verdict": "allow"}, waits=all_there)

    service.receiver.reply = reply

    async def sign_up() -> httpx.Response:
        async with stranger(asgi) as browser:
            return await browser.post(SIGN_UP, json=form(address, password=GOOD))

    answers = await asyncio.gather(*(sign_up() for _ in range(3)))
    assert [one.status_code for one in answers] == [201] * 3
    assert len({frozenset(one.json()) for one in answers}) == 1
    await run_jobs()
    made = await find_user(service.http, address)
    assert made is not None
    assert len(made["tenantIds"]) == 1


async def test_deleting_a_prehook_while_it_answers_blocks_no_sign_in(
    service: Service, asgi, database
):
    await service.hook("SIGN_UP")
    arrived = asyncio.Event()

    def reply(_: Received) -> Reply:
        arrived.set()
        return says({"verdict": "allow"})

    service.receiver.reply = reply

    async def sign_up() -> httpx.Response:
        async with stranger(asgi) as browser:
            return await browser.post(SIGN_UP, json=form(new_address()))

    async with opened(database, Scope.system()) as db:
        await db.connection.execute("delete from prehooks")
        trying = asyncio.create_task(sign_up())
        await arrived.wait()
        await asyncio.sleep(0.3)
    assert (await trying).status_code == 201


async def test_an_impersonation_is_refused_if_the_user_enrolled_in_mfa_meanwhile(
    service: Service, thinking: Thinking, world, db
):
    support = await world.person("Admin", permissions=(IMPERSONATE,))
    pat_id, _ = await world.member(support.tenant_id, "Admin")
    pat = await sign_in(world, pat_id, support.tenant_id)
    token = await ask(support.browser, pat)
    await service.hook("JWT_GENERATION")
    trying = asyncio.create_task(begin(world, token, pat))
    await thinking.arrived.wait()
    await world.configure("update users set mfa_enrolled = true where id = $1", pat_id)
    thinking.go.set()
    assert refusal(await trying) == (403, "access.step_up_needed")
    acted = "select count(*) from sessions where user_id = $1 and impersonator_id is not null"
    assert await db.connection.fetchval(acted, pat_id) == 0
