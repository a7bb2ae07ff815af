"""A domain is an account's once name servers say so, and as long as they do."""

from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.identity.sso.domains.service import recheck_domains
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.directory.deleted import delete, restore
from tests.identity.sso.steps import (
    CONFIGURATIONS,
    Names,
    add_domain,
    listed,
    make,
    own_domain,
    validate,
)
from tests.world import Person, World


def new_domain() -> str:
    return f"{uuid4().hex[:12]}.example"


@pytest.fixture
async def connection(admin: Person) -> str:
    return str((await make(admin.browser))["id"])


@pytest.fixture
def check(resources: Resources):
    context = JobContext(resources[Database], resources, 0, 1, last_attempt=True)
    return lambda: recheck_domains(context)


async def is_validated(who: Person) -> bool:
    (row,) = await listed(who.browser)
    return bool(row["domains"][0]["validated"])


async def test_a_record_validates_a_domain(admin: Person, names: Names, connection: str):
    domain = new_domain()
    added = await add_domain(admin.browser, connection, f" {domain.upper()} ")
    record = added["txtRecord"]
    assert added | {"id": ""} == {
        "id": "", "domain": domain, "validated": False, "txtRecord": record, "missingSince": None
    }  # fmt: skip
    missing = await validate(admin.browser, connection, added["id"])
    assert (missing.status_code, missing.json()["errorCode"]) == (400, "sso.record_missing")
    names.records[domain] = ["v=spf1 -all", "gatehouse-domain-verification=another"]
    assert (await validate(admin.browser, connection, added["id"])).status_code == 400
    assert not await is_validated(admin)
    names.records[domain].append(f'"{record}"')
    assert (await validate(admin.browser, connection, added["id"])).status_code == 200
    (row,) = await listed(admin.browser)
    assert row["domains"] == [added | {"validated": True}]
    assert row["generatedVerification"] == record


async def test_silent_name_servers_decide_nothing(admin: Person, names: Names, connection: str):
    added = await add_domain(admin.browser, connection, new_domain())
    names.silent = True
    answer = await validate(admin.browser, connection, added["id"])
    assert (answer.status_code, answer.json()["errorCode"]) == (503, "sso.name_servers_silent")


@pytest.mark.parametrize(
    ("domain", "code"),
    [
        ("gmail.com", "sso.domain_public"),
        ("GMAIL.com.", "sso.domain_public"),
        ("localhost", "request.invalid"),
        ("somebody@acme.example", "request.invalid"),
        ("acme..example", "request.invalid"),
        ("192.0.2.1", "request.invalid"),
    ],
)
async def test_a_domain_that_cannot_be_owned_is_refused(
    admin: Person, connection: str, domain: str, code: str
):
    answer = await admin.browser.post(
        f"{CONFIGURATIONS}/{connection}/domains", json={"domain": domain}
    )
    assert (answer.status_code, answer.json()["errorCode"]) == (400, code)


async def test_an_account_has_a_domain_once(admin: Person, connection: str):
    domain, other = new_domain(), (await make(admin.browser))["id"]
    await add_domain(admin.browser, connection, domain)
    answer = await admin.browser.post(f"{CONFIGURATIONS}/{other}/domains", json={"domain": domain})
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "sso.domain_exists")


async def test_a_domain_is_one_accounts(world: World, admin: Person, names: Names, connection: str):
    domain = new_domain()
    await own_domain(admin.browser, names, connection, domain)
    other = await world.person("Admin")
    theirs = (await make(other.browser))["id"]
    added = await add_domain(other.browser, theirs, domain)
    # The name servers show both tokens: who was first keeps it.
    names.records[domain].append(added["txtRecord"])
    answer = await validate(other.browser, theirs, added["id"])
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "sso.domain_taken")
    assert await is_validated(admin)
    # Only theirs: the domain has another owner now.
    names.records[domain] = [added["txtRecord"]]
    assert (await validate(other.browser, theirs, added["id"])).status_code == 200
    assert await is_validated(other)
    assert not await is_validated(admin)


async def test_a_domain_without_its_record_is_released_after_a_week(
    world: World, admin: Person, names: Names, connection: str, check
):
    domain = new_domain()
    added = await own_domain(admin.browser, names, connection, domain)
    del names.records[domain]

    async def a_day_later() -> dict[str, object]:
        clock.advance_clock(timedelta(days=1, minutes=1))
        await check()
        again = await world.sign_in(admin.id, admin.tenant_id, admin.email)
        (row,) = await listed(again.browser)
        found: dict[str, object] = row["domains"][0]
        return found

    found = await a_day_later()
    assert found["validated"]
    assert found["missingSince"]
    # It was there again in between.
    names.records[domain] = [added["txtRecord"]]
    assert (await a_day_later())["missingSince"] is None
    del names.records[domain]
    await a_day_later()
    names.silent = True
    for _ in range(8):
        assert (await a_day_later())["validated"]
    names.silent = False
    assert not (await a_day_later())["validated"]
    told = await audit_entries(world, admin.tenant_id, "sso_domain.*")
    assert [row["action"] for row in told] == [
        "sso_domain.added", "sso_domain.validated", "sso_domain.missing", "sso_domain.missing",
        "sso_domain.lapsed",
    ]  # fmt: skip


async def test_a_removed_domain_is_gone(admin: Person, names: Names, connection: str):
    added = await own_domain(admin.browser, names, connection, new_domain())
    path = f"{CONFIGURATIONS}/{connection}/domains/{added['id']}"
    assert (await admin.browser.delete(path)).status_code == 200
    assert (await listed(admin.browser))[0]["domains"] == []
    gone = await admin.browser.delete(path)
    assert (gone.status_code, gone.json()["errorCode"]) == (404, "sso.unknown_domain")


async def test_a_deleted_account_holds_no_domain_from_others(
    world: World, admin: Person, names: Names, connection: str, check
):
    domain = new_domain()
    await own_domain(admin.browser, names, connection, domain)
    backend = (await new_backend(world)).http
    await delete(backend, admin.tenant_id)
    # It is not looked for meanwhile, and is still its own after a restore.
    records = names.records.pop(domain)
    for _ in range(2):
        clock.advance_clock(timedelta(days=8))
        await check()
    names.records[domain] = records
    late = (await new_backend(world)).http
    assert (await restore(late, admin.tenant_id)).status_code == 200
    back = await world.sign_in(admin.id, admin.tenant_id, admin.email)
    assert await is_validated(back)

    await delete(late, admin.tenant_id)
    other = await world.person("Admin")
    theirs = (await make(other.browser))["id"]
    added = await add_domain(other.browser, theirs, domain)
    names.records[domain].append(added["txtRecord"])
    assert (await validate(other.browser, theirs, added["id"])).status_code == 200
    assert (await restore(late, admin.tenant_id)).status_code == 200
    again = await world.sign_in(admin.id, admin.tenant_id, admin.email)
    assert not await is_validated(again)
    assert await is_validated(other)
