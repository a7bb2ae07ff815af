"""Signing in with a code of a text message, quick login, and the limits of what strangers may have sent."""

from datetime import timedelta

import pytest

from gatehouse.identity.phone_reset import service as phone_reset
from gatehouse.kit import clock
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.providers.settings import SmsSettings
from tests.audit_log import audit_entries_by
from tests.identity.passwordless_steps import (
    CODE,
    CODE_BACK,
    PHONE,
    SMS,
    SMS_BACK,
    code_in,
    mailed_code,
    new_number,
    offering,
    own_number,
    refusal,
    texts,
    wrong,
)
from tests.identity.signup_steps import SIGN_UP, form, new_address, stranger
from tests.vendor_view import phone_numbers_of


@pytest.fixture
async def offer(database, resources):
    async with offering(database, resources) as change:
        await change("SmsCode")
        yield change


@pytest.fixture
async def owner(world, offer):
    """Address, id and proved number."""
    user_id, address = await world.member(await world.tenant())
    return address, user_id, await own_number(world, user_id)


@pytest.fixture
def elsewhere(resources):
    """Text messages go to other countries only."""
    before = resources[SmsSettings]
    resources.add(SmsSettings, SmsSettings(sms_prefixes=["+1", "+31"]))
    yield
    resources.add(SmsSettings, before)


@pytest.mark.parametrize("by", ["email", "phoneNumber", "userId"])
async def test_a_code_by_text_message_signs_in(asgi, world, run_jobs, owner, by):
    address, user_id, number = owner
    named = {"email": address, "phoneNumber": number, "userId": str(user_id)}[by]
    async with stranger(asgi) as browser:
        asked = await browser.post(SMS, json={"username": "", by: named})
        assert asked.status_code == 201
        masked = {"phoneNumber": f"{number[:2]}{'*' * 9}{number[-3:]}"}
        assert asked.json() == (masked if by == "phoneNumber" else {})
        await run_jobs()
        [text] = texts(world, number)
        assert "Gatehouse" in text
        answer = await browser.post(SMS_BACK, json={"token": code_in(text)})
    assert answer.status_code == 201, answer.text
    assert answer.json()["accessToken"]


async def test_known_and_unknown_numbers_get_the_same_answer(asgi, world, run_jobs, owner, db):
    unknown = new_number()
    answers = []
    for number in (owner[2], unknown):
        async with stranger(asgi) as browser:
            answers.append(await browser.post(SMS, json={"phoneNumber": number}))
        queued = await db.connection.fetch(
            "select entrypoint from pgqueuer where payload like $1", f"%{number}%".encode()
        )
        assert [row[0] for row in queued] == ["passwordless.text_code"]
    assert {(a.status_code, a.json()["phoneNumber"][2:-3]) for a in answers} == {(201, "*" * 9)}
    assert {*answers[0].headers} == {*answers[1].headers}
    await run_jobs()
    assert len(texts(world, owner[2])) == 1
    assert texts(world, unknown) == []


async def test_an_unverified_number_opens_nothing(asgi, world, run_jobs, owner, db):
    number = new_number()
    await db.connection.execute(
        "insert into phone_numbers (id, user_id, phone_number, created_at, updated_at)"
        " values (gen_random_uuid(), $1, $2, now(), now())",
        owner[1], number,
    )  # fmt: skip
    async with stranger(asgi) as browser:
        await browser.post(SMS, json={"phoneNumber": number})
    await run_jobs()
    assert texts(world, number) == []


async def test_a_number_that_was_given_up_meanwhile_opens_nothing(asgi, world, run_jobs, owner, db):
    async with stranger(asgi) as browser:
        await browser.post(SMS, json={"phoneNumber": owner[2]})
        await run_jobs()
        await db.connection.execute("delete from phone_numbers where user_id = $1", owner[1])
        answer = await browser.post(SMS_BACK, json={"token": code_in(texts(world, owner[2])[-1])})
    assert refusal(answer) == (400, "ER-01011")


async def test_a_texted_code_is_no_mailed_code(asgi, world, run_jobs, offer, owner):
    async with stranger(asgi) as browser:
        await browser.post(SMS, json={"email": owner[0]})
        [(name, value)] = browser.cookies.items()
        await run_jobs()
        await offer("Code")
        browser.cookies.set(name.replace("smscode", "code"), value)
        code = {"token": code_in(texts(world, owner[2])[-1])}
        assert refusal(await browser.post(CODE_BACK, json=code)) == (400, "ER-01011")


async def test_quick_login_is_for_users_that_the_browser_remembers(
    asgi, client, world, run_jobs, offer, owner
):
    address, user_id, number = owner
    await offer("EmailAndPassword", sms_quick_login=True)
    listed = await client.get("/identity/resources/configurations/v1/auth/strategies/public")
    assert listed.json()["secondaryAuthStrategies"] == [{"strategy": "SmsCode", "isActive": True}]
    async with stranger(asgi) as browser:
        for body in ({"email": address}, {"phoneNumber": number}):
            assert refusal(await browser.post(SMS, json=body)) == (403, "ER-01012")
        assert (await browser.post(SMS, json={"userId": str(user_id)})).status_code == 201
        await run_jobs()
        code = code_in(texts(world, number)[-1])
        answer = await browser.post(SMS_BACK, json={"token": code})
    assert answer.json()["accessToken"]


async def test_a_number_gets_few_messages_from_all_callers_together(asgi, world, run_jobs, owner):
    """Asking by address, by number and by id are counted apart; the messages are not."""
    address, user_id, number = owner
    for body in ({"email": address}, {"phoneNumber": number}, {"userId": str(user_id)}):
        for _ in range(3):
            async with stranger(asgi) as browser:
                assert (await browser.post(SMS, json=body)).status_code == 201
    await run_jobs()
    assert len(texts(world, number)) == 5


async def test_a_mailbox_gets_few_messages_whatever_its_numbers(asgi, world, run_jobs, offer):
    """Eleven accounts of one mailbox."""
    box, numbers = new_address().partition("@"), []
    for count in range(11):
        user_id, _ = await world.member(await world.tenant(), address=f"{box[0]}+{count}@{box[2]}")
        numbers.append(await own_number(world, user_id))
        async with stranger(asgi) as browser:
            await browser.post(SMS, json={"phoneNumber": numbers[-1]})
    await run_jobs()
    assert sum(len(texts(world, number)) for number in numbers) == 10


async def test_other_countries_get_none(asgi, world, run_jobs, owner, elsewhere):
    async with stranger(asgi) as browser:
        await browser.post(SMS, json={"phoneNumber": owner[2]})
    await run_jobs()
    assert texts(world, owner[2]) == []


class Chain:
    def __init__(self, browser, world, run_jobs, address: str) -> None:
        self.browser, self.world, self.run_jobs, self.address = browser, world, run_jobs, address

    async def reset(self) -> str:
        answer = await self.browser.post(f"{PHONE}/reset", json={"email": self.address})
        assert answer.status_code == 200, answer.text
        await self.run_jobs()
        return str(answer.json()["resetPhoneNumberToken"])

    def verify(self, token: str, code: str):
        body = {"resetPhoneNumberToken": token, "code": code}
        return self.browser.post(f"{PHONE}/reset/verify", json=body)

    async def proved(self) -> str:
        token = await self.reset()
        answer = await self.verify(token, mailed_code(self.world, self.address))
        assert answer.status_code == 200, answer.text
        return str(answer.json()["changePhoneNumberToken"])

    def change(self, token: str, number: str):
        body = {"changePhoneNumberToken": token, "phoneNumber": number}
        return self.browser.put(f"{PHONE}/change", json=body)


@pytest.fixture
async def chain(asgi, world, run_jobs, owner):
    async with stranger(asgi) as browser:
        yield Chain(browser, world, run_jobs, owner[0])


async def verified_numbers(world, user_id) -> list[str]:
    numbers = await phone_numbers_of(world, user_id)
    return [one["phoneNumber"] for one in numbers if one["verified"]]


async def test_a_lost_phone_is_replaced_once_the_new_number_signs_in(chain, world, owner):
    address, user_id, old = owner
    new = new_number()
    assert (await chain.change(await chain.proved(), new)).status_code == 200
    assert await verified_numbers(world, user_id) == [old]
    assert (await chain.browser.post(SMS, json={"phoneNumber": new})).status_code == 201
    await chain.run_jobs()
    code = code_in(texts(world, new)[-1])
    answer = await chain.browser.post(SMS_BACK, json={"token": code})
    assert answer.json()["accessToken"]
    assert await verified_numbers(world, user_id) == [new]
    await chain.run_jobs()
    assert "was changed" in world.mails(address)[-1]["Subject"]
    entries = await audit_entries_by(world, address, "user.phone*")
    assert [entry["action"] for entry in entries] == [
        "user.phone_reset_requested", "user.phone_number_reset", "user.phone_number_changed"
    ]  # fmt: skip


async def test_the_chain_answers_alike_for_unknown_people(asgi, world, run_jobs, owner, db):
    unknown = new_address()
    answers = []
    for address in (owner[0], unknown):
        async with stranger(asgi) as browser:
            begun = await browser.post(f"{PHONE}/reset", json={"email": address})
            queued = await db.connection.fetch(
                "select entrypoint from pgqueuer where payload like $1", f"%{address}%".encode()
            )
            assert [row[0] for row in queued] == ["phone_reset.mail_code"]
            await run_jobs()
            body = {"code": "000000", **begun.json()}
            answers.append(await browser.post(f"{PHONE}/reset/verify", json=body))
    assert [refusal(one) for one in answers] == [(400, "ER-01011")] * 2
    assert answers[0].json()["errors"] == answers[1].json()["errors"]
    assert world.mails(unknown) == []


async def test_each_token_of_the_chain_works_once_and_for_its_step_only(chain, world):
    token = await chain.reset()
    code = mailed_code(world, chain.address)
    for early in (token, f"{token}.{code}"):
        assert refusal(await chain.change(early, new_number())) == (400, "ER-01011")
    assert refusal(await chain.verify(token, wrong(code))) == (400, "ER-01011")
    change = (await chain.verify(token, code)).json()["changePhoneNumberToken"]
    assert refusal(await chain.verify(token, code)) == (400, "ER-01011")
    assert refusal(await chain.verify(*change.split("."))) == (400, "ER-01011")
    assert (await chain.change(change, "call me")).status_code == 400
    assert (await chain.change(change, new_number())).status_code == 200
    assert refusal(await chain.change(change, new_number())) == (400, "ER-01011")


async def test_the_code_of_one_reset_is_none_for_another(chain, world):
    first = await chain.reset()
    code = mailed_code(world, chain.address)
    second = await chain.reset()
    if code != mailed_code(world, chain.address):
        assert refusal(await chain.verify(second, code)) == (400, "ER-01011")
    assert (await chain.verify(first, code)).status_code == 200


async def test_an_unfinished_reset_changes_nothing(chain, world, owner):
    new = new_number()
    await chain.change(await chain.proved(), new)
    clock.advance_clock(timedelta(minutes=16))
    await chain.browser.post(SMS, json={"phoneNumber": new})
    await chain.run_jobs()
    assert texts(world, new) == []
    assert await verified_numbers(world, owner[1]) == [owner[2]]


async def test_the_number_of_another_user_cannot_be_taken(chain, world, owner):
    """Its owner signs in to their own account; the account that named it keeps its number."""
    other, _ = await world.member(await world.tenant())
    theirs = await own_number(world, other)
    assert (await chain.change(await chain.proved(), theirs)).status_code == 200
    await chain.browser.post(SMS, json={"phoneNumber": theirs})
    await chain.run_jobs()
    code = code_in(texts(world, theirs)[-1])
    answer = await chain.browser.post(SMS_BACK, json={"token": code})
    assert answer.json()["accessToken"]
    assert await verified_numbers(world, other) == [theirs]
    assert await verified_numbers(world, owner[1]) == [owner[2]]


@pytest.mark.parametrize("strategy", ["EmailAndPassword", "Code", "NoLocalAuthentication"])
async def test_a_phone_that_does_not_sign_in_cannot_be_reset(chain, offer, strategy):
    await offer(strategy)
    answer = await chain.browser.post(f"{PHONE}/reset", json={"email": chain.address})
    assert refusal(answer) == (403, "ER-01012")
    assert (await chain.browser.post(CODE, json={})).status_code in (400, 403)


async def test_a_mailbox_gets_only_so_many_codes_for_a_lost_phone_in_a_day(
    asgi, owner, monkeypatch
):
    """Each may be guessed five times, and the guesses show only here."""
    monkeypatch.setattr(phone_reset, "PER_ADDRESS", RateLimit("no bound", 1000, 15))
    async with stranger(asgi) as browser:
        answers = [
            (await browser.post(f"{PHONE}/reset", json={"email": owner[0]})).status_code
            for _ in range(phone_reset.PER_ADDRESS_A_DAY.count + 1)
        ]
    assert set(answers[:-1]) == {200}, answers
    assert answers[-1] == 429


@pytest.mark.parametrize("tells", ["the number", "the address"])
async def test_no_other_limit_tells_what_was_sent_to_a_user(asgi, world, run_jobs, owner, tells):
    """A stranger has texts sent to the owner of the address, and then tries how many are left."""
    address, _, number = owner
    for _ in range(5):
        async with stranger(asgi) as browser:
            assert (await browser.post(SMS, json={"email": address})).status_code == 201
            await run_jobs()
    assert len(texts(world, number)) == 5
    await world.configure("update vendor set sign_up_by_phone_number = true")
    try:
        for times in range(5):
            told = {"the number": (new_address(), number), "the address": (address, new_number())}
            async with stranger(asgi) as browser:
                email, given = told[tells]
                answer = await browser.post(
                    f"{SIGN_UP}/phoneNumber", json=form(email, phoneNumber=given)
                )
                assert answer.status_code == 201, times
    finally:
        await world.configure("update vendor set sign_up_by_phone_number = false")
