"""A mailbox gets a limited number of codes and links a day, from all callers and addresses together."""

import pytest

from gatehouse.identity.mfa import codes as factor_codes
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.settings import add_settings
from tests.identity.passwordless_steps import (
    CODE,
    CODE_BACK,
    LINK,
    mailed_code,
    offering,
)
from tests.identity.second_factors import AT_LOGIN
from tests.identity.signup_steps import RESEND, RESET, SIGN_UP, form, new_address, stranger

HOME = "198.51.100.9"
A_DAY = 3
ASKING = {CODE: "Code", LINK: "MagicLink"}


@pytest.fixture
async def offer(database, resources, settings):
    add_settings(resources, settings.model_copy(update={"mailed_codes_per_day": A_DAY}))
    async with offering(database, resources) as change:
        yield change
    add_settings(resources, settings)


def spellings_of(address: str) -> list[str]:
    """Of one mailbox: what counts by address alone lets each through."""
    name, _, domain = address.partition("@")
    return [address, f"{name}+a@{domain}", f"{name}+b@{domain}", f"{name}+c@{domain}"]


async def ask(asgi, path: str, address: str, ip: str | None = None) -> int:
    body = form(address) if path == SIGN_UP else {"email": address}
    async with stranger(asgi, ip) as browser:
        return (await browser.post(path, json=body)).status_code


@pytest.mark.parametrize("whose", ["known", "unknown"])
@pytest.mark.parametrize("path", [CODE, LINK, RESET, RESEND, SIGN_UP])
async def test_one_more_is_refused_for_all_addresses_alike(asgi, world, offer, path, whose):
    await offer(ASKING.get(path, "EmailAndPassword"))
    address = new_address()
    if whose == "known":
        _, address = await world.member(await world.tenant())
    answers = [await ask(asgi, path, one) for one in spellings_of(address)]
    assert set(answers[:A_DAY]) <= {200, 201}, answers
    assert answers[A_DAY] == 429


async def test_links_and_codes_to_sign_in_are_counted_together(asgi, world, offer):
    _, address = await world.member(await world.tenant())
    await offer("Code")
    assert [await ask(asgi, CODE, address) for _ in range(2)] == [201, 201]
    await offer("MagicLink")
    assert [await ask(asgi, LINK, address) for _ in range(2)] == [200, 429]


async def test_strangers_do_not_use_up_what_the_owner_may_ask_for(asgi, world, offer, run_jobs):
    _, address = await world.member(await world.tenant())
    await offer("Code")
    async with stranger(asgi, HOME) as browser:
        await browser.post(CODE, json={"email": address})
        await run_jobs()
        code = {"token": mailed_code(world, address)}
        assert (await browser.post(CODE_BACK, json=code)).status_code == 201
    elsewhere = [await ask(asgi, CODE, one) for one in spellings_of(address)]
    assert elsewhere[-1] == 429
    assert await ask(asgi, CODE, address, HOME) == 201


async def test_codes_of_the_second_factor_are_counted_too(steps, offer, monkeypatch):
    """A client that knows the password neither fills the mailbox nor guesses all day."""
    monkeypatch.setattr(factor_codes, "PER_RECIPIENT", RateLimit("no bound", 1000, 15))
    who = await steps.somebody()
    await steps.policy(who.tenant_id, "Force")
    answers = []
    for _ in range(A_DAY + 1):
        browser = stranger(steps.asgi)
        waits = {"mfaToken": (await steps.login(who, browser))["mfaToken"]}
        answers.append((await browser.post(f"{AT_LOGIN}/emailcode", json=waits)).status_code)
    assert answers == [201] * A_DAY + [429]
