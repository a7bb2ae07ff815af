"""Impersonation by the vendor's support, of users of an account to which support does not belong."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.audit.actors import SYSTEM
from gatehouse.kit.db import Database, Scope
from gatehouse.vendor_access import staff
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.identity.browser import ME, REFRESH, Browser, later, sign_in
from tests.identity.test_impersonation import BEGIN, POLICY, claims
from tests.staff import Staff, dismiss_all, hire
from tests.world import Db, World

ASK = "/vendor/resources/impersonation/v1/actor-tokens"
ALLOWED = "/vendor/resources/impersonation/v1/tenants"


@pytest.fixture
async def support(world: World, database: Database) -> AsyncIterator[Staff]:
    await dismiss_all(database)
    yield await hire(world, StaffRole.SUPPORT)
    await dismiss_all(database)


@pytest.fixture
async def pat(world: World) -> Browser:
    tenant_id = await world.tenant("Customer")
    user_id, _ = await world.member(tenant_id, "Admin")
    return await sign_in(world, user_id, tenant_id)


def of(pat: Browser, reason: str = "Ticket 4711", **given: Any) -> dict[str, Any]:
    return {
        "tenantId": str(pat.session.tenant_id),
        "impersonatedUserId": str(pat.session.user_id),
        "reason": reason,
        **given,
    }


async def ask(staff: Staff, pat: Browser) -> str:
    answer = await staff.browser.post(ASK, json=of(pat))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["actorToken"])


async def begin(world: World, token: str, pat: Browser) -> httpx.Response:
    browser = world.new_client()
    body = {"impersonatedUserId": str(pat.session.user_id), "actorToken": token}
    answer = await browser.post(BEGIN, json=body)
    if answer.status_code == 200:
        browser.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"
    answer.extensions["browser"] = browser
    return answer


async def act(world: World, staff: Staff, pat: Browser) -> httpx.AsyncClient:
    begun = await begin(world, await ask(staff, pat), pat)
    assert begun.status_code == 200, begun.text
    browser: httpx.AsyncClient = begun.extensions["browser"]
    return browser


async def test_the_session_is_the_persons_and_both_are_on_record(world, support, pat):
    browser = await act(world, support, pat)
    me = (await browser.get(ME)).json()
    assert (me["id"], me["tenantId"]) == (str(pat.session.user_id), str(pat.session.tenant_id))
    renewed = await browser.post(REFRESH)
    assert claims(renewed.json()["accessToken"])["act"] == {"sub": str(support.person.id)}
    entries = await audit_entries(world, pat.session.tenant_id, "impersonation*")
    assert [one["action"] for one in entries] == ["impersonation.requested", "impersonation.began"]
    for entry in entries:
        assert (entry["actorKind"], entry["user"]) == ("staff", str(support.person.id))
        assert entry["json"]["reason"] == "Ticket 4711"
    of_account = {"tenantId": str(pat.session.tenant_id)}
    log = await support.browser.get("/vendor/resources/audits/v1", params=of_account)
    told = log.json()["data"]
    assert {"impersonation.requested", "impersonation.began"} <= {one["action"] for one in told}


async def test_the_account_may_forbid_it_also_while_it_goes_on(world, support, pat):
    allowed = f"{ALLOWED}/{pat.session.tenant_id}"
    assert (await support.browser.get(allowed)).json() == {"allowed": True}
    browser = await act(world, support, pat)
    waiting = await ask(support, pat)
    assert (await pat.http.post(POLICY, json={"enabled": False})).status_code == 201
    assert (await browser.get(ME)).status_code == 401
    assert (await browser.post(REFRESH)).status_code == 401
    assert (await begin(world, waiting, pat)).json()["errorCode"] == "impersonation.forbidden"
    refused = await support.browser.post(ASK, json=of(pat))
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "impersonation.forbidden")
    assert (await support.browser.get(allowed)).json() == {"allowed": False}


async def test_it_ends_with_their_role(world, support, pat, database: Database):
    async def become(role: StaffRole | None) -> None:
        async with database.transaction(Scope.system()) as db:
            if role is None:
                await staff.remove_staff_member(db, support.person.id, by=SYSTEM)
            else:
                await staff.change_staff_member(db, support.person.id, role, by=SYSTEM)

    browser, waiting = await act(world, support, pat), await ask(support, pat)
    await become(StaffRole.OWNER)
    assert (await browser.get(ME)).status_code == 200
    await hire(world, StaffRole.OWNER)
    await become(StaffRole.FINANCE)
    assert (await browser.get(ME)).status_code == 401
    assert (await browser.post(REFRESH)).status_code == 401
    assert (await begin(world, waiting, pat)).json()["errorCode"] == "impersonation.over"
    await become(StaffRole.SUPPORT)
    assert (await browser.get(ME)).status_code == 401
    browser = await act(world, support, pat)
    await become(None)
    assert (await browser.get(ME)).status_code == 401


async def test_an_hour_is_the_most(world, support, pat):
    browser = await act(world, support, pat)
    for _ in range(5):
        later(minutes=11)
        assert (await browser.post(REFRESH)).status_code == 201
    later(minutes=6)
    assert (await browser.post(REFRESH)).status_code == 401


@pytest.mark.parametrize("role", [StaffRole.FINANCE, StaffRole.READ_ONLY])
async def test_finance_and_readers_may_not(world, support, pat, role: StaffRole):
    other = await hire(world, role)
    refused = await other.browser.post(ASK, json=of(pat))
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.missing_permission")


async def test_it_takes_a_person_a_fresh_factor_a_reason_and_a_member(world, support, pat, db: Db):
    backend = (await new_backend(world, ["vendor.*"])).http
    refused = await backend.post(ASK, json=of(pat))
    assert (refused.status_code, refused.json()["errorCode"]) == (
        403,
        "impersonation.person_needed",
    )
    for reason in ("", "  ", "x", "x" * 501):
        assert (await support.browser.post(ASK, json=of(pat, reason))).status_code == 400
    stranger = await world.person("Admin")
    answer = await support.browser.post(ASK, json=of(pat, impersonatedUserId=str(stranger.id)))
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "impersonation.no_member")
    elsewhere = await support.browser.post(ASK, json=of(pat, tenantId=str(stranger.tenant_id)))
    assert elsewhere.status_code == 404
    await db.connection.execute(
        "update sessions set auth_time = auth_time - interval '16 minutes' where id = $1",
        support.person.session_id,
    )
    stale = await support.browser.post(ASK, json=of(pat))
    assert (stale.status_code, stale.json()["errorCode"]) == (403, "access.step_up_needed")


async def test_support_impersonates_neither_staff_nor_themselves(world, support, pat):
    owner = await hire(world, StaffRole.OWNER)
    boss = of(pat, tenantId=str(owner.person.tenant_id), impersonatedUserId=str(owner.person.id))
    refused = await support.browser.post(ASK, json=boss)
    assert refused.json()["errorCode"] == "access.staff_protected"
    colleague, _ = await world.member(owner.person.tenant_id)
    home = of(pat, tenantId=str(owner.person.tenant_id), impersonatedUserId=str(colleague))
    assert (await support.browser.post(ASK, json=home)).json()[
        "errorCode"
    ] == "access.staff_protected"
    oneself = await owner.browser.post(ASK, json=boss)
    assert oneself.json()["errorCode"] == "impersonation.oneself"


async def test_what_is_the_persons_alone_is_refused(world, support, pat):
    browser = await act(world, support, pat)
    refused = await browser.post(POLICY, json={"enabled": False})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.impersonated")
    token = await browser.post("/vendor/resources/staff/v1/token")
    assert token.json()["errorCode"] == "access.impersonated"
