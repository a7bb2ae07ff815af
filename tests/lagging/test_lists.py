"""Lists in our pages may come from the replica; programs, and users who just changed something, read the
primary."""

from uuid import UUID, uuid4

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Send
from starlette.types import Scope as Scope_

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Query, Scope
from gatehouse.kit.db.replica_reads import read_from_replica
from gatehouse.kit.own_changes import COOKIE, OwnChanges
from tests.databases import opened
from tests.lagging.site import Site, as_page, forget_changes, reads, since
from tests.standby import Pair

LOG = "/vendor/resources/audits/v1"
TENANTS = "/tenants/resources/tenants/v2"
NEW_TENANT = "/tenants/resources/tenants/v1"
AUDITS = "/audits"
EXPORT = "/audits/export/csv/v2"
COLUMNS = {"properties": [{"name": "action"}]}
MEMBERS = Query(UUID, "select user_id from memberships where user_id = any ($1::uuid[])")
REFRESH = "/identity/resources/auth/v1/user/token/refresh"


async def _happens(site: Site, action: str, tenant_id: object) -> None:
    """Something that a program tells."""
    backend = await site.backend()
    answer = await backend.http.post(
        "/audits",
        json={"severity": "Info", "action": action},
        headers={"frontegg-tenant-id": str(tenant_id)},
    )
    assert answer.status_code == 202, answer.text


async def _count(browser: httpx.AsyncClient, path: str, **query: str) -> int:
    answer = await browser.get(path, params=query)
    assert answer.status_code == 200, answer.text
    page = answer.json()
    return int(page.get("total") if "total" in page else page["_metadata"]["totalItems"])


async def test_a_list_of_the_console_is_read_from_the_standby(site: Site, pair: Pair):
    staff, mark = await site.staff(), uuid4().hex
    async with pair.paused():
        await _happens(site, f"test.{mark}", staff.person.tenant_id)
        before = reads()
        assert await _count(staff.browser, LOG, action=mark) == 0
        assert since(before) == {"standby": 1}
        backend = await site.backend()
        assert await _count(backend.http, LOG, action=mark) == 1
    assert await _count(staff.browser, LOG, action=mark) == 1


async def test_the_audit_list_of_an_account_may_come_from_the_replica(site: Site, pair: Pair):
    admin, mark = await site.world.person("Admin"), uuid4().hex
    program = site.new_client()
    program.headers["authorization"] = admin.browser.headers["authorization"]
    as_page(admin.browser)
    async with pair.paused():
        await _happens(site, f"test.{mark}", admin.tenant_id)
        before = reads()
        assert await _count(admin.browser, AUDITS, action=f"test.{mark}") == 0
        # Whether it knows the caller, and the page.
        assert since(before) == {"standby": 2}
        assert await _count(program, AUDITS, action=f"test.{mark}") == 1
        stats = (await admin.browser.get("/audits/stats")).json()
        assert stats != (await program.get("/audits/stats")).json()
    assert await _count(admin.browser, AUDITS, action=f"test.{mark}") == 1


async def test_a_user_sees_their_own_change_at_once(site: Site, pair: Pair):
    staff, name = await site.staff(), uuid4().hex
    async with pair.paused():
        assert await _count(staff.browser, TENANTS, _filter=name) == 0
        made = await staff.browser.post(NEW_TENANT, json={"name": name})
        assert made.status_code == 201, made.text
        assert (
            made.headers["set-cookie"] == f"{COOKIE}=1; Max-Age=61; Path=/; HttpOnly; SameSite=Lax"
        )
        before = reads()
        assert await _count(staff.browser, TENANTS, _filter=name) == 1
        assert since(before) == {}
        forget_changes(staff.browser)
        assert await _count(staff.browser, TENANTS, _filter=name) == 0
    assert await _count(staff.browser, TENANTS, _filter=name) == 1


async def test_programs_are_given_no_mark_and_renewing_a_token_is_no_change(site: Site):
    backend, staff = await site.backend(), await site.staff()
    made = await backend.http.post(NEW_TENANT, json={"name": uuid4().hex})
    assert made.status_code == 201, made.text
    assert "set-cookie" not in made.headers
    renewed = await staff.browser.post(REFRESH)
    assert COOKIE not in renewed.headers.get("set-cookie", "")


@pytest.mark.parametrize(
    "lacks", ["sec-fetch-site", "cookie"], ids=["another site's page", "a browser without cookies"]
)
async def test_a_client_that_cannot_keep_a_cookie_reads_the_primary(site: Site, lacks: str):
    staff = await site.staff()
    if lacks == "cookie":
        staff.browser.cookies.clear()
    else:
        staff.browser.headers[lacks] = "same-site"
    before = reads()
    await _count(staff.browser, LOG)
    assert since(before) == {}


async def test_a_right_that_is_taken_away_counts_at_once(site: Site, pair: Pair):
    staff = await site.staff(StaffRole.READ_ONLY)
    admin = await site.world.person("Admin")
    as_page(admin.browser)
    await _count(staff.browser, LOG)
    await _count(admin.browser, AUDITS)
    async with pair.paused():
        async with opened(site.database, Scope.system()) as db:
            await db.connection.execute("delete from staff where user_id = $1", staff.person.id)
            await db.connection.execute("delete from membership_roles where user_id = $1", admin.id)
        before = reads()
        assert (await staff.browser.get(LOG)).status_code == 401
        assert (await admin.browser.get(AUDITS)).status_code == 403
        assert (await admin.browser.get("/audits/stats")).status_code == 403
        assert since(before) == {}


async def test_a_user_unknown_to_the_replica_is_answered_by_the_primary(site: Site, pair: Pair):
    async with pair.paused():
        admin, mark = await site.world.person("Admin"), uuid4().hex
        await _happens(site, f"test.{mark}", admin.tenant_id)
        as_page(admin.browser)
        assert await _count(admin.browser, AUDITS, action=f"test.{mark}") == 1


async def test_a_file_has_all_that_there_was_when_it_was_begun(site: Site, pair: Pair):
    admin, mark = await site.world.person("Admin"), uuid4().hex
    as_page(admin.browser)
    async with pair.paused():
        await _happens(site, f"test.{mark}", admin.tenant_id)
        answer = await admin.browser.post(EXPORT, json=COLUMNS)
        assert answer.status_code == 201, answer.text
        assert f"test.{mark}" in answer.text


async def test_the_second_lock_holds_there_too(site: Site, pair: Pair):
    """A statement that names no account sees the rows of its own alone."""
    ours, theirs = await site.world.person("Admin"), await site.world.person("Admin")
    await pair.caught_up()
    for scope, seen in ((Scope.tenant(ours.tenant_id), [ours.id]), (Scope(), [])):
        before = reads()
        async with (
            site.database.transaction(scope) as primary,
            read_from_replica(primary, site.standby) as db,
        ):
            assert await MEMBERS.all(db, [ours.id, theirs.id]) == seen
        assert since(before) == {"standby": 1}


async def test_an_entry_the_replica_does_not_have_yet_is_not_reported_missing(
    site: Site, pair: Pair
):
    """A webhook that a colleague has just made."""
    admin = await site.world.person("Admin")
    colleague = site.new_client()
    colleague.headers["authorization"] = admin.browser.headers["authorization"]
    as_page(admin.browser)
    await pair.caught_up()
    body = {
        "displayName": "Our ERP", "description": "", "url": "https://example.com/hook",
        "secret": "a secret of ours", "eventKeys": ["frontegg.user.created"], "isActive": True,
    }  # fmt: skip
    async with pair.paused():
        made = (await colleague.post("/webhook/custom", json=body)).json()
        answer = await admin.browser.get(f"/webhook/logs?id={made['_id']}")
        assert (answer.status_code, answer.json()["count"]) == (200, 0)
        none = await admin.browser.get(f"/webhook/logs?id={uuid4()}")
        assert none.status_code == 404


async def test_a_frame_of_another_site_keeps_the_mark_too():
    """Where the refresh cookie may be kept there (`SameSite=None`), the mark has to be."""

    async def app(scope: Scope_, receive: Receive, send: Send) -> None:
        await PlainTextResponse("changed")(scope, receive, send)

    marking = OwnChanges(app, seconds=60, https=True)
    transport = httpx.ASGITransport(marking)
    async with httpx.AsyncClient(transport=transport, base_url="https://id.test") as browser:
        made = await browser.post("/", headers={"sec-fetch-site": "same-origin"})
    assert (
        made.headers["set-cookie"]
        == f"{COOKIE}=1; Max-Age=61; Path=/; HttpOnly; SameSite=None; Secure"
    )
