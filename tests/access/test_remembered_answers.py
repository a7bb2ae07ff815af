"""What processes remember of a session is valid as long as nothing that it depends on has changed: each
change takes effect with the next request in each process (ADR 34). Two processes are two applications here,
with resources of their own and without notifications from the database."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.access.answer_cache import (
    MOST_ANSWERS,
    MOST_BYTES,
    MOST_TENANTS,
    AnswerCache,
    ReadVersions,
)
from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.access.tokens import AccessTokens
from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import open_resources
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.identity.browser import ME, REFRESH, Browser, later, sign_in
from tests.identity.test_sessions_refresh import claims_of
from tests.policies.places import IP, behind_a_proxy, move
from tests.world import World

AUTHORIZATION = "/identity/resources/users/v1/me/authorization"
TENANTS = "/identity/resources/users/v3/me/tenants"
TENANT_LIST = "/identity/resources/users/v2/me/tenants"
GUARDED = "/identity/resources/users/sessions/v1/me"
USER_INFO = "/oauth/userinfo"
PASSKEYS = "/identity/resources/users/webauthn/v1/devices"
RECOVERY_CODE = "/identity/resources/users/v1/mfa/recovery-code"
SWITCH = "/identity/resources/users/v1/tenant"
OF_ONE_TOKEN = ("iat", "exp", "nbf", "jti")
LASTS = re.compile(r"Max-Age=(\d+)")


@dataclass
class Process:
    resources: Resources
    http: httpx.AsyncClient

    def forget(self) -> None:
        self.resources.add(AnswerCache, AnswerCache())

    @property
    def cache(self) -> AnswerCache:
        return self.resources[AnswerCache]

    async def get(self, path: str, browser: Browser) -> tuple[int, Any]:
        headers = {"authorization": browser.http.headers["authorization"]}
        answer = await self.http.get(path, headers=headers)
        return answer.status_code, answer.json()

    async def refresh(self, browser: Browser, **headers: str) -> tuple[int, Any]:
        """The claims and expiry, or the status of a refusal. The browser keeps the token."""
        cookie = f"{browser.cookie}={browser.token}"
        answer = await self.http.post(REFRESH, headers={"cookie": cookie, **headers})
        if answer.status_code != 201:
            return answer.status_code, None
        token = answer.cookies[browser.cookie]
        self.http.cookies.clear()
        browser.http.cookies.set(browser.cookie, token, domain="localhost.local", path="/")
        told = answer.json()
        claims = claims_of(told["accessToken"])
        for name in OF_ONE_TOKEN:
            claims.pop(name, None)
        lasts = LASTS.search(answer.headers["set-cookie"])
        assert lasts is not None
        return 201, claims | {"is_limited": int(lasts[1]) < 1000}


@dataclass
class Case:
    """A member with a role of the vendor, one of the tenant, and one of a group."""

    processes: tuple[Process, Process]
    db: Db
    browser: Browser
    names: dict[str, str]

    async def ask(self) -> list[Any]:
        """Everything that may be remembered, from each process in turn."""
        told: list[Any] = []
        for path in (ME, AUTHORIZATION, TENANTS, TENANT_LIST, USER_INFO):
            told += [await process.get(path, self.browser) for process in self.processes]
        # The list itself is read each time.
        told += [(await process.get(GUARDED, self.browser))[0] for process in self.processes]
        return told + [await process.refresh(self.browser) for process in self.processes]

    async def remember(self) -> list[Any]:
        """The answers, which come from memory the second time."""
        first = await self.ask()
        assert await self.ask() == first
        assert first[::2] == first[1::2]
        return first

    def compose(self, statement: str) -> str:
        return statement.format(**self.names)

    async def change(self, statement: str) -> None:
        assert (await self.db.connection.execute(self.compose(statement)))[-2:] != " 0"

    async def change_without_version(self, statement: str) -> None:
        """As if no trigger gave a new version."""
        connection = self.db.connection
        name = "raise_versions"
        text = await connection.fetchval(f"select pg_get_functiondef('{name}'::regproc)")
        async with connection.transaction():
            await connection.execute(
                f"set local role none; create or replace function {name}() returns trigger"
                " language plpgsql as 'begin return null; end'"
            )
            await self.change(statement)
            await connection.execute(text)


@pytest.fixture(scope="module")
async def other(settings: Settings, database_url: str) -> AsyncIterator[Resources]:
    async with open_resources(settings, database_url, 6) as opened:
        yield opened


@pytest.fixture
async def processes(
    resources: Resources, other: Resources, settings: Settings
) -> AsyncIterator[tuple[Process, Process]]:
    made = []
    for one in (resources, other):
        app = build_request_pipeline(build_app(settings, one), settings)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        made.append(
            Process(one, httpx.AsyncClient(transport=transport, base_url=settings.public_url))
        )
    yield made[0], made[1]
    for process in made:
        await process.http.aclose()


@pytest.fixture
async def case(processes: tuple[Process, Process], world: World, db: Db) -> AsyncIterator[Case]:
    tenant = await world.tenant()
    user, address = await world.member(tenant, "ReadOnly")
    await world.grant(tenant, user, "fe.secure.read.roles")
    ids = {name: str(new_id()) for name in ("group", "group_role", "permission", "elsewhere")}
    names = {"user": str(user), "tenant": str(tenant), "email": address, **ids}
    case = Case(processes, db, await sign_in(world, user, tenant), names)
    names["session"] = str(case.browser.session.session_id)
    for statement in (
        "insert into tenants (id, path, name, created_at, updated_at)"
        " values ('{elsewhere}', '{elsewhere}/', 'Elsewhere', now(), now())",
        "insert into permissions (id, category_id, key, name) select '{permission}', id, '{permission}',"
        " 'Own' from permission_categories limit 1",
        "insert into roles (id, tenant_id, key, name)"
        " values ('{group_role}', '{tenant}', '{group_role}', 'Of a group')",
        "insert into role_permissions (role_id, permission_id, tenant_id)"
        " values ('{group_role}', '{permission}', '{tenant}')",
        "insert into groups (id, tenant_id, name, created_at, updated_at)"
        " values ('{group}', '{tenant}', 'Group', now(), now())",
        "insert into group_roles (tenant_id, group_id, role_id)"
        " values ('{tenant}', '{group}', '{group_role}')",
        "insert into group_members (tenant_id, group_id, user_id)"
        " values ('{tenant}', '{group}', '{user}')",
    ):
        await case.change(statement)
    yield case
    # Permissions are the vendor's: other tests find those that are left.
    await db.connection.execute(case.compose("delete from permissions where id = '{permission}'"))


JOINED = (
    "insert into memberships (tenant_id, user_id, activated, created_at)"
    " values ('{elsewhere}', '{user}', true, now())"
)
OF_USER = "where user_id = '{user}'"
POLICY = "insert into session_policies (tenant_id, updated_at, {}) values ('{{tenant}}', now(), {})"
CHANGES = {
    "suspended user": "update memberships set is_disabled = true " + OF_USER,
    "access revoked": "update memberships set sessions_from = now() + interval '1 minute' " + OF_USER,
    "invitation open again": "update memberships set activated = false " + OF_USER,
    "membership deleted": "delete from memberships " + OF_USER,
    "membership ended": "update memberships set temporary_expires_at = now() " + OF_USER,
    "locked user": "update users set locked_at = now() where id = '{user}'",
    "suspended tenant": "update tenants set suspended_at = now() where id = '{tenant}'",
    "deleted tenant": "update tenants set deleted_at = now() where id = '{tenant}'",
    "roles taken": "delete from membership_roles " + OF_USER,
    "role given": "insert into membership_roles select '{tenant}', '{user}', id from roles"
    " where key = 'Admin' and tenant_id is null",
    "role changed": "update roles set level = 3, name = 'New', key = key || '2' where id = '{group_role}'",
    "role deleted": "delete from roles where id = '{group_role}'",
    "permission taken from a role": "delete from role_permissions where role_id = '{group_role}'",
    "permission renamed": "update permissions set key = key || '2' where id = '{permission}'",
    "permission deleted": "delete from permissions where id = '{permission}'",
    "group left": "delete from group_members " + OF_USER,
    "group renamed": "update groups set name = 'Other' where id = '{group}'",
    "group deleted": "delete from groups where id = '{group}'",
    "group without role": "delete from group_roles where group_id = '{group}'",
    "groups switched off": "insert into group_configurations values ('{tenant}', true, false, now())",
    "user renamed": "update users set name = 'Another', metadata = '[1]' where id = '{user}'",
    "password locked": "insert into passwords (user_id, hash, changed_at, locked_until)"
    " values ('{user}', '', now(), now() + interval '1 hour')",
    "tenant renamed": "update tenants set name = 'Another' where id = '{tenant}'",
    "tenant joined": JOINED,
    "idle policy": POLICY.format("idle_active, idle_seconds", "true, 60"),
    "absolute policy": POLICY.format("absolute_active, absolute_seconds", "true, 300"),
    "MFA policy": "insert into mfa_policies (tenant_id, enforce_mfa_type, allow_remember_my_device,"
    " mfa_device_expiration, created_at, updated_at)"
    " values ('{tenant}', 'Force', true, 604800, now(), now())",
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
async def test_a_change_takes_effect_with_the_next_request_in_each_process(case: Case, name: str):
    before = await case.remember()
    await case.change(CHANGES[name])
    told = await case.ask()
    for process in case.processes:
        process.forget()
    assert told == await case.ask()
    assert told[::2] == told[1::2]
    assert told != before


@pytest.mark.parametrize("name", CHANGES)
async def test_without_a_new_version_no_change_would_take_effect(case: Case, name: str):
    """So the answers do come from memory, and each new version is needed."""
    before = await case.remember()
    await case.change_without_version(CHANGES[name])
    assert await case.ask() == before


@pytest.mark.parametrize(
    "statement",
    [
        "update sessions set ended_at = now() where id = '{session}'",
        "update sessions set expires_at = now() where id = '{session}'",
        "update session_tenants set ended_at = now() where session_id = '{session}'",
        "update session_tenants set expires_at = now() where session_id = '{session}'",
        "delete from sessions where id = '{session}'",
        "delete from users where id = '{user}'",
    ],
)
async def test_a_session_that_ended_has_no_answers(case: Case, statement: str):
    await case.remember()
    await case.change(statement)
    statuses = [one if isinstance(one, int) else one[0] for one in await case.ask()]
    assert statuses == [401] * len(statuses)


async def test_time_alone_ends_what_it_limits(case: Case):
    await case.change(
        "update memberships set temporary_expires_at = now() + interval '1 minute' " + OF_USER
    )
    await case.remember()
    later(minutes=2)
    statuses = [one if isinstance(one, int) else one[0] for one in await case.ask()]
    assert statuses == [401] * len(statuses)


async def test_both_limits_of_a_session_hold_at_each_refresh(case: Case):
    """Of idle and of absolute time."""
    await case.change(
        POLICY.format(
            "idle_active, idle_seconds, absolute_active, absolute_seconds", "true, 600, true, 900"
        )
    )
    await case.remember()
    later(minutes=8)
    assert [(await process.refresh(case.browser))[0] for process in case.processes] == [201, 201]
    later(minutes=8)
    assert [(await process.refresh(case.browser))[0] for process in case.processes] == [401, 401]


async def test_idle_time_counts_from_each_refresh(case: Case):
    await case.change(POLICY.format("idle_active, idle_seconds", "true, 600"))
    await case.remember()
    for _ in range(3):
        later(minutes=9)
        told = [(await process.refresh(case.browser))[0] for process in case.processes]
        assert told == [201, 201]
    later(minutes=11)
    assert [(await process.refresh(case.browser))[0] for process in case.processes] == [401, 401]


async def test_a_lock_that_time_ends_is_over_in_each_process(case: Case):
    await case.change(CHANGES["password locked"].replace("1 hour", "1 minute"))
    locked = await case.remember()
    later(minutes=2)
    told = await case.ask()
    assert [told[place][1]["isLocked"] for place in (0, 1)] == [False, False]
    assert [locked[place][1]["isLocked"] for place in (0, 1)] == [True, True]


async def test_a_step_up_is_in_the_next_token_of_each_process(case: Case):
    """How and when a user signed in is not remembered."""
    await case.remember()
    await case.change("update sessions set amr = '{{pwd,otp,mfa}}' where id = '{session}'")
    refreshed = [(await process.refresh(case.browser))[1] for process in case.processes]
    assert [one["amr"] for one in refreshed] == [["pwd", "otp", "mfa"]] * 2
    assert all(one["acr"] for one in refreshed)


async def test_the_time_of_a_sign_in_is_read_each_time(case: Case):
    before = await case.remember()
    await case.change(
        "update sessions set auth_time = auth_time + interval '100 seconds' where id = '{session}'"
    )
    for process in case.processes:
        claims = (await process.refresh(case.browser))[1]
        assert claims["auth_time"] == before[-1][1]["auth_time"] + 100


async def test_what_a_sensitive_call_needs_is_read_each_time(case: Case):
    """That the user signed in lately, and with MFA."""
    claims = claims_of(case.browser.session.access_token) | {"acr": MULTI_FACTOR_CLASS}
    tokens = case.processes[0].resources[AccessTokens]
    token = await tokens.issue(claims, audience=claims["aud"], seconds=600)
    headers = {"authorization": f"Bearer {token}"}

    async def send(path: str) -> list[int]:
        answers = [await process.http.post(path, headers=headers) for process in case.processes]
        return [answer.status_code for answer in answers]

    methods = "update sessions set amr = '{{%s}}' where id = '{session}'"
    assert await send(PASSKEYS) == [200, 200]
    assert await send(RECOVERY_CODE) == [403, 403]
    await case.change(methods % "pwd,otp,mfa")
    assert await send(RECOVERY_CODE) != [403, 403]
    await case.change(methods % "pwd")
    assert await send(RECOVERY_CODE) == [403, 403]
    await case.change(
        "update sessions set auth_time = auth_time - interval '2 hours' where id = '{session}'"
    )
    assert await send(PASSKEYS) == [403, 403]


async def test_a_change_of_another_tenant_takes_effect_in_each_process(case: Case):
    """Of which the user is a member, too."""
    await case.change(JOINED)
    for statement in (
        "update tenants set name = 'Another' where id = '{elsewhere}'",
        "update tenants set suspended_at = now() where id = '{elsewhere}'",
    ):
        before = await case.remember()
        await case.change(statement)
        told = await case.ask()
        for process in case.processes:
            process.forget()
        assert told == await case.ask()
        assert told != before


async def test_a_switch_of_the_tenant_counts_at_the_next_refresh_in_each_process(case: Case):
    await case.change(JOINED)
    await case.remember()
    first, second = case.processes
    answer = await first.http.put(
        SWITCH,
        json={"tenantId": case.names["elsewhere"]},
        headers={"authorization": case.browser.http.headers["authorization"]},
    )
    assert answer.status_code == 200
    for process in (second, first):
        assert (await process.refresh(case.browser))[1]["tenantId"] == case.names["elsewhere"]


async def test_a_restriction_by_address_holds_at_the_next_refresh_in_each_process(
    case: Case, world: World
):
    await case.remember()
    admin = await world.person("Admin", tenant_id=UUID(case.names["tenant"]))
    with behind_a_proxy(world.resources, "127.0.0.0/8"):
        move(admin.browser, "203.0.113.7")
        assert (await admin.browser.post(f"{IP}/current")).status_code == 201
    for process in case.processes:
        assert await process.refresh(case.browser) == (401, None)


async def test_each_refresh_under_a_restriction_is_checked(case: Case, world: World):
    """One that was admitted admits no other."""
    admin = await world.person("Admin", tenant_id=UUID(case.names["tenant"]))
    inside, outside = "203.0.113.7", "198.51.100.7"
    with behind_a_proxy(world.resources, "127.0.0.0/8"):
        move(admin.browser, inside)
        assert (await admin.browser.post(f"{IP}/current")).status_code == 201
        here = case.processes[0]
        for _ in range(2):
            told = await here.refresh(case.browser, **{"x-forwarded-for": inside})
            assert told[0] == 201
        assert await here.refresh(case.browser, **{"x-forwarded-for": outside}) == (401, None)


async def test_lost_access_to_an_application_holds_at_the_next_refresh_in_each_process(case: Case):
    """Which application a user may use is read each time, also after refreshes of the default one."""
    application = case.names["application"] = str(new_id())
    await case.change(
        "insert into applications (id, key, name, access_type)"
        " values ('{application}', '{application}', 'Console', 'MANAGED_ACCESS')"
    )
    await case.change(
        "insert into application_tenants (tenant_id, application_id, access_type, created_at)"
        " values ('{tenant}', '{application}', 'MANAGED_ACCESS', now())"
    )
    await case.change(
        "insert into application_users (tenant_id, user_id, application_id, created_at)"
        " values ('{tenant}', '{user}', '{application}', now())"
    )
    try:
        for process in case.processes:
            await process.resources[VendorConfiguration].load()
        await case.remember()
        header = {"frontegg-requested-application-id": application}
        for process in case.processes:
            assert (await process.refresh(case.browser, **header))[0] == 201
        await case.change("delete from application_users where application_id = '{application}'")
        for process in case.processes:
            assert (await process.refresh(case.browser, **header))[0] in (401, 403)
            assert (await process.refresh(case.browser))[0] == 201
    finally:
        await case.change("delete from applications where id = '{application}'")
        for process in case.processes:
            await process.resources[VendorConfiguration].load()


def test_the_cache_is_bounded():
    cache, now = AnswerCache(), clock.now()

    def known(tenants: int) -> ReadVersions:
        return ReadVersions([uuid4() for _ in range(tenants)], [1] * (tenants + 2), None)

    for number in range(MOST_ANSWERS + 10):
        cache.store_answer((number,), b"", known(1), 0)
    assert len(cache) == MOST_ANSWERS
    assert cache.get_answer((9,), now) is None
    assert cache.get_answer((10,), now) is not None
    cache.store_answer(("wide",), b"", known(MOST_TENANTS + 1), 0)
    assert cache.get_answer(("wide",), now) is None
    for number in range(40):
        cache.store_answer((number,), b"", known(1), MOST_BYTES // 16)
    assert cache.size <= MOST_BYTES
    for number in range(MOST_ANSWERS + 10):
        cache.drop_answer((number,))
    assert (len(cache), cache.size) == (0, 0)


def test_an_answer_ends_after_ten_minutes():
    cache, now = AnswerCache(), clock.now()
    cache.store_answer(("key",), b"", ReadVersions([], [1, 1], None), 0)
    assert cache.get_answer(("key",), now + timedelta(minutes=9)) is not None
    assert cache.get_answer(("key",), now + timedelta(minutes=10, seconds=1)) is None
    assert len(cache) == 0


def test_an_answer_without_a_version_is_not_remembered():
    cache, tenant = AnswerCache(), uuid4()
    incomplete: list[list[int | None]] = [[None, 1, 1], [1, None, 1], [1, 1]]
    for versions in incomplete:
        cache.store_answer(("key",), b"", ReadVersions([tenant], versions, None), 0)
    assert len(cache) == 0
