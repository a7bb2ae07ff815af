"""A user without access cannot sign in by any method, and is told that they have no access."""

from collections.abc import Awaitable, Callable

import httpx
import pytest

from gatehouse.kit import clock
from tests.identity.passwordless_steps import (
    CODE,
    CODE_BACK,
    LINK,
    LINK_BACK,
    SMS,
    SMS_BACK,
    code_in,
    mailed_code,
    offering,
    own_number,
    texts,
)  # fmt: skip
from tests.identity.second_factors import Somebody, Steps
from tests.identity.signup_steps import GOOD, LOGIN, stranger
from tests.identity.software_key import SoftwareKey
from tests.identity.test_passkeys import add
from tests.identity.test_passkeys import sign_in as show_passkey

Way = Callable[[Steps, Somebody, httpx.AsyncClient], Awaitable[httpx.Response]]
KEYS: dict[str, SoftwareKey] = {}


async def password(steps: Steps, who: Somebody, browser: httpx.AsyncClient) -> httpx.Response:
    return await browser.post(LOGIN, json={"email": who.email, "password": GOOD})


async def code(steps: Steps, who: Somebody, browser: httpx.AsyncClient) -> httpx.Response:
    await browser.post(CODE, json={"email": who.email})
    await steps.run_jobs()
    return await browser.post(CODE_BACK, json={"token": mailed_code(steps.world, who.email)})


async def link(steps: Steps, who: Somebody, browser: httpx.AsyncClient) -> httpx.Response:
    await browser.post(LINK, json={"email": who.email})
    await steps.run_jobs()
    sent = dict(steps.world.link(steps.world.mails(who.email)[-1]).params)
    return await browser.post(LINK_BACK, json={"token": sent["token"]})


async def text(steps: Steps, who: Somebody, browser: httpx.AsyncClient) -> httpx.Response:
    number = await own_number(steps.world, who.id)
    await browser.post(SMS, json={"phoneNumber": number})
    await steps.run_jobs()
    return await browser.post(SMS_BACK, json={"token": code_in(texts(steps.world, number)[-1])})


async def passkey(steps: Steps, who: Somebody, browser: httpx.AsyncClient) -> httpx.Response:
    return await show_passkey(browser, KEYS[who.email])


WAYS: dict[Way, str] = {
    password: "EmailAndPassword",
    passkey: "EmailAndPassword",
    code: "Code",
    link: "MagicLink",
    text: "SmsCode",
}
LOCKED = "ER-01034"
SHUT = {
    "locked by the vendor": "update users set locked_at = $2 where id = $1",
    "disabled": "update memberships set is_disabled = $2::timestamptz is not null where user_id = $1",
    "removed": "delete from memberships where user_id = $1 and $2::timestamptz is not null",
    "over": "update memberships set temporary_expires_at = $2 where user_id = $1",
    "of a deleted account": "update tenants set deleted_at = $2"
    " where id in (select tenant_id from memberships where user_id = $1)",
}


@pytest.fixture
async def offer(database, resources):
    async with offering(database, resources) as change:
        yield change


async def somebody_with_a_passkey(steps: Steps) -> Somebody:
    who, key = await steps.somebody(), SoftwareKey()
    KEYS[who.email] = key
    assert (await add(who, key)).status_code == 200
    await steps.run_jobs()  # the mail about the passkey is not the last one then
    return who


@pytest.mark.parametrize("shut", SHUT)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_a_user_without_access_cannot_sign_in_by_any_method(steps, offer, way, shut):
    who = await somebody_with_a_passkey(steps)
    await offer(WAYS[way])
    await steps.world.configure(SHUT[shut], who.id, clock.now())
    browser = stranger(steps.asgi)
    answer = await way(steps, who, browser)
    code = LOCKED if shut == "locked by the vendor" else "login.no_access"
    assert (answer.status_code, answer.json()["errorCode"]) == (403, code)
    assert not any(name.startswith("fe_refresh") for name in browser.cookies)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_a_user_with_access_signs_in_by_each_method(steps, offer, way):
    who = await somebody_with_a_passkey(steps)
    await offer(WAYS[way])
    answer = await way(steps, who, stranger(steps.asgi))
    assert answer.json()["accessToken"]
