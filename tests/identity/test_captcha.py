"""Where the vendor asks for it, sign-in and sign-up require a captcha."""

import base64
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import httpx
import pytest
from altcha.v1 import ChallengeOptions, create_challenge, solve_challenge

from gatehouse.kit import clock, hashing
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings, add_settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, new_backend
from tests.connectivity.receiver import Receiver, Reply
from tests.identity.signup_steps import LOGIN, OTHER, SIGN_UP, form, new_address
from tests.world import Db, World

POLICY = "/identity/resources/configurations/v1/captcha-policy"
PUBLIC = f"{POLICY}/public"
CHALLENGE = "/identity/resources/captcha/v1/challenge"
CODE = "/identity/resources/auth/v1/passwordless/code/prelogin"
KEYS = {"siteKey": "site", "secretKey": "secret", "minScore": 0.5}


@pytest.fixture
async def backend(world: World, db: Db) -> AsyncIterator[Backend]:
    yield await new_backend(world)
    await db.connection.execute("delete from captcha_policies")
    await world.resources[VendorConfiguration].load()


Ask = Callable[..., Any]


@pytest.fixture
def ask(world: World, backend: Backend) -> Ask:
    """Makes the policy, in force when it returns."""

    async def make(**policy: object) -> dict[str, Any]:
        answer = await backend.http.post(POLICY, json={"enabled": True, **policy})
        assert answer.status_code == 201, answer.text
        await world.resources[VendorConfiguration].load()
        made: dict[str, Any] = answer.json()
        return made

    return make


@pytest.fixture
async def pat(world: World, db: Db) -> str:
    user_id, address = await world.member(await world.tenant(), "ReadOnly")
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, now())",
        user_id,
        await hashing.hash_password(OTHER),
    )
    return address


async def log_in(browser: httpx.AsyncClient, address: str, solution: str = "") -> httpx.Response:
    body = {"email": address, "password": OTHER, "recaptchaToken": solution}
    return await browser.post(LOGIN, json=body)


async def solve(browser: httpx.AsyncClient, **changes: object) -> str:
    given = (await browser.get(CHALLENGE)).json()
    solution = solve_challenge(
        given["challenge"], given["salt"], given["algorithm"], given["maxnumber"]
    )
    assert solution is not None
    payload = {**given, "number": solution.number, **changes}
    return base64.b64encode(json.dumps(payload).encode()).decode()


def refused(answer: httpx.Response, code: str, status: int = 400) -> bool:
    return (answer.status_code, answer.json()["errorCode"]) == (status, code)


async def test_no_captcha_until_the_vendor_requires_it(client, backend: Backend, pat: str):
    assert (await client.get(PUBLIC)).json() == {"enabled": False}
    assert refused(await client.get(CHALLENGE), "captcha.no_challenge", 404)
    assert refused(await backend.http.get(POLICY), "captcha.missing", 404)
    assert (await log_in(client, pat)).json()["accessToken"]


async def test_the_policy_is_made_once_and_its_secret_never_told(
    client, world: World, backend: Backend, ask: Ask, db: Db
):
    made = await ask(**KEYS, ignoredEmails=["Probe@Example.test"])
    assert made.items() >= {
        "enabled": True, "provider": "recaptcha", "siteKey": "site", "secretKey": "",
        "minScore": 0.5, "ignoredEmails": ["probe@example.test"],
    }.items()  # fmt: skip
    again = await backend.http.post(POLICY, json={"enabled": True, **KEYS})
    assert refused(again, "captcha.exists", 409)
    stored = "select sealed_secret from captcha_policies"
    before = await db.connection.fetchval(stored)
    assert b"secret" not in before
    body = {"enabled": False, "siteKey": "other", "secretKey": "", "minScore": 0.7}
    changed = await backend.http.put(POLICY, json=body)
    assert (changed.status_code, changed.json()["siteKey"]) == (200, "other")
    assert (await backend.http.get(POLICY)).json() == changed.json()
    assert await db.connection.fetchval(stored) == before
    await world.resources[VendorConfiguration].load()
    told = (await client.get(PUBLIC)).json()
    assert told["enabled"] is False
    assert "secretKey" not in told


@pytest.mark.parametrize(
    "body",
    [
        {}, {"enabled": True}, {"enabled": True, "siteKey": "a"}, {"enabled": True, "secretKey": "a"},
        {"enabled": True, **KEYS, "minScore": 2}, {"enabled": True, **KEYS, "provider": "other"},
        {"enabled": True, **KEYS, "ignoredEmails": ["nobody"]},
        {"enabled": True, **KEYS, "siteKey": "a\0b"},
    ],
)  # fmt: skip
async def test_a_malformed_policy_is_refused(backend: Backend, body: dict[str, object]):
    assert (await backend.http.post(POLICY, json=body)).status_code == 400
    assert (await backend.http.get(POLICY)).status_code == 404


async def test_a_proof_of_work_counts_once_where_people_come_in(client, ask: Ask, pat: str):
    await ask(provider="altcha")
    told = (await client.get(PUBLIC)).json()
    assert (told["enabled"], told["provider"]) == (True, "altcha")
    assert refused(await log_in(client, pat), "captcha.needed")
    solution = await solve(client)
    assert (await log_in(client, pat, solution)).json()["accessToken"]
    assert refused(await log_in(client, pat, solution), "captcha.failed")
    asked = form(new_address())
    assert refused(await client.post(SIGN_UP, json=asked), "captcha.needed")
    asked["recaptchaToken"] = await solve(client)
    assert (await client.post(SIGN_UP, json=asked)).status_code == 201


async def test_what_is_no_solution_of_ours_is_refused(client, ask: Ask, pat: str):
    await ask(provider="altcha")
    foreign = create_challenge(ChallengeOptions(max_number=10, hmac_key="another key"))
    found = solve_challenge(foreign)
    assert found is not None
    forged = {**foreign.to_dict(), "number": found.number}
    for solution in (
        "x", "bm8=", base64.b64encode(json.dumps(forged).encode()).decode(),
        base64.b64encode(b"[]").decode(),
        await solve(client, number=-1), await solve(client, salt="aa?expires=99999999999"),
        await solve(client, algorithm="SHA-1"), await solve(client, number="1"),
    ):  # fmt: skip
        assert refused(await log_in(client, pat, solution), "captcha.failed"), solution
    late = await solve(client)
    clock.advance_clock(timedelta(minutes=11))
    assert refused(await log_in(client, pat, late), "captcha.failed")


async def test_some_addresses_are_not_asked(client, ask: Ask, pat: str):
    await ask(provider="altcha", ignoredEmails=[pat])
    assert (await log_in(client, pat)).json()["accessToken"]


async def test_codes_are_asked_for_with_it_too(client, world: World, ask: Ask, pat: str):
    await ask(provider="altcha")
    change = "update vendor set auth_strategy = $1"
    await world.configure(change, "Code")
    try:
        assert refused(await client.post(CODE, json={"email": pat}), "captcha.needed")
        body = {"email": pat, "recaptchaToken": await solve(client)}
        assert (await client.post(CODE, json=body)).status_code == 201
    finally:
        await world.configure(change, "EmailAndPassword")


@contextmanager
def provider_at(resources: Resources, settings: Settings, url: str) -> Iterator[None]:
    before = resources[Outbound]
    resources.add(Outbound, Outbound([ip_network("127.0.0.0/8")]))
    add_settings(resources, settings.model_copy(update={"captcha_verify_url": url}))
    yield
    resources.add(Outbound, before)
    add_settings(resources, settings)


def reply_with(receiver: Receiver, text: str) -> None:
    receiver.reply = lambda _: Reply(text=text)


async def test_the_provider_decides_and_its_score_has_to_do(
    client, resources: Resources, settings: Settings, ask: Ask, pat: str
):
    await ask(**KEYS)
    receiver = Receiver()
    server = await receiver.serve()
    with provider_at(resources, settings, receiver.url):
        for answer, outcome in (
            ({"success": True, "score": 0.9}, None),
            ({"success": True}, None),
            ({"success": True, "score": 0.4}, "captcha.failed"),
            ({"success": False, "error-codes": ["timeout-or-duplicate"]}, "captcha.failed"),
        ):
            reply_with(receiver, json.dumps(answer))
            reply = await log_in(client, pat, "from the page")
            assert reply.json().get("errorCode") == outcome
        assert receiver.received[0].content.startswith(b"secret=secret&response=from+the+page")
        for strange in ("[]", "{}", "<html>"):
            reply_with(receiver, strange)
            reply = await log_in(client, pat, "from the page")
            assert refused(reply, "captcha.unavailable", 503)
    server.close()


async def test_only_the_vendor_reads_and_sets_it(client, world: World, ask: Ask):
    admin = await world.person("Admin")
    for browser, status in ((client, 401), (admin.browser, 401)):
        for method in ("GET", "POST", "PUT"):
            body = {"enabled": True, **KEYS}
            assert (await browser.request(method, POLICY, json=body)).status_code == status
