"""What one step hands out opens no other: each is tried at every other step, in the browser that has it.

`HANDED_OUT` are the steps that give a user something, `STEPS` those that take something. Where a step takes
what was given for it, that is tested as well: else a refusal would say nothing.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx
import pytest

from tests.identity.passwordless_steps import (
    CODE,
    CODE_BACK,
    LINK,
    LINK_BACK,
    NUMBERS,
    PHONE,
    SMS,
    SMS_BACK,
    code_in,
    mailed_code,
    new_number,
    offering,
    own_number,
    texts,
)  # fmt: skip
from tests.identity.second_factors import AT_LOGIN, GENERATE, Somebody, Steps
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    LOGIN,
    OTHER,
    REFRESH,
    RESET,
    SIGN_UP,
    VERIFY,
    credentials,
    form,
    new_address,
    stranger,
)  # fmt: skip

BY_SMS = "/identity/resources/users/v2/passwords/reset/sms"
UNLOCK = "/identity/resources/users/v3/me/unlock"
INVITE = "/identity/resources/users/v2"
ACT = "/identity/resources/impersonation/v1"
NOBODY = "00000000-0000-4000-8000-000000000000"
PASSWORD, BY_CODE, BY_LINK, BY_TEXT = "EmailAndPassword", "Code", "MagicLink", "SmsCode"


@dataclass
class Held:
    """What a step gave to the user of this browser; `opens` is the step that it is for."""

    browser: httpx.AsyncClient
    opens: str | None
    token: str = ""
    code: str = "123456"
    more: dict[str, str] = field(default_factory=dict)
    user_id: str = NOBODY
    email: str = "nobody@example.test"

    @property
    def secrets(self) -> set[str]:
        return {one for one in (self.token, self.code, *self.more.values()) if one != "123456"}


@dataclass(frozen=True)
class Step:
    path: str
    body: Callable[[Held, str], dict[str, Any]]
    strategy: str = PASSWORD
    method: str = "POST"

    async def take(self, held: Held, secret: str) -> httpx.Response:
        return await held.browser.request(self.method, self.path, json=self.body(held, secret))


def _link(held: Held, secret: str) -> dict[str, str]:
    return {"userId": held.user_id, "token": secret}


def _waiting(held: Held, secret: str) -> dict[str, str]:
    """At the step that it is for, what else belongs to it comes along."""
    return {"mfaToken": secret, "otcToken": secret, **held.more, "code": held.code}


STEPS: dict[str, Step] = {
    "activate": Step(ACTIVATE, lambda held, it: {**_link(held, it), "password": OTHER}),
    "activate by code": Step(
        f"{ACTIVATE}/code", lambda held, it: {**_link(held, it), "code": held.code, "password": OTHER}
    ),
    "accept": Step(ACCEPT, _link),
    "accept by code": Step(f"{ACCEPT}/code", lambda held, it: {**_link(held, it), "code": held.code}),
    "reset": Step(VERIFY, lambda held, it: {**_link(held, it), "password": OTHER}),
    "reset by text": Step(f"{BY_SMS}/verify", lambda held, it: {"sessionId": it, "otcToken": held.code}),
    "unlock": Step(UNLOCK, lambda held, it: {"token": it}),
    "app": Step(f"{AT_LOGIN}/verify", lambda held, it: {"mfaToken": it, "value": held.code}),
    "mailed factor": Step(f"{AT_LOGIN}/emailcode/verify", _waiting),
    "texted factor": Step(f"{AT_LOGIN}/sms/enroll/verify", _waiting),
    "new app": Step(
        f"{AT_LOGIN}/authenticator/enroll/verify", lambda held, it: {"mfaToken": it, "token": held.code}
    ),
    "recover": Step(
        f"{AT_LOGIN}/recover", lambda held, it: {"email": held.email, "recoveryCode": it[:100]}
    ),
    "impersonate": Step(
        ACT, lambda held, it: {"impersonatedUserId": held.user_id, "actorToken": it[:200]}
    ),
    "own number": Step(f"{NUMBERS}/verify", lambda held, it: {"otcToken": it, "code": held.code}),
    "code": Step(CODE_BACK, lambda held, it: {"token": it[:200]}, BY_CODE),
    "magic link": Step(LINK_BACK, lambda held, it: {"token": it[:200]}, BY_LINK),
    "text": Step(SMS_BACK, lambda held, it: {"token": it[:200]}, BY_TEXT),
    "new phone": Step(
        f"{PHONE}/reset/verify", lambda held, it: {"resetPhoneNumberToken": it, "code": held.code}, BY_TEXT
    ),
    "change phone": Step(
        f"{PHONE}/change",
        lambda held, it: {"changePhoneNumberToken": it, "phoneNumber": "+15550100123"},
        BY_TEXT,
        "PUT",
    ),
}  # fmt: skip


class Place:
    """Where people are given things."""

    def __init__(self, steps: Steps, offer: Callable[..., Awaitable[None]]) -> None:
        self.steps, self.world, self.offer = steps, steps.world, offer
        self.offered = PASSWORD

    def browser(self) -> httpx.AsyncClient:
        return stranger(self.steps.asgi)

    async def offers(self, strategy: str) -> None:
        if self.offered != strategy:
            await self.offer(strategy)
        self.offered = strategy

    async def asks(self, strategy: str, path: str, body: dict[str, Any]) -> httpx.AsyncClient:
        await self.offers(strategy)
        browser = self.browser()
        answer = await browser.post(path, json=body)
        assert answer.is_success, answer.text
        await self.steps.run_jobs()
        return browser


def held_by(who: Somebody, browser: httpx.AsyncClient, opens: str | None, **what: Any) -> Held:
    return Held(browser, opens, user_id=str(who.id), email=who.email, **what)


async def activation(place: Place) -> Held:
    address = new_address()
    browser = await place.asks(PASSWORD, SIGN_UP, form(address))
    link = credentials(place.world, address)
    return Held(browser, "activate", link["token"], user_id=link["userId"], email=address)


async def invitation(place: Place) -> Held:
    admin, who = await place.world.person("Admin"), await place.steps.somebody()
    await admin.browser.post(INVITE, json={"email": who.email})
    await place.steps.run_jobs()
    return held_by(
        who, place.browser(), "accept", token=credentials(place.world, who.email)["token"]
    )


async def reset(place: Place) -> Held:
    who = await place.steps.somebody()
    browser = await place.asks(PASSWORD, RESET, {"email": who.email})
    return held_by(who, browser, "reset", token=credentials(place.world, who.email)["token"])


async def unlock(place: Place) -> Held:
    who = await place.steps.somebody()
    browser = place.browser()
    for _ in range(5):
        await browser.post(LOGIN, json={"email": who.email, "password": "not this one"})
    await place.steps.run_jobs()
    link = dict(place.world.link(place.world.mails(who.email)[-1]).params)
    return held_by(who, browser, "unlock", token=link["token"])


async def magic_link(place: Place) -> Held:
    who = await place.steps.somebody()
    browser = await place.asks(BY_LINK, LINK, {"email": who.email})
    link = dict(place.world.link(place.world.mails(who.email)[-1]).params)
    return held_by(who, browser, "magic link", token=link["token"])


async def code(place: Place) -> Held:
    who = await place.steps.somebody()
    browser = await place.asks(BY_CODE, CODE, {"email": who.email})
    it = mailed_code(place.world, who.email)
    return held_by(who, browser, "code", token=it, code=it)


async def text(place: Place) -> Held:
    who = await place.steps.somebody()
    number = await own_number(place.world, who.id)
    browser = await place.asks(BY_TEXT, SMS, {"phoneNumber": number})
    it = code_in(texts(place.world, number)[-1])
    return held_by(who, browser, "text", token=it, code=it)


async def second_factor_due(place: Place) -> Held:
    """The password is known, the app is not here."""
    who = await place.steps.with_app()
    browser = place.browser()
    return held_by(who, browser, None, token=(await place.steps.login(who, browser))["mfaToken"])


async def mailed_factor(place: Place) -> Held:
    who = await place.steps.somebody()
    await place.steps.policy(who.tenant_id, "Force")
    browser = place.browser()
    waits = {"mfaToken": (await place.steps.login(who, browser))["mfaToken"]}
    sent = (await browser.post(f"{AT_LOGIN}/emailcode", json=waits)).json()
    it = await place.steps.mailed(who)
    more = {**waits, "otcToken": sent["otcToken"]}
    return held_by(who, browser, "mailed factor", token=more["otcToken"], code=it, more=more)


async def step_up(place: Place) -> Held:
    who = await place.steps.with_app()
    due = await who.browser.post(GENERATE, json={"maxAge": 0})
    return held_by(who, place.browser(), None, token=due.json()["mfaToken"])


async def own_number_code(place: Place) -> Held:
    who, number = await place.steps.somebody(), new_number()
    sent = await who.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    it = await place.steps.text(number)
    return held_by(who, who.browser, "own number", token=sent.json()["otcToken"], code=it)


async def new_phone(place: Place) -> Held:
    who = await place.steps.somebody()
    await own_number(place.world, who.id)
    await place.offers(BY_TEXT)
    browser = place.browser()
    begun = await browser.post(f"{PHONE}/reset", json={"email": who.email})
    await place.steps.run_jobs()
    it = mailed_code(place.world, who.email)
    return held_by(who, browser, "new phone", token=begun.json()["resetPhoneNumberToken"], code=it)


async def change_phone(place: Place) -> Held:
    held = await new_phone(place)
    proved = (await STEPS["new phone"].take(held, held.token)).json()
    held.opens, held.token = "change phone", proved["changePhoneNumberToken"]
    return held


async def session(place: Place) -> Held:
    """An access token is none of all that."""
    who = await place.steps.somebody()
    answer = await place.steps.login(who)
    return held_by(who, place.browser(), None, token=answer["accessToken"])


HANDED_OUT = [
    activation, invitation, reset, unlock, magic_link, code, text, second_factor_due, mailed_factor,
    step_up, own_number_code, new_phone, change_phone, session,
]  # fmt: skip


@pytest.fixture
async def place(steps, database, resources, world):
    switches = "password_reset_by_sms = $1, unlock_by_mail = $1"
    await world.configure(f"update vendor set {switches}", True)
    async with offering(database, resources) as offer:
        yield Place(steps, offer)
    await world.configure(f"update vendor set {switches}", False)


@pytest.mark.parametrize("hand_out", HANDED_OUT, ids=lambda step: step.__name__)
async def test_what_one_step_gives_opens_no_other(place, hand_out, db):
    held = await hand_out(place)
    before = await state_of(db, held)
    by_strategy = sorted(STEPS.items(), key=lambda named: named[1].strategy)
    for name, step in by_strategy:
        if name == held.opens:
            continue
        await place.offers(step.strategy)
        for secret in held.secrets:
            answer = await step.take(held, secret)
            assert 400 <= answer.status_code < 500, f"{name}: {answer.status_code} {answer.text}"
            assert answer.status_code != 429, f"{name} was not tried"
            assert "accessToken" not in answer.text
            assert not any("fe_refresh" in one for one in answer.headers.get_list("set-cookie"))
    assert await state_of(db, held) == before


@pytest.mark.parametrize("hand_out", HANDED_OUT, ids=lambda step: step.__name__)
async def test_what_a_step_gives_opens_the_one_that_it_is_for(place, hand_out):
    held = await hand_out(place)
    if held.opens is None:
        for path in (REFRESH, LOGIN):
            assert (await held.browser.post(path, json={})).status_code in (400, 401)
        return
    step = STEPS[held.opens]
    await place.offers(step.strategy)
    answer = await step.take(held, held.token)
    assert answer.is_success, answer.text


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"null", b'"x"'], ids=repr)
@pytest.mark.parametrize("name", STEPS)
async def test_an_empty_body_opens_no_step(client, name, content):
    step = STEPS[name]
    headers = {"content-type": "application/json"}
    answer = await client.request(step.method, step.path, content=content, headers=headers)
    assert 400 <= answer.status_code < 500
    assert "accessToken" not in answer.text


async def state_of(db: Any, held: Held) -> tuple[Any, ...]:
    """The user's data is unchanged, and no session was started."""
    row = await db.connection.fetchrow(
        "select u.verified, p.hash, m.activated, m.joined,"
        " (select count(*) from sessions s where s.user_id = u.id and s.ended_at is null),"
        " (select count(*) from authenticators a where a.user_id = u.id and a.confirmed_at is not null),"
        " (select count(*) from phone_numbers n where n.user_id = u.id and n.verified_at is not null)"
        " from users u left join passwords p on p.user_id = u.id"
        " left join lateral (select bool_and(activated) as activated, count(*) as joined"
        "   from memberships where user_id = u.id) m on true where u.id = $1",
        UUID(held.user_id),
    )
    return tuple(row) if row else ()
