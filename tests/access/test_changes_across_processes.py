"""Each change of a caller's access takes effect with the next request in each process. It is made at one web
process; another one, which has answered the caller before, is asked next. That holds also when the other
process hears of no change, was started again, or reads lists from a replica that lags."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.hashing import hash_password
from gatehouse.vendor_access.credentials import revoke_credential
from tests.access.two_processes import (
    AUDITS,
    Change,
    Probe,
    Row,
    Site,
    stay,
    succeed,
    two_processes,
)
from tests.backend import new_backend
from tests.databases import opened
from tests.directory.api_tokens import EXCHANGE, PEOPLE, PLACES, ROLES, TENANT_USERS, role_ids
from tests.identity.browser import ME, REFRESH, sign_in
from tests.identity.second_factors import AT_LOGIN, GENERATE, OWN, Somebody, Steps, code_of
from tests.identity.test_impersonation import IMPERSONATE, act
from tests.identity.test_impersonation import POLICY as IMPERSONATION_POLICY
from tests.identity.test_sessions_refresh import claims_of
from tests.lagging.site import as_page
from tests.policies.places import IP, move
from tests.staff import STAFF, hire
from tests.standby import until
from tests.world import Person

AUTHORIZATION = "/identity/resources/users/v1/me/authorization"
VENDOR_AUDITS = "/vendor/resources/audits/v1"
SYSTEM_JOBS = "/vendor/resources/system/v1/jobs"
TENANTS = "/tenants/resources/tenants/v1"
REVOKE = "/identity/resources/users/sessions/v1/revoke"
SWITCH = "/identity/resources/users/v1/tenant"
PERMISSIONS = "/identity/resources/permissions/v1"
MFA_POLICY = "/identity/resources/configurations/v1/mfa-policy"
APPLICATIONS = "/applications/resources/applications/v1"
APPLICATION_USERS = "/identity/resources/applications/v1"
APPLICATION_TENANTS = "/applications/resources/applications/tenant-assignments/v1"
RECOVERY_CODE = f"{OWN}/recovery-code"
CONFIGURATION = "/identity/resources/configurations/v1"
USER_INFO = "/oauth/userinfo"
TOKEN, INTROSPECT = "/oauth/token", "/oauth/introspect"
LOGIN = "/identity/resources/auth/v1/user"
ORIGIN = "https://console.umbrella.test"
PASSWORD = "correct horse battery 8"
INSIDE, OUTSIDE = "203.0.113.7", "198.51.100.7"


def get(browser: httpx.AsyncClient, path: str, after: object, **more: Any) -> Probe:
    return Probe(browser, "GET", path, more.pop("before", 200), after, **more)


def refresh(browser: httpx.AsyncClient, after: object = 401, **more: Any) -> Probe:
    return Probe(browser, "POST", REFRESH, more.pop("before", 201), after, **more)


def calls_of(member: Person, after: int, refreshed: int) -> dict[str, Probe]:
    """By page: what may be remembered, a list that may come from the replica, and the next token."""
    return {
        "profile": get(member.browser, ME, after),
        "list": get(member.browser, AUDITS, after),
        "refresh": refresh(member.browser, refreshed),
    }


def call(browser: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Change:
    """A change at the first process."""

    async def change() -> None:
        succeed(await browser.request(method, path, json=body))

    return change


@dataclass(frozen=True)
class OwnClient:
    """An application's own backend."""

    app_id: str
    client_id: str
    secret: str

    def credentials(self) -> dict[str, str]:
        return {"client_id": self.client_id, "client_secret": self.secret}

    def grant(self) -> dict[str, str]:
        return {"grant_type": "client_credentials", **self.credentials()}


async def new_client(backend: httpx.AsyncClient, application_id: UUID) -> OwnClient:
    """With a new secret, in place of the one before."""
    body = {"appId": str(application_id)}
    made = succeed(await backend.post(f"{APPLICATIONS}/credentials/regenerate", json=body)).json()
    found = succeed(await backend.get(f"{APPLICATIONS}/{application_id}")).json()
    return OwnClient(str(application_id), found["clientId"], made["clientSecret"])


def read_allowed_origin(answer: httpx.Response) -> object:
    return succeed(answer).headers.get("access-control-allow-origin")


def name_tenant(tenant_id: UUID) -> dict[str, str]:
    return {"frontegg-tenant-id": str(tenant_id)}


def name_application(application_id: UUID) -> dict[str, str]:
    return {"frontegg-requested-application-id": str(application_id)}


def read_held(answer: httpx.Response) -> dict[str, Any]:
    """The claims of a new token, or what an answer says of its caller."""
    told: dict[str, Any] = answer.json()
    return claims_of(told["accessToken"]) if "accessToken" in told else told


def has_permissions(answer: httpx.Response) -> bool:
    return bool(read_held(answer)["permissions"])


def new_role(permission_ids: list[str]) -> dict[str, Any]:
    return {
        "name": "Readers", "key": "readers", "level": 900, "isDefault": False,
        "permissions": permission_ids,
    }  # fmt: skip


def read_methods(answer: httpx.Response) -> object:
    return read_held(answer)["amr"]


def read_theme(answer: httpx.Response) -> object:
    return [row["configuration"].get("theme") for row in answer.json()["rows"]]


def count_listed(answer: httpx.Response) -> object:
    return answer.json()["total"]


def read_tenant(answer: httpx.Response) -> object:
    return read_held(answer)["tenantId"]


async def revoke(site: Site) -> Row:
    tenant = await site.world.tenant()
    admin, member = await site.member(tenant, "Admin"), await site.member(tenant, "Admin")
    own = await site.machine(member, "userApiToken")
    of_tenant = await site.machine(admin, "tenantApiToken", roleIds=await role_ids(admin, "Admin"))
    backend = await new_backend(site.world)
    database, credential = site.world.resources[Database], str(backend.credential.id)
    return Row(
        [
            call(member.browser, "DELETE", own.place),
            call(admin.browser, "POST", REVOKE, {"userId": str(member.id)}),
            call(admin.browser, "DELETE", of_tenant.place),
            lambda: revoke_credential(database, credential),
        ],
        calls_of(member, 401, 401)
        | {
            "user token": get(own.http, PEOPLE, 401),
            "tenant token": get(of_tenant.http, PEOPLE, 401),
            "backend": get(backend.http, VENDOR_AUDITS, 401),
            "backend for a tenant": get(backend.http, PEOPLE, 401, headers=name_tenant(tenant)),
        },
    )


async def suspend_user(site: Site) -> Row:
    tenant = await site.world.tenant()
    admin, member = await site.member(tenant, "Admin"), await site.member(tenant, "Admin")
    own = await site.machine(member, "userApiToken")
    return Row(
        [call(admin.browser, "POST", f"{TENANT_USERS}/{member.id}/disable")],
        calls_of(member, 401, 401) | {"user token": get(own.http, PEOPLE, 401)},
    )


async def suspend_tenant(site: Site) -> Row:
    tenant = await site.world.tenant()
    admin = await site.member(tenant, "Admin")
    own = await site.machine(admin, "userApiToken")
    of_tenant = await site.machine(admin, "tenantApiToken", roleIds=await role_ids(admin, "Admin"))
    backend = site.backend
    return Row(
        [call(backend.http, "POST", f"{TENANTS}/{tenant}/suspend")],
        calls_of(admin, 401, 401)
        | {
            "user token": get(own.http, PEOPLE, 401),
            "tenant token": get(of_tenant.http, PEOPLE, 401),
            # The vendor still manages it.
            "backend for a tenant": get(backend.http, PEOPLE, 200, headers=name_tenant(tenant)),
        },
    )


async def change_role(site: Site) -> Row:
    """Taken from a user, lowered for a member of staff, and with fewer permissions for a tenant's token."""
    tenant = await site.world.tenant()
    admin, member = await site.member(tenant, "Admin"), await site.member(tenant, "Admin")
    own = await site.machine(member, "userApiToken")
    catalogue = (await admin.browser.get(PERMISSIONS)).json()
    reads = [one["id"] for one in catalogue if one["key"] == "fe.secure.read.users"]
    role = succeed(await admin.browser.post(ROLES, json=new_role(reads))).json()["id"]
    of_tenant = await site.machine(admin, "tenantApiToken", roleIds=[role])
    owner, staff = await hire(site.world, StaffRole.OWNER), await hire(site.world, StaffRole.OWNER)
    as_page(staff.browser)
    taken = {"roleIds": await role_ids(admin, "Admin")}
    return Row(
        [
            call(admin.browser, "DELETE", f"/identity/resources/users/v1/{member.id}/roles", taken),
            call(admin.browser, "PUT", f"{ROLES}/{role}/permissions", {"permissionIds": []}),
            call(owner.browser, "PATCH", f"{STAFF}/{staff.person.id}", {"role": "finance"}),
        ],
        {
            "rights": Probe(member.browser, "GET", AUTHORIZATION, True, False, has_permissions),
            "list": get(member.browser, AUDITS, 403),
            "refresh": refresh(member.browser, False, before=True, read=has_permissions),
            "user token": get(own.http, PEOPLE, 403),
            "tenant token": get(of_tenant.http, PEOPLE, 403),
            "staff": get(staff.browser, SYSTEM_JOBS, 403),
        },
    )


async def restrict_addresses(site: Site) -> Row:
    """Only a user with a session is bound to a place."""
    tenant = await site.world.tenant()
    admin, member = await site.member(tenant, "Admin"), await site.member(tenant, "Admin")
    own = await site.machine(member, "userApiToken")
    move(admin.browser, INSIDE)
    move(member.browser, OUTSIDE)
    return Row(
        [call(admin.browser, "POST", f"{IP}/current")],
        {
            "refresh": refresh(member.browser),
            "refresh inside": refresh(admin.browser, 201),
            "user token": get(own.http, PEOPLE, 200),
        },
    )


async def step_up(site: Site) -> Row:
    """A session with MFA takes the place of the session before."""
    member = await site.member(await site.world.tenant(), "Admin")
    who = Somebody(member.id, member.tenant_id, member.email, member.browser, [])
    async with opened(site.world.resources[Database], Scope.system()) as db:
        await Steps(site.world, None, None, db).add_app(who)
    before = site.world.new_client()
    before.headers["authorization"] = member.browser.headers["authorization"]

    async def change() -> None:
        asked = succeed(await member.browser.post(GENERATE, json={"maxAge": 60})).json()
        body = {
            "mfaToken": asked["mfaToken"],
            "deviceId": asked["mfaDevices"]["authenticators"][0]["id"],
            "value": code_of(who.secrets[0], seconds=30),
        }
        answer = succeed(await member.browser.post(f"{AT_LOGIN}/verify", json=body)).json()
        member.browser.headers["authorization"] = f"Bearer {answer['accessToken']}"

    return Row(
        [change],
        {
            "token of before": get(before, ME, 401),
            "sensitive call": Probe(member.browser, "POST", RECOVERY_CODE, 403, 200),
            "refresh": refresh(
                member.browser, ["pwd", "otp", "mfa"], before=["pwd"], read=read_methods
            ),
        },
    )


async def require_mfa(site: Site) -> Row:
    """By the tenant, and by the vendor for another tenant."""
    tenant = await site.world.tenant()
    admin, member = await site.member(tenant, "Admin"), await site.member(tenant)
    elsewhere = await site.member(await site.world.tenant())
    own = await site.machine(admin, "userApiToken")
    backend = site.backend.http
    return Row(
        [
            call(admin.browser, "POST", MFA_POLICY, {"enforceMFAType": "Force"}),
            call(backend, "PUT", MFA_POLICY, {"enforceMFAType": "Force"}),
        ],
        {
            "refresh": refresh(member.browser),
            "refresh elsewhere": refresh(elsewhere.browser),
            "user token": get(own.http, PEOPLE, 200),
        },
        undo=call(backend, "PUT", MFA_POLICY, {"enforceMFAType": "DontForce"}),
    )


async def take_application(site: Site) -> Row:
    """From a user, from a tenant, and from all tenants for which nothing else is said."""
    backend = site.backend.http
    one, open_to_all = site.managed, site.open_to_all
    user, of_tenant, of_all = [await site.member(await site.world.tenant()) for _ in range(3)]
    for member, access in ((user, "MANAGED_ACCESS"), (of_tenant, "FREE_ACCESS")):
        body = {"tenantId": str(member.tenant_id), "accessType": access}
        await call(backend, "POST", f"{APPLICATION_TENANTS}/{one}", body)()
    assigned = {"appId": str(one), "tenantId": str(user.tenant_id), "userIds": [str(user.id)]}
    await call(backend, "POST", APPLICATION_USERS, assigned)()
    return Row(
        [
            call(backend, "DELETE", APPLICATION_USERS, assigned),
            call(backend, "DELETE", f"{APPLICATION_TENANTS}/{one}/{of_tenant.tenant_id}"),
            call(
                backend, "PATCH", f"{APPLICATIONS}/{open_to_all}", {"accessType": "MANAGED_ACCESS"}
            ),
        ],
        {
            "user": refresh(user.browser, headers=name_application(one)),
            "tenant": refresh(of_tenant.browser, headers=name_application(one)),
            "all": refresh(of_all.browser, headers=name_application(open_to_all)),
            "user elsewhere": refresh(user.browser, 201),
        },
        undo=call(backend, "PATCH", f"{APPLICATIONS}/{open_to_all}", {"accessType": "FREE_ACCESS"}),
    )


async def switch_tenant(site: Site) -> Row:
    home, other = await site.world.tenant(), await site.world.tenant()
    member = await site.member(home)
    await site.world.member_of(other, member.id)
    return Row(
        [call(member.browser, "PUT", SWITCH, {"tenantId": str(other)})],
        {
            "refresh": refresh(member.browser, str(other), before=str(home), read=read_tenant),
        },
    )


async def forbid_impersonation(site: Site) -> Row:
    """While it goes on."""
    support = await site.world.person("Admin", permissions=(IMPERSONATE,))
    user_id, _ = await site.world.member(support.tenant_id, "Admin")
    user = await sign_in(site.world, user_id, support.tenant_id)
    impersonated = await act(site.world, support, user)
    as_page(impersonated)
    return Row(
        [call(user.http, "POST", IMPERSONATION_POLICY, {"enabled": False})],
        {
            "profile": get(impersonated, ME, 401),
            "refresh": refresh(impersonated),
            "the user's own profile": get(user.http, ME, 200),
        },
    )


@asynccontextmanager
async def nothing_else(site: Site) -> AsyncIterator[Change]:
    yield stay


@asynccontextmanager
async def listener_silent(site: Site) -> AsyncIterator[Change]:
    """What the second process is notified of arrives only afterwards."""
    site.proxy.silence()
    try:
        yield stay
    finally:
        site.proxy.speak()


@asynccontextmanager
async def listener_cut(site: Site) -> AsyncIterator[Change]:
    """The connection cannot be opened again until afterwards."""
    site.proxy.cut()
    try:
        yield stay
    finally:
        site.proxy.mend()


@asynccontextmanager
async def restarted(site: Site) -> AsyncIterator[Change]:
    yield site.restart_second


@asynccontextmanager
async def replica_behind(site: Site) -> AsyncIterator[Change]:
    async with site.pair.paused():
        yield stay


async def deactivate_application(site: Site) -> Row:
    """What its pages and its own backend hold is refused."""
    backend = site.backend.http
    named = name_application(site.open_to_all)
    member = await site.member(await site.world.tenant())
    page = site.world.new_client()
    token = succeed(await member.browser.post(REFRESH, headers=named)).json()["accessToken"]
    page.headers["authorization"] = f"Bearer {token}"
    client = await new_client(backend, site.open_to_all)
    place = f"{APPLICATIONS}/{site.open_to_all}"
    own = succeed(await page.post(TOKEN, data=client.grant())).json()["access_token"]
    introspection = client.credentials() | {"token": own}
    return Row(
        [call(backend, "PATCH", place, {"isActive": False})],
        {
            "profile": get(page, ME, 401),
            "list": get(page, AUDITS, 401, before=403),
            "refresh": refresh(member.browser, 400, headers=named),
            "introspection": Probe(page, "POST", INTROSPECT, 200, 401, form=introspection),
            "its own session": refresh(member.browser, 201),
        },
        undo=call(backend, "PATCH", place, {"isActive": True}),
        is_of_configuration=True,
    )


async def turn_api_tokens_off(site: Site) -> Row:
    tenant = await site.world.tenant()
    admin = await site.member(tenant, "Admin")
    own = await site.machine(admin, "userApiToken")
    of_tenant = await site.machine(admin, "tenantApiToken", roleIds=await role_ids(admin, "Admin"))
    backend = site.backend.http
    probes = {
        "new one": Probe(
            admin.browser, "POST", PLACES["userApiToken"][0], 201, 403,
            body={"description": "Import"},
        ),
    }  # fmt: skip
    probes["user: info"] = get(own.http, USER_INFO, 403)
    for name, machine in (("user", own), ("tenant", of_tenant)):
        given = {"clientId": machine.made["clientId"], "secret": machine.made["secret"]}
        probes |= {
            f"{name}: list": get(machine.http, PEOPLE, 403),
            f"{name}: audits": get(machine.http, AUDITS, 403),
            f"{name}: rights": get(machine.http, AUTHORIZATION, 403),
            f"{name}: exchange": Probe(
                site.world.new_client(), "POST", EXCHANGE, 200, 403, body=given
            ),
        }
    return Row(
        [call(backend, "POST", CONFIGURATION, {"apiTokensEnabled": False})],
        probes,
        undo=call(backend, "POST", CONFIGURATION, {"apiTokensEnabled": True}),
        is_of_configuration=True,
    )


async def turn_api_tokens_on(site: Site) -> Row:
    """What was refused from memory alone is answered."""
    admin = await site.member(await site.world.tenant(), "Admin")
    own = await site.machine(admin, "userApiToken")
    backend = site.backend.http
    turn_on = call(backend, "POST", CONFIGURATION, {"apiTokensEnabled": True})
    await call(backend, "POST", CONFIGURATION, {"apiTokensEnabled": False})()
    return Row([turn_on], {"list": get(own.http, PEOPLE, 200, before=403)}, undo=turn_on)


async def remove_origin(site: Site) -> Row:
    backend = site.backend.http
    place = f"{APPLICATIONS}/{site.open_to_all}"
    await call(backend, "PATCH", place, {"allowedOrigins": [ORIGIN]})()
    member = await site.member(await site.world.tenant())
    headers = {"origin": ORIGIN}
    return Row(
        [call(backend, "PATCH", place, {"allowedOrigins": []})],
        {
            "answer": Probe(
                member.browser, "GET", ME, ORIGIN, None, read_allowed_origin, headers=headers
            ),
            "refresh": refresh(member.browser, 403, headers=headers),
            "refused request": Probe(
                site.world.new_client(), "POST", LOGIN, 401, 403, headers=headers,
                body={"email": f"{uuid4().hex}@example.test", "password": "x"},
            ),
        },
        undo=call(backend, "PATCH", place, {"allowedOrigins": [ORIGIN]}),
        is_of_configuration=True,
    )  # fmt: skip


async def add_origin(site: Site) -> Row:
    backend = site.backend.http
    place = f"{APPLICATIONS}/{site.open_to_all}"
    await call(backend, "PATCH", place, {"allowedOrigins": []})()
    member = await site.member(await site.world.tenant())
    headers = {"origin": ORIGIN}
    preflight = headers | {"access-control-request-method": "POST"}
    return Row(
        [call(backend, "PATCH", place, {"allowedOrigins": [ORIGIN]})],
        {
            "preflight": Probe(
                site.world.new_client(), "OPTIONS", REFRESH, 400, 200, headers=preflight
            ),
            "refresh": refresh(member.browser, 201, before=403, headers=headers),
        },
        undo=call(backend, "PATCH", place, {"allowedOrigins": []}),
    )


async def rotate_secret(site: Site) -> Row:
    backend = site.backend.http
    client = await new_client(backend, site.open_to_all)
    http = site.world.new_client()
    own = succeed(await http.post(TOKEN, data=client.grant())).json()["access_token"]
    return Row(
        [call(backend, "POST", f"{APPLICATIONS}/credentials/regenerate", {"appId": client.app_id})],
        {
            "introspection": Probe(
                http, "POST", INTROSPECT, 200, 401, form=client.credentials() | {"token": own}
            ),
        },
    )


async def turn_sign_in_method_off(site: Site) -> Row:
    """A sign-in with the right password."""
    backend = site.backend.http
    member = await site.member(await site.world.tenant())
    hashed = await hash_password(PASSWORD)
    async with opened(site.world.resources[Database], Scope.system()) as db:
        await db.connection.execute(
            "insert into passwords (user_id, hash, changed_at) values ($1, $2, now())",
            member.id, hashed,
        )  # fmt: skip
    typed = {"email": member.email, "password": PASSWORD}
    return Row(
        [call(backend, "POST", CONFIGURATION, {"authStrategy": "MagicLink"})],
        {
            "sign-in": Probe(site.world.new_client(), "POST", LOGIN, 200, 403, body=typed),
        },
        undo=call(backend, "POST", CONFIGURATION, {"authStrategy": "EmailAndPassword"}),
    )


Condition = Callable[[Site], AbstractAsyncContextManager[Change]]
CONDITIONS: dict[str, Condition] = {
    "plain": nothing_else,
    "slow listener": listener_silent,
    "cut listener": listener_cut,
    "restart": restarted,
    "lagging replica": replica_behind,
}
CHANGES: dict[str, Callable[[Site], Awaitable[Row]]] = {
    "revocation": revoke,
    "suspended user": suspend_user,
    "suspended tenant": suspend_tenant,
    "role": change_role,
    "address rule": restrict_addresses,
    "step-up": step_up,
    "MFA policy": require_mfa,
    "application access": take_application,
    "tenant switch": switch_tenant,
    "impersonation": forbid_impersonation,
    "deactivated application": deactivate_application,
    "API tokens off": turn_api_tokens_off,
    "API tokens on": turn_api_tokens_on,
    "origin removed": remove_origin,
    "origin added": add_origin,
    "client secret": rotate_secret,
    "sign-in method": turn_sign_in_method_off,
}


async def ask_alone(site: Site, row: Row, name: str) -> object:
    """The first answer after the change. It is undone then, with which the next answer is as before."""
    probe = row.probes[name]
    for make_change in row.changes:
        await make_change()
    found = await site.ask_second(probe)
    await row.undo()
    assert await site.ask_second(probe) == probe.before, name
    return found


@pytest.fixture(scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with two_processes(tmp_path_factory.mktemp("two")) as made:
        yield made


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("condition", CONDITIONS)
async def test_a_change_takes_effect_with_the_next_request_at_another_process(
    site: Site, condition: str, change: str
):
    row = await CHANGES[change](site)
    await site.wait_until_ready()
    for _ in range(2):  # the second time from memory
        before = {name: await site.ask_second(probe) for name, probe in row.probes.items()}
        assert before == {name: probe.before for name, probe in row.probes.items()}
    try:
        async with CONDITIONS[condition](site) as make_sure:
            if row.is_of_configuration and condition.endswith("listener"):
                after = {name: await ask_alone(site, row, name) for name in row.probes}
            else:
                for make_change in row.changes:
                    await make_change()
                await make_sure()
                after = {name: await site.ask_second(probe) for name, probe in row.probes.items()}
    finally:
        await row.undo()
    assert after == {name: probe.after for name, probe in row.probes.items()}


@pytest.mark.parametrize("condition", [listener_silent, listener_cut])
async def test_meanwhile_no_configuration_reaches_the_other_process(
    site: Site, condition: Condition
):
    backend = site.backend.http
    read = Probe(
        site.world.new_client(), "GET", "/metadata?entityName=adminBox", [], [], read_theme
    )
    theme = {"of": condition.__name__}
    body = {"entityName": "adminBox", "configuration": {"theme": theme}}
    await site.wait_until_ready()
    async with condition(site):
        await call(backend, "POST", "/metadata", body)()
        assert await site.ask_second(read) != [theme]

    async def has_arrived() -> bool:
        return await site.ask_second(read) == [theme]

    await until(has_arrived)


async def test_meanwhile_lists_of_the_other_process_are_of_before(site: Site):
    tenant = await site.world.tenant()
    admin, reader = await site.member(tenant, "Admin"), await site.member(tenant, "Admin")
    listed = get(reader.browser, AUDITS, 200, read=count_listed)
    await site.wait_until_ready()
    async with replica_behind(site):
        before = await site.ask_second(listed)
        await call(admin.browser, "POST", ROLES, new_role([]))()
        assert await site.ask_second(listed) == before
    assert await site.ask_second(listed) != before
