# ruff: noqa: F811  the fixture of another file
"""A password is checked and hashed with nothing held; what happens meanwhile counts."""

import asyncio

import pytest

from gatehouse.kit.hashing import find_matching_form, hash_password
from tests.identity.signup_steps import (
    GOOD,
    LOGIN,
    OTHER,
    RESET,
    VERIFY,
    credentials,
    stranger,
)
from tests.identity.test_passwords_change import MINE, change, person  # noqa: F401  a fixture
from tests.security.test_session_locks import until_waiting
from tests.vendor_view import password_fits

THIRD = "eleven boats below the mill"


async def test_a_change_that_a_reset_overtakes_changes_nothing(world, person, db, database):
    """A thief with a session and the old password, while the owner opens the mailed link."""
    async with database.pool.acquire() as connection:
        await connection.execute("begin; set local gatehouse.scope = 'system'")
        await connection.execute(
            "update passwords set hash = $2, changed_at = changed_at + interval '1 minute'"
            " where user_id = $1",
            person.id, await hash_password(OTHER),
        )  # fmt: skip
        changing = asyncio.create_task(change(person, THIRD))
        await until_waiting(db, 1)
        await connection.execute(
            "update sessions set ended_at = now() where user_id = $1", person.id
        )
        await connection.execute("commit")
    assert (await changing).status_code in (400, 401)
    assert await password_fits(world, person.email, OTHER)


async def test_of_two_changes_at_once_one_counts(world, person):
    other = await world.sign_in(person.id, person.tenant_id, person.email)
    answers = await asyncio.gather(change(person, OTHER), change(other, THIRD))
    assert sorted(answer.status_code for answer in answers)[0] == 201
    assert sorted(answer.status_code for answer in answers)[1] in (400, 401)
    won = person if answers[0].status_code == 201 else other
    assert await password_fits(world, person.email, OTHER if won is person else THIRD)
    assert (await won.browser.get(MINE)).status_code == 200


@pytest.mark.parametrize("taken", ["membership", "person"])
async def test_a_user_who_is_removed_while_a_change_is_hashed_changes_nothing(
    world,
    person,
    db,
    monkeypatch,
    taken,
):
    from gatehouse.identity.passwords import service

    async def meanwhile(password: str) -> str:
        table, column = ("memberships", "user_id") if taken == "membership" else ("users", "id")
        await db.connection.execute(f"delete from {table} where {column} = $1", person.id)
        return await hash_password(password)

    monkeypatch.setattr(service, "hash_password", meanwhile)
    assert (await change(person, OTHER)).status_code == 401
    if taken == "membership":
        assert await password_fits(world, person.email, GOOD)


@pytest.mark.parametrize("taken", ["link", "person"])
async def test_a_reset_whose_link_is_gone_after_hashing_sets_nothing(
    asgi,
    world,
    run_jobs,
    person,
    db,
    monkeypatch,
    taken,
):
    from gatehouse.identity.passwords import service

    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": person.email})
        await run_jobs()
        link = credentials(world, person.email)

        async def meanwhile(password: str) -> str:
            change = (
                "update action_tokens set used_at = now() where user_id = $1"
                if taken == "link"
                else "delete from users where id = $1"
            )
            await db.connection.execute(change, person.id)
            return await hash_password(password)

        monkeypatch.setattr(service, "hash_password", meanwhile)
        answer = await browser.post(VERIFY, json={**link, "password": OTHER})
    assert answer.status_code == (410 if taken == "link" else 400)
    if taken == "link":
        assert await password_fits(world, person.email, GOOD)
        assert (await person.browser.get(MINE)).status_code == 200


async def test_a_password_that_changes_while_it_is_checked_is_incorrect_and_locks_nothing(
    asgi, person, db, monkeypatch
):
    from gatehouse.identity.sign_in import password as service

    async def check_meanwhile(stored: str, password: str) -> str | None:
        form = await find_matching_form(stored, password)
        await db.connection.execute(
            "update passwords set hash = $2, changed_at = changed_at + interval '1 minute'"
            " where user_id = $1",
            person.id, await hash_password(OTHER),
        )  # fmt: skip
        return form

    monkeypatch.setattr(service, "find_matching_form", check_meanwhile)
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": person.email, "password": GOOD})
    assert (answer.status_code, answer.json()["errors"]) == (401, ["Incorrect email or password"])
