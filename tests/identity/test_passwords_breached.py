"""A password that is known from a breach opens nothing: its owner is mailed a link, and sets another."""

import httpx
import pytest

from gatehouse.kit import hashing
from tests.audit_log import audit_entries
from tests.identity.signup_steps import LOGIN, OTHER, RESET, VERIFY, credentials
from tests.world import Db, Person, World

# In the packaged collection, and long enough for the rule of earlier days.
KNOWN = "1234567890"
BULK = "/identity/resources/users/v1/passwords/breached/reset/bulk"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
async def pat(world: World, db: Db, admin: Person) -> str:
    return await member_with(world, db, admin, KNOWN)


async def member_with(world: World, db: Db, admin: Person, password: str) -> str:
    user_id, address = await world.member(admin.tenant_id, "ReadOnly")
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, now() - interval '1 day')",
        user_id,
        await hashing.hash_password(password),
    )
    return address


async def log_in(browser: httpx.AsyncClient, address: str, password: str) -> httpx.Response:
    return await browser.post(LOGIN, json={"email": address, "password": password})


async def test_a_breached_password_is_flagged_and_must_be_reset_first(
    client: httpx.AsyncClient, world: World, run_jobs, admin: Person, pat: str
):
    answer = await log_in(client, pat, KNOWN)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["isBreachedPassword"], told["mfaRequired"], told["userEmail"]) == (
        True,
        False,
        pat,
    )
    assert not {"accessToken", "mfaToken"} & set(told)
    assert not client.cookies
    last = (await audit_entries(world, admin.tenant_id))[-1]
    assert last["json"]["reason"] == "breached_password"
    await client.post(RESET, json={"email": pat})
    await run_jobs()
    link = credentials(world, pat)
    assert (await client.post(VERIFY, json={**link, "password": OTHER})).status_code == 201
    renewed = (await log_in(client, pat, OTHER)).json()
    assert renewed["accessToken"]
    assert "isBreachedPassword" not in renewed


async def test_a_wrong_password_is_only_wrong(client: httpx.AsyncClient, pat: str):
    refused = await log_in(client, pat, "123456789")
    assert (refused.status_code, refused.json()["errorCode"]) == (401, "ER-01013")


async def test_it_comes_before_the_second_factor(client: httpx.AsyncClient, world: World, pat: str):
    await world.configure("update users set mfa_enrolled = true where email = $1", pat)
    told = (await log_in(client, pat, KNOWN)).json()
    assert told["isBreachedPassword"]
    assert "mfaToken" not in told


async def test_the_vendor_may_let_them_in(client: httpx.AsyncClient, world: World, pat: str):
    change = "update vendor set block_breached_passwords = $1"
    await world.configure(change, False)
    try:
        assert (await log_in(client, pat, KNOWN)).json()["accessToken"]
    finally:
        await world.configure(change, True)


async def test_administrators_make_all_members_reset_their_passwords(
    client: httpx.AsyncClient, world: World, run_jobs, db: Db, admin: Person, pat: str
):
    well = await member_with(world, db, admin, OTHER)
    stranger = await member_with(world, db, await world.person("Admin"), KNOWN)
    for address, password in ((pat, KNOWN), (well, OTHER), (stranger, KNOWN)):
        await log_in(client, address, password)
    answer = await admin.browser.post(BULK)
    assert (answer.status_code, answer.content) == (200, b"")
    await run_jobs()
    assert [mail["Subject"] for mail in world.mails(pat)] == ["Reset your Gatehouse password"]
    assert not [mail for one in (well, stranger) for mail in world.mails(one)]
    link = credentials(world, pat)
    assert (await client.post(VERIFY, json={**link, "password": OTHER})).status_code == 201
    for _ in range(2):
        assert (await admin.browser.post(BULK)).status_code == 200
    await run_jobs()
    subjects = [mail["Subject"] for mail in world.mails(pat)]
    assert subjects.count("Reset your Gatehouse password") == 1
    assert (await admin.browser.post(BULK)).status_code == 429


async def test_it_takes_a_permission(world: World, admin: Person):
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    refused = await reader.browser.post(BULK)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.missing_permission")
