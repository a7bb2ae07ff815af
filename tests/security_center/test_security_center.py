"""What is recommended follows from rules and people as they are, and goes away when it is mended."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit import clock, hashing
from gatehouse.kit.names import NameServers
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from tests.identity.signup_steps import LOGIN, OTHER, RESET, VERIFY, credentials
from tests.identity.sso.company import Company
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.steps import Names
from tests.policies.mmdb import write_countries
from tests.policies.places import COUNTRIES, DOMAINS, IP, countries_of
from tests.world import Db, Person, World

RECOMMENDATIONS = "/security-center/resources/recommendations/v1"
INSIGHTS = "/security-center/resources/insights/v1"
CONFIGURATIONS = "/identity/resources/configurations/v1"
SESSIONS = "/identity/resources/configurations/sessions/v1"
USERS = "/identity/resources/users"
KNOWN = "1234567890"  # in the packaged collection


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
def names(resources: Resources) -> Iterator[Names]:
    before, ours = resources[NameServers], Names()
    resources.add(NameServers, ours)
    yield ours
    resources.add(NameServers, before)


@pytest.fixture
def provider(resources: Resources) -> Iterator[CompanyProvider]:
    before, ours = resources[Outbound], CompanyProvider(f"https://{uuid4().hex[:12]}.idp.example")
    resources.add(Outbound, ours)
    yield ours
    resources.add(Outbound, before)


async def recommended(who: Person) -> dict[str, dict[str, Any]]:
    """By code; the score is what it says of itself."""
    answer = await who.browser.get(RECOMMENDATIONS)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    items = body["recommendations"]["items"]
    assert body["scoring"] == {"score": 100 - sum(item["points"] for item in items)}
    return {item["code"]: item for item in items}


async def seen(who: Person) -> dict[str, dict[str, Any]]:
    answer = await who.browser.get(INSIGHTS)
    assert answer.status_code == 200, answer.text
    return {item["code"]: item for item in answer.json()["insights"]["items"]}


async def post(who: Person, path: str, **body: object) -> None:
    answer = await who.browser.post(path, json=body)
    assert answer.status_code == 201, answer.text


async def test_a_tenant_that_has_set_nothing(admin: Person):
    assert list(await recommended(admin)) == [
        "FORCE_MFA", "ENABLE_PASSWORD_HISTORY", "ENABLE_FORCE_RELOGIN", "ENABLE_IDLE_SESSION",
        "ENABLE_SESSION_CONCURRENCY", "CONFIGURE_SSO", "ENABLE_IP_RESTRICTIONS",
        "ENABLE_DOMAIN_RESTRICTIONS",
    ]  # fmt: skip
    assert list(await seen(admin)) == [
        "PARTIAL_MFA_USAGE", "IMPROVE_PASSWORD_HISTORY_POLICY", "NO_SESSION_SETTINGS",
        "NO_IP_RESTRICTIONS", "NO_DOMAIN_RESTRICTIONS",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("appears", "path", "weak", "strong"),
    [
        ("FORCE_MFA", "mfa-policy", {"enforceMFAType": "DontForce"}, {"enforceMFAType": "Force"}),
        ("FORCE_MFA", "mfa-policy", {"enforceMFAType": "DontForce"},
         {"enforceMFAType": "ForceExceptSAML"}),
        ("ENABLE_USER_LOCKOUT", "lockout-policy", {"enabled": False, "maxAttempts": 5},
         {"enabled": True, "maxAttempts": 5}),
        ("STRENGTHEN_USER_LOCKOUT", "lockout-policy", {"enabled": True, "maxAttempts": 6},
         {"enabled": True, "maxAttempts": 5}),
        ("ENABLE_PASSWORD_HISTORY", "password-history-policy", {"enabled": False, "historySize": 5},
         {"enabled": True, "historySize": 5}),
        ("STRENGTHEN_PASSWORD_HISTORY", "password-history-policy",
         {"enabled": True, "historySize": 4}, {"enabled": True, "historySize": 5}),
    ],
)  # fmt: skip
async def test_a_policy_that_is_weak_is_named_until_it_is_mended(
    admin: Person, appears: str, path: str, weak: dict[str, Any], strong: dict[str, Any]
):
    await post(admin, f"{CONFIGURATIONS}/{path}", **weak)
    assert appears in await recommended(admin)
    await post(admin, f"{CONFIGURATIONS}/{path}", **strong)
    assert appears not in await recommended(admin)


@pytest.mark.parametrize(
    ("name", "enable", "adjust", "limit", "recommendation", "weak"),
    [
        ("sessionTimeoutConfiguration", "ENABLE_FORCE_RELOGIN", "SET_FORCE_RELOGIN", "timeout",
         "forceReloginRecommendation", 86_401),
        ("sessionIdleTimeoutConfiguration", "ENABLE_IDLE_SESSION", "SET_IDLE_SESSION", "timeout",
         "idleTimeoutRecommendation", 1801),
        ("sessionConcurrentConfiguration", "ENABLE_SESSION_CONCURRENCY", "SET_SESSION_CONCURRENCY",
         "maxSessions", "concurrencyRecommendation", 6),
    ],
)  # fmt: skip
async def test_applying_a_recommendation_about_sessions_resolves_it(
    admin: Person, name: str, enable: str, adjust: str, limit: str, recommendation: str, weak: int
):
    value = (await recommended(admin))[enable]["metadata"]["sessions"][recommendation]
    await post(admin, SESSIONS, **{name: {"isActive": True, limit: weak}})
    found = await recommended(admin)
    assert adjust in found
    assert enable not in found
    await post(admin, SESSIONS, **{name: {"isActive": True, limit: value}})
    assert not {enable, adjust} & set(await recommended(admin))
    # And back.
    await post(admin, SESSIONS, **{name: {"isActive": False, limit: value}})
    assert enable in await recommended(admin)


async def test_sessions_are_counted_setting_by_setting(admin: Person):
    settings = {
        "sessionTimeoutConfiguration": {"isActive": True, "timeout": 3600},
        "sessionIdleTimeoutConfiguration": {"isActive": True, "timeout": 600},
        "sessionConcurrentConfiguration": {"isActive": True, "maxSessions": 2},
    }
    codes = ["PARTIAL_SESSION_SETTINGS", "PARTIAL_SESSION_SETTINGS", "FULL_SESSION_SETTINGS"]
    for number, (name, setting) in enumerate(settings.items()):
        await post(admin, SESSIONS, **{name: setting})
        metadata = (await seen(admin))[codes[number]]["metadata"]
        assert metadata["sessions"]["configuredSessionSettings"] == number + 1


async def test_addresses_and_domains_are_best_kept_in_a_list_of_what_may(admin: Person):
    for strategy in ("BLOCK", "ALLOW"):
        address = "192.0.2.0/24" if strategy == "BLOCK" else "127.0.0.0/8"
        domain = "blocked.test" if strategy == "BLOCK" else "example.test"
        await post(admin, IP, ip=address, strategy=strategy)
        await post(admin, f"{IP}/config", isActive=True, strategy=strategy)
        await post(admin, DOMAINS, domain=domain, type=strategy)
        await post(admin, f"{DOMAINS}/config", active=True, type=strategy)
        found, insight = await recommended(admin), await seen(admin)
        assert not {"ENABLE_IP_RESTRICTIONS", "ENABLE_DOMAIN_RESTRICTIONS"} & set(found)
        blocks = strategy == "BLOCK"
        assert ("CHANGE_IP_TO_ALLOWLIST" in found) is blocks
        assert ("CHANGE_DOMAIN_TO_ALLOWLIST" in found) is blocks
        assert ("IP_DENYLIST" if blocks else "IP_ALLOWLIST") in insight
        one = insight["DOMAIN_DENYLIST" if blocks else "DOMAIN_ALLOWLIST"]
        assert one["metadata"] == {"restrictions": {"ipsCount": 1, "domainsCount": 1}}


async def test_countries_are_recommended_where_they_can_be_told(
    admin: Person, resources: Resources, tmp_path: Path
):
    assert "ENABLE_COUNTRY_RESTRICTIONS" not in await recommended(admin)
    file = write_countries(tmp_path / "countries.mmdb", {"203.0.113.0/24": "DE"})
    with countries_of(resources, file):
        assert "ENABLE_COUNTRY_RESTRICTIONS" in await recommended(admin)
        await post(admin, COUNTRIES, enabled=True, action="BLOCK", failStrategy="ALLOW")
        assert "ENABLE_COUNTRY_RESTRICTIONS" not in await recommended(admin)


async def test_single_sign_on_is_there_once_people_can_come_through_it(
    admin: Person, names: Names, provider: CompanyProvider
):
    assert "CONFIGURE_SSO" in await recommended(admin)
    company = await Company.set_up(admin, names, provider)
    assert "CONFIGURE_SSO" not in await recommended(admin)
    await company.change(enabled=False)
    assert "CONFIGURE_SSO" in await recommended(admin)


async def test_mfa_factors_are_counted(world: World, admin: Person, db: Db):
    await world.member(admin.tenant_id)
    await db.connection.execute("update users set mfa_enrolled = true where id = $1", admin.id)
    metadata = {"totalUsers": 2, "mfa": {"enrolledUsersCount": 1}}
    assert (await recommended(admin))["FORCE_MFA"]["metadata"] == metadata
    assert (await seen(admin))["PARTIAL_MFA_USAGE"]["metadata"] == metadata
    await db.connection.execute(
        "update users set mfa_enrolled = true where default_tenant_id = $1", admin.tenant_id
    )
    assert "FULL_MFA_USAGE" in await seen(admin)


async def test_users_inactive_for_ninety_days_are_listed(world: World, admin: Person, db: Db):
    for name, days in (("Sleeper", 91), ("Busy", 89)):
        sleeper, _ = await world.member(admin.tenant_id, name=name)
        await db.connection.execute(
            "update users set last_login_at = $2 where id = $1",
            sleeper, clock.now() - timedelta(days=days),
        )  # fmt: skip
    never, _ = await world.member(admin.tenant_id, name="Never")
    await db.connection.execute(
        "update roster set joined_at = $2 where user_id = $1",
        never,
        clock.now() - timedelta(days=91),
    )
    found = (await recommended(admin))["ENABLE_IDLE_SESSION"]
    assert found["category"] == "INACTIVITY"
    assert found["metadata"]["inactivity"] == {"staleUsersCount": 2}
    listed = await admin.browser.get(f"{USERS}/v3", params={"_preset": "inactive"})
    assert [one["name"] for one in listed.json()["items"]] == ["Never", "Sleeper"]


async def _breached(who: Person) -> list[str]:
    answer = await who.browser.get(f"{USERS}/v3", params={"_preset": "breached-passwords"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["_metadata"]["totalItems"] == len(answer.json()["items"])
    return [one["email"] for one in answer.json()["items"]]


async def _with_password(world: World, db: Db, tenant_id: Any, password: str) -> tuple[Any, str]:
    user_id, address = await world.member(tenant_id, "ReadOnly")
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, now() - interval '1 day')",
        user_id, await hashing.hash_password(password),
    )  # fmt: skip
    return user_id, address


async def test_breached_passwords_are_known_from_the_sign_in_to_the_reset(
    client: httpx.AsyncClient, world: World, run_jobs, db: Db, admin: Person
):
    _, pat = await _with_password(world, db, admin.tenant_id, KNOWN)
    stranger = await world.person("Admin")
    assert await _breached(admin) == []
    assert "BREACHED_PASSWORDS_EXIST" not in await recommended(admin)
    await client.post(LOGIN, json={"email": pat, "password": KNOWN})
    assert await _breached(admin) == [pat]
    found = (await recommended(admin))["BREACHED_PASSWORDS_EXIST"]
    assert (found["severity"], found["category"]) == ("SEVERE", "PASSWORD")
    assert found["metadata"]["password"]["breachedPasswordUsersCount"] == 1
    assert "BREACHED_PASSWORD_USERS_EXIST" in await seen(admin)
    assert await _breached(stranger) == []
    assert "BREACHED_PASSWORDS_EXIST" not in await recommended(stranger)
    await client.post(RESET, json={"email": pat})
    await run_jobs()
    link = credentials(world, pat)
    assert (await client.post(VERIFY, json={**link, "password": OTHER})).status_code == 201
    assert await _breached(admin) == []
    assert "BREACHED_PASSWORDS_EXIST" not in await recommended(admin)


async def test_breached_passwords_are_shown_of_active_members_only(
    client: httpx.AsyncClient, world: World, db: Db, admin: Person
):
    """Of members that have accepted, and that may come in."""
    user_id, pat = await _with_password(world, db, admin.tenant_id, KNOWN)
    await client.post(LOGIN, json={"email": pat, "password": KNOWN})
    other = await world.person("Admin")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, false, $3)",
        other.tenant_id, user_id, clock.now(),
    )  # fmt: skip
    assert await _breached(other) == []
    change = "update memberships set {} where tenant_id = $1 and user_id = $2"
    for setting, expected in (
        ("activated = true", [pat]), ("is_disabled = true", []), ("is_disabled = false", [pat]),
    ):  # fmt: skip
        await db.connection.execute(change.format(setting), other.tenant_id, user_id)
        assert await _breached(other) == expected
    await db.connection.execute("delete from passwords where user_id = $1", user_id)
    assert await _breached(other) == await _breached(admin) == []


async def test_insights_need_permission(world: World, admin: Person):
    nobody = await world.person(tenant_id=admin.tenant_id, permissions=("fe.secure.read.users",))
    reader = await world.person(
        tenant_id=admin.tenant_id, permissions=("fe.secure.read.securityPolicy",)
    )
    for path in (RECOMMENDATIONS, INSIGHTS):
        refused = await nobody.browser.get(path)
        assert (refused.status_code, refused.json()["errorCode"]) == (
            403, "access.missing_permission",
        )  # fmt: skip
        assert (await reader.browser.get(path)).status_code == 200
