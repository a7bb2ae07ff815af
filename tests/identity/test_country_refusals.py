"""A user who has authenticated and is refused because of the country is told by mail."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest

from gatehouse.kit import hashing
from gatehouse.kit.resources import Resources
from tests.policies.mmdb import write_records
from tests.policies.places import COUNTRIES, behind_a_proxy, countries_of, move
from tests.world import Db, Person, World

RunJobs = Callable[[], Awaitable[None]]
LOGIN = "/identity/resources/auth/v1/user"
PASSWORD = "correct horse battery staple"
GERMAN, FRENCH, NOWHERE = "203.0.113.7", "198.51.100.7", "192.0.2.7"
KNOWN = {
    "203.0.113.0/24": {"country": {"iso_code": "DE", "names": {"en": "Germany"}}},
    "198.51.100.0/24": {"country": {"iso_code": "FR", "names": {"en": "France"}}},
}


@pytest.fixture(autouse=True)
def a_proxy(resources: Resources, tmp_path: Path) -> Iterator[None]:
    file = write_records(tmp_path / "countries.mmdb", KNOWN)
    with behind_a_proxy(resources, "127.0.0.0/8"), countries_of(resources, file):
        yield


@pytest.fixture
async def admin(world: World) -> Person:
    who = await world.person("Admin")
    move(who.browser, GERMAN)
    return who


@pytest.fixture
async def pat(world: World, admin: Person, db: Db) -> Person:
    who = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, now() - interval '1 day')",
        who.id, await hashing.hash_password(PASSWORD),
    )  # fmt: skip
    return who


async def only_germany(admin: Person, *, told: bool = True, fail: str = "BLOCK") -> None:
    body = {
        "enabled": True, "action": "ALLOW", "failStrategy": fail,
        "shouldSendRestrictionEmail": told, "countries": [{"countryCode": "DE"}],
    }  # fmt: skip
    answer = await admin.browser.post(COUNTRIES, json=body)
    assert answer.json()["shouldSendRestrictionEmail"] is told, answer.text


async def sign_in(world: World, who: Person, ip: str, password: str = PASSWORD) -> httpx.Response:
    browser = world.new_client()
    move(browser, ip)
    return await browser.post(LOGIN, json={"email": who.email, "password": password})


async def refused(world: World, who: Person, ip: str = FRENCH) -> None:
    answer = await sign_in(world, who, ip)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "admission.country_refused")


async def test_who_is_refused_is_told_from_where(
    world: World, admin: Person, pat: Person, run_jobs: RunJobs
):
    await only_germany(admin)
    assert (await admin.browser.get(COUNTRIES)).json()["shouldSendRestrictionEmail"] is True
    await refused(world, pat)
    assert (await sign_in(world, pat, GERMAN)).status_code == 200
    await run_jobs()
    [mail] = world.mails(pat.email)
    assert mail["Subject"] == "Sign-in from France was blocked"
    body = mail.get_body(("plain",))
    assert body
    text = body.get_content()
    assert f"From: France, IP address {FRENCH}" in text
    assert "UTC" in text
    assert world.link(mail).path == "/account/forget-password"


async def test_without_the_switch_no_mail_is_sent(
    world: World, admin: Person, pat: Person, run_jobs: RunJobs
):
    assert (await admin.browser.get(COUNTRIES)).json()["shouldSendRestrictionEmail"] is False
    await only_germany(admin, told=False)
    await refused(world, pat)
    await run_jobs()
    assert world.mails(pat.email) == []


async def test_without_authentication_no_mail_is_sent(
    world: World, admin: Person, pat: Person, run_jobs: RunJobs
):
    """Else strangers would flood a mailbox, and learn who has an account."""
    await only_germany(admin)
    wrong = await sign_in(world, pat, FRENCH, "not the password at all")
    assert wrong.status_code == 401
    await run_jobs()
    assert world.mails(pat.email) == []


async def test_the_same_person_is_told_three_times_a_day(
    world: World, admin: Person, pat: Person, run_jobs: RunJobs
):
    await only_germany(admin)
    for _ in range(5):
        await refused(world, pat)
        await run_jobs()
    assert len(world.mails(pat.email)) == 3


async def test_an_unknown_country_is_called_unknown(
    world: World, admin: Person, pat: Person, run_jobs: RunJobs
):
    await only_germany(admin)
    await refused(world, pat, NOWHERE)
    await run_jobs()
    [mail] = world.mails(pat.email)
    assert mail["Subject"] == "Sign-in from an unknown country was blocked"


async def test_an_unverified_address_gets_no_mail(
    world: World, admin: Person, pat: Person, run_jobs: RunJobs, db: Db
):
    await only_germany(admin)
    let_in = "update vendor set allow_not_verified_users_login = $1"
    await world.configure(let_in, True)
    await db.connection.execute("update users set verified = false where id = $1", pat.id)
    await refused(world, pat)
    await world.configure(let_in, False)
    await run_jobs()
    assert world.mails(pat.email) == []


async def test_the_refusal_is_on_record(world: World, admin: Person, pat: Person):
    await only_germany(admin, told=False)
    await refused(world, pat)
    audits = (await admin.browser.get("/audits", params={"offset": 0, "count": 5})).json()["data"]
    [failed] = [one for one in audits if one["action"] == "user.failed_authentication"]
    assert failed["email"] == pat.email
