"""Several sign-ups or invitations name one address: its owner gets what they said themselves, and a company
without anybody else."""

from uuid import UUID, uuid4

import pytest

from tests.audit_log import audit_entries
from tests.identity.sign_up_ownership_steps import (
    INVITE,
    NOT_MINE,
    VERA,
    claims_of,
    enter_at_once,
    invite,
    let_in_at_once,
    links_of,
    memberships,
    metadata_of,
)
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    GOOD,
    LOGIN,
    ME,
    OTHER,
    SIGN_UP,
    USERS,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.identity.test_consents import CONSENTS, ledgerly  # noqa: F401  a fixture
from tests.vendor_view import get_user_by_email, tenant_exists

LIST = "/identity/resources/users/v3"


async def bring_friend(asgi, world, run_jobs, browser, friend: str) -> None:
    """The friend accepts as administrator."""
    roles = (await browser.get("/identity/resources/roles/v1")).json()
    admin = next(one["id"] for one in roles if one["key"] == "Admin")
    body = {"email": friend, "roleIds": [admin], "provider": "local"}
    assert (await browser.post(INVITE, json=body)).status_code == 201
    await run_jobs()
    async with stranger(asgi) as other:
        body = {**credentials(world, friend), "password": OTHER}
        assert (await other.post(ACTIVATE, json=body)).status_code == 200


async def test_a_waiting_invitation_does_not_take_the_place_of_a_sign_up(asgi, world, run_jobs, db):
    address = new_address()
    await invite(world, run_jobs, address)
    async with stranger(asgi) as browser:
        made = (await browser.post(SIGN_UP, json=form(address, password=GOOD, **VERA))).json()
        assert made["shouldActivate"] is True
        await run_jobs()
        assert "invit" not in str(world.mails(address)[-1]["Subject"]).lower()
        entered = await browser.post(ACTIVATE, json=credentials(world, address))
        assert entered.status_code == 200
        claims = claims_of(entered)
        assert claims["roles"] == ["Admin"]
        assert claims["name"] == "Vera Prospect"
        assert claims["tenantId"] == made["tenantId"]
    assert await memberships(db, address) == [("Stranger Ltd", False), ("Prospect GmbH", True)]
    async with stranger(asgi) as browser:
        answer = await browser.post(ACTIVATE, json=credentials(world, address, 0))
    assert answer.status_code == 200
    assert await memberships(db, address) == [("Stranger Ltd", True), ("Prospect GmbH", True)]


async def test_an_invitation_that_waited_before_the_sign_up_is_not_where_the_user_enters(
    asgi, world, run_jobs, db
):
    address = new_address()
    await invite(world, run_jobs, address)
    async with stranger(asgi) as browser:
        made = (await browser.post(SIGN_UP, json=form(address, password=GOOD, **VERA))).json()
        await run_jobs()
        await browser.post(ACTIVATE, json=credentials(world, address))
    async with stranger(asgi) as browser:
        assert (
            await browser.post(ACTIVATE, json=credentials(world, address, 0))
        ).status_code == 200
    assert await memberships(db, address) == [("Stranger Ltd", True), ("Prospect GmbH", True)]
    async with stranger(asgi) as browser:
        entered = await browser.post(LOGIN, json={"email": address, "password": GOOD})
    assert claims_of(entered)["tenantId"] == made["tenantId"]
    assert claims_of(entered)["roles"] == ["Admin"]


async def test_who_was_removed_everywhere_and_invited_opens_a_company(asgi, world, run_jobs, db):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await db.connection.execute("delete from memberships where user_id = $1", user_id)
    await invite(world, run_jobs, address)
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address, **VERA))
        await run_jobs()
        path, link = links_of(world, address)[-1]
        assert path == "/account/invitation/accept"
        assert (await browser.post(ACCEPT, json=link)).status_code == 200
        entered = await browser.post(LOGIN, json={"email": address, "password": GOOD})
    assert entered.status_code == 200
    assert await memberships(db, address) == [("Stranger Ltd", False), ("Prospect GmbH", True)]


async def test_the_sign_up_of_the_browser_that_proves_the_address_counts(asgi, world, run_jobs, db):
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address, password=OTHER, **NOT_MINE))
        await run_jobs()
    async with stranger(asgi) as browser:
        body = form(address, password=GOOD, metadata='{"plan": "free"}', **VERA)
        await browser.post(SIGN_UP, json=body)
        await run_jobs()
        first, newest = credentials(world, address, 0), credentials(world, address)
        assert first["token"] != newest["token"]
        entered = await browser.post(ACTIVATE, json=newest)
        assert claims_of(entered)["name"] == "Vera Prospect"
    async with stranger(asgi) as browser:
        for password, status in ((OTHER, 401), (GOOD, 200)):
            answer = await browser.post(LOGIN, json={"email": address, "password": password})
            assert answer.status_code == status, answer.text
    await run_jobs()
    assert await memberships(db, address) == [("Prospect GmbH", True)]
    assert await metadata_of(world, address) == {"plan": "free"}
    gone = "select deleted_at is not null from tenants where name = 'Not Mine Inc' order by created_at desc"
    assert await db.connection.fetchval(gone) is True


async def test_a_link_of_another_sign_up_opens_the_company_of_the_browsers_own(
    asgi, world, run_jobs, db
):
    """The owner opens the mail of the stranger's sign-up."""
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address, password=OTHER, **NOT_MINE))
        await run_jobs()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address, password=GOOD, **VERA))
        await run_jobs()
        entered = await browser.post(ACTIVATE, json=credentials(world, address, 0))
        assert claims_of(entered)["name"] == "Vera Prospect"
    assert await memberships(db, address) == [("Prospect GmbH", True)]


async def test_signing_up_again_corrects_the_company(asgi, world, run_jobs, db):
    address = new_address()
    async with stranger(asgi) as browser:
        for company in ("Prospekt GmbH", "Prospect GmbH"):
            body = form(address, password=GOOD, name="Vera Prospect", companyName=company)
            await browser.post(SIGN_UP, json=body)
            await run_jobs()
        assert (await browser.post(ACTIVATE, json=credentials(world, address))).status_code == 200
    assert await memberships(db, address) == [("Prospect GmbH", True)]


async def test_the_same_sign_up_twice_keeps_what_the_browser_chose(asgi, world, run_jobs, db):
    address = new_address()
    async with stranger(asgi) as browser:
        for _ in range(2):
            body = form(address, password=GOOD, metadata='{"plan": "pro"}', **VERA)
            await browser.post(SIGN_UP, json=body)
        await run_jobs()
        assert (await browser.post(ACTIVATE, json=credentials(world, address))).status_code == 200
    assert await memberships(db, address) == [("Prospect GmbH", True)]
    assert await metadata_of(world, address) == {"plan": "pro"}


@pytest.mark.parametrize("signs_up", [True, False])
async def test_the_owner_is_in_no_company_with_the_people_of_who_signed_up_first(
    asgi, world, run_jobs, signs_up
):
    """The owner signs up with the same words, or opens the mail of the first sign-up."""
    address, friend = new_address(), new_address()
    async with let_in_at_once(world), stranger(asgi) as thief, stranger(asgi) as owner:
        first = await enter_at_once(thief, address, password=OTHER, **VERA)
        await run_jobs()
        await bring_friend(asgi, world, run_jobs, thief, friend)
        if signs_up:
            await owner.post(SIGN_UP, json=form(address, password=GOOD, **VERA))
            await run_jobs()
        links = [link for path, link in links_of(world, address) if path == "/account/activate"]
        entered = await owner.post(ACTIVATE, json={**links[-1], "password": GOOD})
        assert entered.status_code == 200
        claims = claims_of(entered)
        assert claims["tenantId"] != first["tenantId"]
        assert (claims["name"], claims["roles"]) == ("Vera Prospect", ["Admin"])
        owner.headers["authorization"] = f"Bearer {entered.json()['accessToken']}"
        seen = (await owner.get(LIST)).json()["items"]
        assert [one["email"] for one in seen] == [address]
        tenants = (await owner.get(f"{INVITE}/me/tenants")).json()
        assert [one["name"] for one in tenants] == ["Prospect GmbH"]
        signed_in = await owner.post(LOGIN, json={"email": friend, "password": OTHER})
        owner.headers["authorization"] = f"Bearer {signed_in.json()['accessToken']}"
        assert [one["email"] for one in (await owner.get(LIST)).json()["items"]] == [friend]
        assert (await owner.delete(f"{USERS}/{claims['sub']}")).status_code == 404
        assert (await thief.get(ME)).status_code == 401
        # The company that was left is its members'.
        await run_jobs()
        assert [one["email"] for one in (await owner.get(LIST)).json()["items"]] == [friend]
        assert len(await audit_entries(world, first["tenantId"], "user.left")) == 1


@pytest.mark.parametrize("leaves", ["webhook", "invite link", "an older company", "a member"])
async def test_nothing_that_the_first_user_set_up_gives_access(asgi, world, run_jobs, db, leaves):
    address = new_address()
    async with let_in_at_once(world), stranger(asgi) as thief, stranger(asgi) as owner:
        first = await enter_at_once(thief, address, password=OTHER, **VERA)
        if leaves == "webhook":
            body = {"displayName": "x", "url": "https://evil.test/", "eventKeys": ["frontegg.user.created"],
                    "isActive": True, "secret": "0123456789abcdef0123456789abcdef"}  # fmt: skip
            made = await thief.post("/webhook/custom", json=body)
            assert made.is_success, made.text
        elif leaves == "invite link":
            made = await thief.post("/identity/resources/tenants/invites/v1/user", json={})
            assert made.is_success, made.text
        elif leaves == "a member":
            await world.member(UUID(first["tenantId"]), "Admin")
        else:
            await db.connection.execute(
                "update sign_up_requests set created_at = created_at - interval '31 days'"
                " where tenant_id = $1", UUID(first["tenantId"]),
            )  # fmt: skip
        await run_jobs()
        [link] = [link for path, link in links_of(world, address) if path == "/account/activate"]
        entered = await owner.post(ACTIVATE, json={**link, "password": GOOD})
        assert claims_of(entered)["tenantId"] != first["tenantId"]
    await run_jobs()
    if leaves == "a member":
        return
    assert not await tenant_exists(world, first["tenantId"])


async def test_no_application_that_the_first_user_allowed_signs_the_owner_in_unasked(
    asgi,
    world,
    run_jobs,
    ledgerly,  # noqa: F811  the fixture of another file
):
    address = new_address()
    async with let_in_at_once(world), stranger(asgi) as thief, stranger(asgi) as owner:
        await enter_at_once(thief, address, password=OTHER, **VERA)
        path, body = f"{CONSENTS}/{ledgerly.client_id}", {"scopes": ["openid", "email"]}
        assert (await thief.put(path, json=body)).status_code == 200
        await run_jobs()
        [link] = [link for path, link in links_of(world, address) if path == "/account/activate"]
        entered = await owner.post(ACTIVATE, json={**link, "password": GOOD})
        owner.headers["authorization"] = f"Bearer {entered.json()['accessToken']}"
        assert (await owner.get(CONSENTS)).json() == []


@pytest.mark.parametrize("proof", ["the same browser", "the same password", "an untouched company"])
async def test_who_works_before_the_mail_is_opened_keeps_the_company(
    asgi, world, run_jobs, db, proof
):
    address, friend = new_address(), new_address()
    async with let_in_at_once(world), stranger(asgi) as first, stranger(asgi) as phone:
        made = await enter_at_once(first, address, password=GOOD, **VERA)
        await run_jobs()
        if proof != "an untouched company":
            await bring_friend(asgi, world, run_jobs, first, friend)
        [link] = [link for path, link in links_of(world, address) if path == "/account/activate"]
        browser = first if proof == "the same browser" else phone
        password = OTHER if proof == "an untouched company" else GOOD
        entered = await browser.post(ACTIVATE, json={**link, "password": password})
        assert claims_of(entered)["tenantId"] == made["tenantId"]
        # Sessions of before are signed in anew by the mail only.
        assert (await first.get(ME)).status_code == 401
    assert await memberships(db, address) == [("Prospect GmbH", True)]


async def test_a_sign_up_opens_its_company_where_a_stranger_was_let_in_before(
    asgi, world, run_jobs, db
):
    address = new_address()
    async with let_in_at_once(world), stranger(asgi) as thief, stranger(asgi) as owner:
        await enter_at_once(thief, address, password=OTHER, **NOT_MINE)
        await run_jobs()
        made = (await owner.post(SIGN_UP, json=form(address, password=GOOD, **VERA))).json()
        await run_jobs()
        body = {**credentials(world, address), "password": GOOD}
        entered = await owner.post(ACTIVATE, json=body)
        claims = claims_of(entered)
        assert (claims["name"], claims["tenantId"]) == ("Vera Prospect", made["tenantId"])
    assert await memberships(db, address) == [("Prospect GmbH", True)]


async def test_the_same_words_with_more_about_the_user_are_a_sign_up_of_their_own(
    asgi, world, run_jobs
):
    address = new_address()
    async with stranger(asgi) as browser, stranger(asgi) as owner:
        await browser.post(SIGN_UP, json=form(address, password=OTHER, **VERA))
        await run_jobs()
        body = form(address, password=GOOD, metadata='{"plan": "pro"}', **VERA)
        await owner.post(SIGN_UP, json=body)
        await run_jobs()
        entered = await owner.post(ACTIVATE, json=credentials(world, address))
        assert entered.status_code == 200
    assert await metadata_of(world, address) == {"plan": "pro"}


async def test_number_and_metadata_of_another_browser_are_forgotten(asgi, world, run_jobs):
    address = new_address()
    async with stranger(asgi) as browser, stranger(asgi) as owner:
        more = {"metadata": '{"plan": "pro"}', "phoneNumber": "+4915112345678"}
        await browser.post(SIGN_UP, json=form(address, password=OTHER, **more))
        await run_jobs()
        body = {**credentials(world, address), "password": GOOD}
        assert (await owner.post(ACTIVATE, json=body)).status_code == 200
    user = await get_user_by_email(world, address)
    assert (user["metadata"], user.get("phoneNumber")) == ("{}", None)


@pytest.mark.parametrize("brings_friend", [True, False])
async def test_an_invitation_decides_about_no_company_but_leads_out_of_a_strangers(
    asgi, world, run_jobs, db, brings_friend
):
    address, friend = new_address(), new_address()
    async with let_in_at_once(world), stranger(asgi) as thief, stranger(asgi) as owner:
        await enter_at_once(thief, address, password=OTHER, **NOT_MINE)
        await run_jobs()
        if brings_friend:
            await bring_friend(asgi, world, run_jobs, thief, friend)
        await invite(world, run_jobs, address, "Inviting Ltd")
        body = {**credentials(world, address), "password": GOOD}
        assert (await owner.post(ACTIVATE, json=body)).status_code == 200
        assert (await thief.get(ME)).status_code == 401
    kept = [] if brings_friend else [("Not Mine Inc", True)]
    assert await memberships(db, address) == [*kept, ("Inviting Ltd", True)]


async def test_who_signs_up_again_in_the_same_browser_keeps_the_company_they_work_in(
    asgi, world, run_jobs, db
):
    address, friend = new_address(), new_address()
    async with let_in_at_once(world), stranger(asgi) as owner:
        await enter_at_once(owner, address, password=GOOD, **VERA)
        await run_jobs()
        await bring_friend(asgi, world, run_jobs, owner, friend)
        second = form(address, password=GOOD, name="Vera Prospect", companyName="Second GmbH")
        await owner.post(SIGN_UP, json=second)
        await run_jobs()
        body = {**credentials(world, address), "password": GOOD}
        assert (await owner.post(ACTIVATE, json=body)).status_code == 200
    assert await memberships(db, address) == [("Prospect GmbH", True), ("Second GmbH", True)]


async def test_the_mail_of_a_strangers_sign_up_takes_no_company_from_its_owner(
    asgi, world, run_jobs, db
):
    """The owner works there already, opens the mail on another device and gives the password."""
    address, friend = new_address(), new_address()
    async with let_in_at_once(world), stranger(asgi) as owner, stranger(asgi) as phone:
        made = await enter_at_once(owner, address, password=GOOD, **VERA)
        await run_jobs()
        await bring_friend(asgi, world, run_jobs, owner, friend)
        async with stranger(asgi) as another:
            await another.post(SIGN_UP, json=form(address, password=OTHER, **NOT_MINE))
            await run_jobs()
        links = [link for path, link in links_of(world, address) if path == "/account/activate"]
        assert len(links) == 2
        entered = await phone.post(ACTIVATE, json={**links[-1], "password": GOOD})
        claims = claims_of(entered)
        assert claims["tenantId"] == made["tenantId"]
        assert (claims["name"], claims["roles"]) == ("Vera Prospect", ["Admin"])
    assert await memberships(db, address) == [("Prospect GmbH", True)]


async def test_the_ids_of_a_new_user_are_real_and_those_of_a_known_address_lead_nowhere(
    asgi, world, run_jobs, db
):
    known, unknown = new_address(), new_address()
    await sign_up_and_activate(asgi, world, run_jobs, known)
    told = {}
    for address in (known, unknown):
        async with stranger(asgi) as browser:
            told[address] = (await browser.post(SIGN_UP, json=form(address))).json()
    look = """
    select (select count(*) from users where id = $1), (select count(*) from tenants where id = $2)
    """
    ids = [(UUID(told[one]["userId"]), UUID(told[one]["tenantId"])) for one in (known, unknown)]
    assert [tuple(await db.connection.fetchrow(look, *pair)) for pair in ids] == [(0, 0), (1, 1)]
    event = await db.connection.fetchrow(
        "select tenant_id, actor_user_id from audits where action = 'user.signed_up'"
        " and actor_email = $1", unknown,
    )  # fmt: skip
    assert tuple(event) == (ids[1][1], ids[1][0])
    await run_jobs()
    assert credentials(world, unknown)["userId"] == told[unknown]["userId"]
    assert uuid4().version == ids[0][0].version == ids[1][0].version
