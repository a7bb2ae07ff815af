"""A person's own phone numbers: added, proved, deleted with proof; one account each."""

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.kit import clock
from gatehouse.kit.db.locks import Lock
from gatehouse.providers.settings import SmsSettings
from tests.audit_log import audit_entries_by
from tests.identity.passwordless_steps import (
    NUMBERS,
    PHONE,
    code_in,
    new_number,
    own_number,
    refusal,
    texts,
    wrong,
)
from tests.identity.signup_steps import ACTIVATE, GOOD, SIGN_UP, credentials, form, stranger
from tests.identity.signup_steps import new_address as address_of
from tests.lock_held import until_released
from tests.vendor_view import get_user_by_email, phone_numbers_of


@pytest.fixture
def elsewhere(resources):
    """Text messages go to other countries only."""
    before = resources[SmsSettings]
    resources.add(SmsSettings, SmsSettings(sms_prefixes=["+1", "+31"]))
    yield
    resources.add(SmsSettings, before)


@pytest.fixture
async def person(world):
    return await world.person()


async def listed(person) -> list[tuple[str, bool]]:
    answer = await person.browser.get(NUMBERS, params={"_limit": "10", "_offset": "0"})
    assert answer.status_code == 200, answer.text
    items = answer.json()["items"]
    assert answer.json()["_metadata"]["totalItems"] == len(items)
    assert (await person.browser.get(f"{NUMBERS}/me")).json() == items
    return [(item["phoneNumber"], item["verified"]) for item in items]


async def verify(world, person, run_jobs, number: str, token: str, path: str = "verify"):
    await run_jobs()
    body = {"otcToken": token, "code": code_in(texts(world, number)[-1])}
    return await person.browser.post(f"{NUMBERS}/{path}", json=body)


async def test_a_number_is_added_and_proved(world, person, run_jobs):
    number = new_number()
    spelled = f"{number[:3]} ({number[3:6]}) {number[6:]}"
    added = await person.browser.post(NUMBERS, json={"phoneNumber": spelled, "verify": True})
    assert added.status_code == 201, added.text
    assert await listed(person) == [(number, False)]
    assert (
        await verify(world, person, run_jobs, number, added.json()["otcToken"])
    ).status_code == 200
    assert await listed(person) == [(number, True)]
    actions = [entry["action"] for entry in await audit_entries_by(world, person.email)]
    assert actions == [
        "user.phone_number_added", "user.phone_code_sent", "user.phone_number_verified"
    ]  # fmt: skip


async def test_a_number_that_is_not_to_be_proved_yet_gets_no_message(world, person, run_jobs):
    number = new_number()
    added = await person.browser.post(NUMBERS, json={"phoneNumber": number})
    assert (added.status_code, added.json()) == (201, {})
    await run_jobs()
    assert texts(world, number) == []
    sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    assert (
        await verify(world, person, run_jobs, number, sent.json()["otcToken"])
    ).status_code == 200
    assert await listed(person) == [(number, True)]


async def test_own_numbers_are_sorted_and_found(person):
    numbers = [new_number() for _ in range(3)]
    for number in numbers:
        await person.browser.post(NUMBERS, json={"phoneNumber": number})

    async def found(**query: str) -> list[str]:
        items = (await person.browser.get(NUMBERS, params=query)).json()["items"]
        assert {item["userId"] for item in items} <= {str(person.id)}
        return [item["phoneNumber"] for item in items]

    assert await found() == numbers
    assert await found(_sortBy="phoneNumber", _order="DESC") == sorted(numbers, reverse=True)
    assert await found(_phoneNumber=f"{numbers[1][:3]} {numbers[1][3:]}") == [numbers[1]]
    assert await found(_phoneNumber="x") == []


async def test_a_proved_number_is_deleted_with_proof(world, person, run_jobs):
    number = await own_number(world, person.id)
    [item] = (await person.browser.get(f"{NUMBERS}/me")).json()
    begun = await person.browser.delete(f"{NUMBERS}/{item['id']}")
    assert begun.json()["phoneId"] == item["id"]
    assert await listed(person) == [(number, True)]
    await run_jobs()
    code = code_in(texts(world, number)[-1])
    proof = {"otcToken": begun.json()["otcToken"], "code": wrong(code)}
    path = f"{NUMBERS}/{item['id']}/delete/verify"
    assert refusal(await person.browser.post(path, json=proof)) == (400, "ER-01011")
    proof["code"] = code
    assert (await person.browser.post(path, json=proof)).status_code == 200
    assert await listed(person) == []


async def test_an_unverified_number_is_deleted_at_once(world, person, run_jobs):
    number = new_number()
    await person.browser.post(NUMBERS, json={"phoneNumber": number})
    [item] = (await person.browser.get(f"{NUMBERS}/me")).json()
    begun = await person.browser.delete(f"{NUMBERS}/{item['id']}")
    assert begun.json() == {"phoneId": item["id"]}
    await run_jobs()
    assert texts(world, number) == []
    assert await listed(person) == []


async def test_the_code_for_one_number_deletes_no_other(world, person, run_jobs):
    number, _ = await own_number(world, person.id), await own_number(world, person.id)
    first, second = (await person.browser.get(f"{NUMBERS}/me")).json()
    begun = await person.browser.delete(f"{NUMBERS}/{first['id']}")
    answer = await verify(
        world, person, run_jobs, number, begun.json()["otcToken"], f"{second['id']}/delete/verify"
    )
    assert refusal(answer) == (400, "ER-01011")
    assert len(await listed(person)) == 2


async def test_a_code_to_prove_deletes_nothing(world, person, run_jobs):
    number = await own_number(world, person.id)
    [item] = (await person.browser.get(f"{NUMBERS}/me")).json()
    sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    answer = await verify(
        world, person, run_jobs, number, sent.json()["otcToken"], f"{item['id']}/delete/verify"
    )
    assert refusal(answer) == (400, "ER-01011")


async def test_one_number_belongs_to_one_account(world, person, run_jobs):
    """Only who holds the phone learns that another account has it."""
    somebody = await world.person()
    number = await own_number(world, somebody.id)
    added = await person.browser.post(NUMBERS, json={"phoneNumber": number, "verify": True})
    assert added.status_code == 201
    answer = await verify(world, person, run_jobs, number, added.json()["otcToken"])
    assert refusal(answer) == (409, "phone_numbers.taken")
    assert await listed(person) == [(number, False)]


async def test_of_two_who_prove_a_number_at_once_one_gets_it(world, run_jobs):
    number, people, proofs = new_number(), [await world.person() for _ in range(4)], []
    for person in people:
        sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
        await run_jobs()
        proofs.append({**sent.json(), "code": code_in(texts(world, number)[-1])})
    answers = await asyncio.gather(
        *[
            person.browser.post(f"{NUMBERS}/verify", json=proof)
            for person, proof in zip(people, proofs, strict=True)
        ]
    )
    assert sorted(one.status_code for one in answers) == [200, 409, 409, 409]


async def test_no_user_uses_the_code_of_another(world, person, run_jobs):
    number, other = new_number(), await world.person()
    sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    answer = await verify(world, other, run_jobs, number, sent.json()["otcToken"])
    assert refusal(answer) == (400, "ER-01011")


async def test_a_code_lives_ten_minutes(world, person, run_jobs):
    number = new_number()
    sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    clock.advance_clock(timedelta(minutes=10, seconds=1))
    answer = await verify(world, person, run_jobs, number, sent.json()["otcToken"])
    assert refusal(answer) == (400, "ER-01017")


async def test_fifty_parallel_guesses_count_as_five(world, person, run_jobs, db):
    number = new_number()
    sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    await run_jobs()
    proof = {**sent.json(), "code": wrong(code_in(texts(world, number)[-1]))}
    answers = await asyncio.gather(
        *[person.browser.post(f"{NUMBERS}/verify", json=proof) for _ in range(50)]
    )
    assert {one.status_code for one in answers} <= {400, 429}
    tries = "select tries from one_time_codes where recipient = $1"
    assert await db.connection.fetchval(tries, number) == 5


async def test_ten_numbers_are_enough(person):
    for _ in range(10):
        answer = await person.browser.post(NUMBERS, json={"phoneNumber": new_number()})
        assert answer.status_code == 201
    answer = await person.browser.post(NUMBERS, json={"phoneNumber": new_number()})
    assert refusal(answer) == (409, "phone_numbers.too_many")
    page = (await person.browser.get(NUMBERS, params={"_limit": 4, "_offset": 8})).json()
    assert len(page["items"]) == 2
    assert page["_metadata"] == {"totalItems": 10, "totalPages": 3}


@pytest.mark.parametrize("number", ["", "call me", "0151 1234567", "+49", "+1 555", "+" + "1" * 20])
async def test_what_is_no_number_is_400(person, number):
    for path in (NUMBERS, f"{NUMBERS}/preverify", PHONE):
        answer = await person.browser.post(path, json={"phoneNumber": number})
        assert answer.status_code == 400, answer.text
    assert await listed(person) == []


async def test_a_strangers_number_is_not_found(world, person):
    somebody = await world.person()
    await own_number(world, somebody.id)
    [item] = (await somebody.browser.get(f"{NUMBERS}/me")).json()
    for phone_id in (item["id"], uuid4()):
        answer = await person.browser.delete(f"{NUMBERS}/{phone_id}")
        assert refusal(answer) == (404, "phone_numbers.not_found")


async def test_other_countries_get_no_messages(person, elsewhere):
    for path in (f"{NUMBERS}/preverify", PHONE):
        answer = await person.browser.post(path, json={"phoneNumber": new_number()})
        assert refusal(answer) == (400, "ER-01037")


async def test_messages_to_one_number_are_few(world, person, run_jobs):
    number = new_number()
    body = {"phoneNumber": number}
    answers = [await person.browser.post(f"{NUMBERS}/preverify", json=body) for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [429]
    await run_jobs()
    assert len(texts(world, number)) == 5


async def test_a_change_replaces_what_was_there(world, person, run_jobs):
    await own_number(world, person.id)
    new = new_number()
    begun = await person.browser.post(PHONE, json={"phoneNumber": new})
    await run_jobs()
    proof = {**begun.json(), "code": code_in(texts(world, new)[-1])}
    assert (await person.browser.post(f"{PHONE}/verify", json=proof)).status_code == 200
    assert await listed(person) == [(new, True)]
    await run_jobs()
    assert "was changed" in world.mails(person.email)[-1]["Subject"]


@pytest.mark.parametrize("same_browser", [True, False])
async def test_a_number_given_at_sign_up_is_kept_for_who_gave_it(
    asgi, world, run_jobs, same_browser
):
    address = address_of()
    async with stranger(asgi) as intruder, stranger(asgi) as owner:
        await intruder.post(SIGN_UP, json=form(address, password=GOOD, phoneNumber="+491511234567"))
        await run_jobs()
        link = credentials(world, address)
        browser = intruder if same_browser else owner
        answer = await browser.post(ACTIVATE, json={**link, "password": GOOD})
        assert answer.status_code == 200
    kept = (await get_user_by_email(world, address)).get("phoneNumber")
    assert kept == ("+491511234567" if same_browser else None)
    assert await phone_numbers_of(world, link["userId"]) == []


async def test_a_session_of_long_ago_proves_no_number(world, person, run_jobs):
    """A stranger at an open browser adds no sign-in method to the account; its owner is told of a new one."""
    number = new_number()
    sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    await verify(world, person, run_jobs, number, sent.json()["otcToken"])
    await run_jobs()
    assert ["phone number was added" in str(mail) for mail in world.mails(person.email)] == [True]
    clock.advance_clock(timedelta(hours=1, minutes=1))
    strange = new_number()
    for path, body in (
        (NUMBERS, {"verify": True}),
        (f"{NUMBERS}/preverify", {}),
        ("/identity/resources/users/v1/phone", {}),
    ):
        refused = await person.browser.post(path, json={"phoneNumber": strange, **body})
        assert refusal(refused) == (403, "access.recent_sign_in_needed"), path
    assert await listed(person) == [(number, True)]


async def test_a_number_is_verified_by_one_at_a_time(world, person, run_jobs, database):
    number = new_number()
    sent = await person.browser.post(f"{NUMBERS}/preverify", json={"phoneNumber": number})
    asked = verify(world, person, run_jobs, number, sent.json()["otcToken"])
    answer = await until_released(database, Lock.PHONE_NUMBER, number, asked)
    assert answer.status_code == 200, answer.text
