"""How often the paths of every day ask the database, with the opening and end of transactions: between
machines each time costs a millisecond or more."""

import httpx
import pytest

from gatehouse.identity.sign_in.queries import ACCOUNT, CANDIDATE, START_SESSION_AT_ONCE
from gatehouse.kit import hashing
from tests.identity.browser import REFRESH, Browser, new_browser
from tests.identity.oauth_steps import code_for, exchange, who
from tests.identity.test_login import PASSWORD, attempt, give_password
from tests.plans.recorded import counting_round_trips
from tests.world import World


@pytest.fixture
async def address(world: World, db) -> str:
    user_id, address = await world.member(await world.tenant(), "ReadOnly")
    await give_password(db, user_id, await hashing.hash_password(PASSWORD))
    return address


@pytest.mark.parametrize("before", [0, 1])
async def test_a_password_sign_in_takes_three_round_trips(
    client: httpx.AsyncClient, address: str, before: int
):
    """The account, the tenant to enter, and the session with all that is recorded of it."""
    for _ in range(before):
        assert (await attempt(client, address)).status_code == 200
    with counting_round_trips() as sent:
        answer = await attempt(client, address)
    assert (answer.status_code, answer.json()["mfaRequired"]) == (200, False)
    assert sent == [one.system_sql for one in (ACCOUNT, CANDIDATE, START_SESSION_AT_ONCE)]


async def test_a_wrong_password_takes_as_many_for_every_address(
    client: httpx.AsyncClient, address: str
):
    with counting_round_trips() as known:
        assert (await attempt(client, address, "wrong")).status_code == 401
    with counting_round_trips() as unknown:
        assert (await attempt(client, "nobody@example.test", "wrong")).status_code == 401
    assert known == unknown
    assert len(known) == 6


async def new_refreshed_browser(world: World) -> Browser:
    """A process reads the keys of tokens once a minute: now, not while round trips are counted."""
    browser = await new_browser(world)
    assert (await browser.http.post(REFRESH)).status_code == 201
    return browser


async def test_a_refresh_takes_one_round_trip(world):
    browser = await new_refreshed_browser(world)
    with counting_round_trips() as sent:
        assert (await browser.http.post(REFRESH)).status_code == 201
    assert len(sent) == 1


async def test_the_exchange_of_a_code_takes_one_round_trip(world):
    code = await code_for(world, await new_refreshed_browser(world))
    with counting_round_trips() as sent:
        assert (await exchange(world, code, **who(world, True))).status_code == 200
    assert len(sent) == 1
