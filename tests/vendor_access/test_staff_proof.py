"""Support may make an account for any address, vouch for it, and get into it. None of that makes staff."""

from collections.abc import Awaitable, Callable
from uuid import UUID

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Database, Db
from tests.identity.passwordless_steps import LINK, LINK_BACK, offering, refusal
from tests.identity.second_factors import Somebody, Steps
from tests.identity.signup_steps import (
    GOOD,
    LOGIN,
    OTHER,
    RESET,
    VERIFY,
    credentials,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.staff import STAFF, Staff, dismiss_all, hire
from tests.world import World

RunJobs = Callable[[], Awaitable[None]]
MADE = "/identity/resources/vendor-only/users/v1"
USERS = "/identity/resources/users/v1"
EMAILS = "/identity/resources/users/emails/v1/vendor"
ME = "/identity/resources/users/v2/me"


@pytest.fixture(autouse=True)
async def nobody_is_staff(database: Database) -> None:
    await dismiss_all(database)


@pytest.fixture
async def owner(world: World) -> Staff:
    return await hire(world, StaffRole.OWNER)


@pytest.fixture
async def support(world: World) -> Staff:
    return await hire(world, StaffRole.SUPPORT)


async def made_by(support: Staff, world: World, address: str) -> str:
    """An account with a password that support knows; its id."""
    body = {"email": address, "tenantId": str(await world.tenant()), "password": GOOD}
    made = await support.browser.post(MADE, json=body)
    assert made.status_code == 201, made.text
    user_id: str = made.json()["id"]
    assert (await support.browser.post(f"{USERS}/{user_id}/verify")).status_code == 200
    at_once = {"tenantId": str(await world.tenant()), "skipInviteEmail": True}
    joined = await support.browser.post(f"{USERS}/{user_id}/tenant", json=at_once)
    assert joined.status_code == 201, joined.text
    return user_id


async def added(owner: Staff, address: str) -> tuple[int, str]:
    answer = await owner.browser.post(STAFF, json={"email": address, "role": "owner"})
    return answer.status_code, answer.json().get("errorCode", "")


async def signed_in(asgi, address: str, password: str = GOOD) -> httpx.AsyncClient:
    browser = stranger(asgi)
    answer = await browser.post(LOGIN, json={"email": address, "password": password})
    assert answer.status_code == 200, answer.text
    browser.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"
    return browser


async def resets(
    asgi, world: World, run_jobs: RunJobs, address: str, password: str = OTHER
) -> None:
    """As a user who reads the mail."""
    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": address})
        await run_jobs()
        body = {**credentials(world, address), "password": password}
        assert (await browser.post(VERIFY, json=body)).status_code == 201


async def test_the_creator_of_an_account_does_not_become_staff_by_it(
    owner: Staff, support: Staff, world: World, asgi, run_jobs: RunJobs, db: Db
):
    """What they left behind opens it no more, once it is the account of one of the staff."""
    address = new_address()
    user_id = UUID(await made_by(support, world, address))
    planted = await signed_in(asgi, address)
    steps = Steps(world, asgi, run_jobs, db)
    await steps.add_app(Somebody(user_id, support.person.tenant_id, address, planted, []))
    assert (await planted.get(ME)).status_code == 200
    assert await added(owner, address) == (404, "staff.unknown")
    await resets(asgi, world, run_jobs, address)
    assert (await planted.get(ME)).status_code == 401
    assert (await added(owner, address))[0] == 201
    theirs = await signed_in(asgi, address, OTHER)
    assert (await theirs.get(ME)).json()["mfaEnrolled"] is False
    async with stranger(asgi) as browser:
        wrong = await browser.post(LOGIN, json={"email": address, "password": GOOD})
        assert wrong.status_code == 401
    await planted.aclose()
    await theirs.aclose()


async def test_a_reset_link_given_to_support_does_not_verify_the_address(
    owner: Staff, support: Staff, world: World, asgi, run_jobs: RunJobs
):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    given = f"{USERS}/{user_id}/links/generate-password-reset-token"
    link = (await support.browser.post(given)).json()
    async with stranger(asgi) as browser:
        body = {"userId": str(user_id), "token": link["token"], "password": OTHER}
        assert (await browser.post(VERIFY, json=body)).status_code == 201
    assert await added(owner, address) == (404, "staff.unknown")
    await resets(asgi, world, run_jobs, address, "nine boats off the northern cape")
    assert (await added(owner, address))[0] == 201


async def test_an_activation_link_given_to_support_does_not_verify_the_address(
    owner: Staff, support: Staff, world: World, asgi, run_jobs: RunJobs
):
    address = new_address()
    headers = {"frontegg-tenant-id": str(await world.tenant())}
    body = {"email": address, "skipInviteEmail": True}
    made = (await support.browser.post(USERS, json=body, headers=headers)).json()
    given = f"{USERS}/{made['id']}/links/generate-activation-token"
    link = (await support.browser.post(given)).json()
    async with stranger(asgi) as browser:
        body = {"userId": made["id"], "token": link["token"], "password": GOOD}
        answer = await browser.post(f"{USERS}/activate", json=body)
        assert answer.status_code == 200, answer.text
    assert await added(owner, address) == (404, "staff.unknown")


async def test_a_further_address_of_an_own_account_is_not_verified_for_staff(
    owner: Staff, support: Staff, world: World, asgi, run_jobs: RunJobs
):
    own, wanted = new_address(), new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, own)
    emails = f"{EMAILS}/{user_id}"
    further = {"email": wanted, "isVerified": True}
    assert (await support.browser.post(emails, json=further)).status_code == 201
    await resets(asgi, world, run_jobs, own)
    assert (await support.browser.post(f"{emails}/primary", json={"email": wanted})).is_success
    assert await added(owner, wanted) == (404, "staff.unknown")


async def test_an_address_set_by_support_is_verified_by_its_mail(
    owner: Staff, support: Staff, world: World, asgi, run_jobs: RunJobs, db: Db
):
    address = new_address()
    person = await world.person()
    changed = f"{USERS}/{person.id}/email"
    assert (await support.browser.put(changed, json={"email": address})).status_code == 200
    assert await added(owner, address) == (404, "staff.unknown")
    await resets(asgi, world, run_jobs, address)
    assert (await added(owner, address))[0] == 201


async def test_a_magic_link_verifies_the_address_and_ends_other_sessions(
    owner: Staff, support: Staff, world: World, asgi, run_jobs: RunJobs, database: Database
):
    address = new_address()
    user_id = await made_by(support, world, address)
    planted = await signed_in(asgi, address)
    given = f"{USERS}/{user_id}/links/generate-password-reset-token"
    link = (await support.browser.post(given)).json()
    async with offering(database, world.resources) as offer, stranger(asgi) as browser:
        await offer("MagicLink")
        await browser.post(LINK, json={"email": address})
        await run_jobs()
        back = {"token": credentials(world, address)["token"]}
        entered = await browser.post(LINK_BACK, json=back)
        assert entered.status_code == 201, entered.text
        browser.headers["authorization"] = f"Bearer {entered.json()['accessToken']}"
        assert (await planted.get(ME)).status_code == 401
        assert (await browser.get(ME)).status_code == 200
        await run_jobs()  # the mail about a new place comes before that with the next link
        # The second time nothing is new, and the first session stays.
        await browser.post(LINK, json={"email": address})
        await run_jobs()
        back = {"token": credentials(world, address)["token"]}
        assert (await browser.post(LINK_BACK, json=back)).status_code == 201
        assert (await browser.get(ME)).status_code == 200
        assert (await added(owner, address))[0] == 201
    async with stranger(asgi) as browser:
        body = {"userId": user_id, "token": link["token"], "password": OTHER}
        assert (await browser.post(VERIFY, json=body)).status_code == 410
    await planted.aclose()


async def test_an_imported_user_verifies_the_address_before_becoming_staff(
    owner: Staff, support: Staff, world: World, asgi, run_jobs: RunJobs, db: Db
):
    address = new_address()
    row = {
        "email": address,
        "name": "Imported",
        "tenantId": str(await world.tenant()),
        "verifyUser": True,
    }
    begun = await support.browser.post("/identity/resources/migrations/v1/local", json=row)
    assert begun.status_code == 201, begun.text
    await run_jobs()
    assert await added(owner, address) == (404, "staff.unknown")
    await resets(asgi, world, run_jobs, address)
    assert (await added(owner, address))[0] == 201


async def test_becoming_staff_keeps_the_factors_of_a_user_who_verified_at_sign_up(
    owner: Staff, world: World, asgi, run_jobs: RunJobs, db: Db
):
    who = await Steps(world, asgi, run_jobs, db).with_app()
    assert (await added(owner, who.email))[0] == 201
    assert (await who.browser.get(ME)).json()["mfaEnrolled"] is True


async def test_the_error_says_why_no_user_was_found(owner: Staff, support: Staff, world: World):
    address = new_address()
    await made_by(support, world, address)
    refused = await owner.browser.post(STAFF, json={"email": address, "role": "support"})
    assert refusal(refused) == (404, "staff.unknown")
    assert "password by email first" in refused.json()["errors"][0]
