"""Where the vendor allows it, a code by text message resets a password, though not for all users."""

from datetime import timedelta

import pytest

from gatehouse.kit import clock, hashing
from tests.identity.passwordless_steps import code_in, new_number, own_number, refusal, texts, wrong
from tests.identity.signup_steps import LOGIN, OTHER, VERIFY, new_address

ASK = "/identity/resources/users/v2/passwords/reset/sms"
PROVE = f"{ASK}/verify"
WAYS = "/identity/resources/configurations/v1/password-recovery/strategies"
FIRST = "a first sentence that is long"
SWITCH = "update vendor set password_reset_by_sms = $1"


@pytest.fixture
async def offered(world):
    await world.configure(SWITCH, True)
    yield
    await world.configure(SWITCH, False)


@pytest.fixture
async def owner(world, db, offered):
    """Address, id and proved number."""
    user_id, address = await world.member(await world.tenant())
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, now() - interval '1 day')",
        user_id,
        await hashing.hash_password(FIRST),
    )
    return address, user_id, await own_number(world, user_id)


async def ask(client, kind: str, named: str) -> str:
    answer = await client.post(ASK, json={"identifier": named, "identifierType": kind})
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"sessionId"}
    return str(answer.json()["sessionId"])


@pytest.mark.parametrize("kind", ["email", "username", "phoneNumber"])
async def test_a_code_by_text_message_resets_the_password(client, world, run_jobs, owner, kind):
    address, user_id, number = owner
    session = await ask(client, kind, number if kind == "phoneNumber" else address)
    await run_jobs()
    [text] = texts(world, number)
    proof = {"sessionId": session, "otcToken": code_in(text)}
    proved = await client.post(PROVE, json=proof)
    assert proved.status_code == 200, proved.text
    assert proved.json()["userId"] == str(user_id)
    body = {**proved.json(), "password": OTHER}
    assert (await client.post(VERIFY, json=body)).status_code == 201
    again = await client.post(PROVE, json=proof)
    assert refusal(again) == (400, "ER-01011")
    entered = await client.post(LOGIN, json={"email": address, "password": OTHER})
    assert entered.json()["accessToken"]


async def test_the_answer_does_not_tell_who_is_known(client, world, run_jobs, owner):
    for kind, named in (("email", new_address()), ("phoneNumber", new_number())):
        session = await ask(client, kind, named)
        await run_jobs()
        refused = await client.post(PROVE, json={"sessionId": session, "otcToken": "123456"})
        assert refusal(refused) == (400, "ER-01011")


async def test_who_has_a_second_factor_gets_none(client, world, run_jobs, owner):
    address, user_id, number = owner
    await world.configure("update users set mfa_enrolled = true where id = $1", user_id)
    await ask(client, "email", address)
    await run_jobs()
    assert texts(world, number) == []


async def test_a_code_counts_within_five_tries_and_ten_minutes(client, world, run_jobs, owner):
    address, _, number = owner
    session = await ask(client, "email", address)
    await run_jobs()
    code = code_in(texts(world, number)[-1])
    for _ in range(5):
        guess = {"sessionId": session, "otcToken": wrong(code)}
        assert refusal(await client.post(PROVE, json=guess)) == (400, "ER-01011")
    right = {"sessionId": session, "otcToken": code}
    assert refusal(await client.post(PROVE, json=right)) == (400, "ER-01011")
    session = await ask(client, "email", address)
    await run_jobs()
    clock.advance_clock(timedelta(minutes=11))
    late = {"sessionId": session, "otcToken": code_in(texts(world, number)[-1])}
    assert refusal(await client.post(PROVE, json=late)) == (400, "ER-01017")


async def test_it_is_off_until_the_vendor_wants_it(client):
    ways = (await client.get(WAYS)).json()
    assert {"strategy": "sms", "isActive": False} in ways
    body = {"identifier": new_address(), "identifierType": "email"}
    assert refusal(await client.post(ASK, json=body)) == (403, "ER-01012")
    body = {"sessionId": "x", "otcToken": "123456"}
    assert refusal(await client.post(PROVE, json=body)) == (403, "ER-01012")


@pytest.mark.parametrize(
    "body",
    [
        {}, {"identifier": "nobody", "identifierType": "email"},
        {"identifier": "12", "identifierType": "phoneNumber"},
        {"identifier": "a@example.test", "identifierType": "fax"},
    ],
)  # fmt: skip
async def test_a_request_without_an_identifier_is_refused(client, offered, body):
    assert (await client.post(ASK, json=body)).status_code == 400
