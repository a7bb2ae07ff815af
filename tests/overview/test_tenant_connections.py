"""How the single sign-on and the directories of an account do, as the vendor sees it."""

from datetime import timedelta
from uuid import uuid4

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from tests.backend import new_backend
from tests.directory.test_tenants import V1
from tests.identity.passwordless_steps import refusal
from tests.identity.sso.steps import make
from tests.scim.directory import connect


async def test_each_connection_has_its_state_and_last_failure(world, db):
    backend = (await new_backend(world, ["vendor.read.tenants"])).http
    admin = await world.person("Admin")
    sso = await make(admin.browser, type="saml")
    await connect(world, admin, connectionName="Our Okta")
    domains = [("one.test", True, None), ("two.test", False, None), ("three.test", True, True)]
    for domain, is_proved, is_lost in domains:
        await db.connection.execute(
            "insert into sso_domains (id, tenant_id, connection_id, domain, token, validated_at,"
            " validated_by, missing_since, created_at) values ($1, $2, $3, $4, '', $5, $6, $7, $8)",
            new_id(), admin.tenant_id, sso["id"], f"{uuid4().hex}-{domain}",
            clock.now() if is_proved else None, "vendor" if is_proved else None,
            clock.now() if is_lost else None, clock.now(),
        )  # fmt: skip
    for minute, passed in enumerate([True, False]):
        await db.connection.execute(
            "insert into sso_tests (id, tenant_id, connection_id, session_id, checks, passed, created_at,"
            " expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)",
            new_id(), admin.tenant_id, sso["id"], admin.session_id,
            [{"name": "status", "passed": True, "says": "Fine"},
             {"name": "audience", "passed": passed, "says": "Meant for somebody else"}],
            passed, clock.now() + timedelta(minutes=minute), clock.now() + timedelta(days=1),
        )  # fmt: skip
    shown = (await backend.get(f"{V1}/{admin.tenant_id}/connections")).json()
    [seen] = shown["sso"]
    names = {
        kind: [one.partition("-")[2] for one in seen[kind]]
        for kind in ("domains", "unprovedDomains", "lostDomains")
    }
    assert {kind: sorted(found) for kind, found in names.items()} == {
        "domains": ["one.test", "three.test"],
        "unprovedDomains": ["two.test"],
        "lostDomains": ["three.test"],
    }
    assert (seen["type"], seen["enabled"], seen["testPassed"]) == ("saml", False, False)
    assert seen["testProblem"] == "Meant for somebody else"
    [directory] = shown["directories"]
    assert (directory["name"], directory["source"], directory["enabled"]) == (
        "Our Okta", "okta", True
    )  # fmt: skip
    assert "token" not in str(shown).lower()
    other = await world.person("Admin")
    nothing = await backend.get(f"{V1}/{other.tenant_id}/connections")
    assert nothing.json() == {"sso": [], "directories": []}
    missing = await backend.get(f"{V1}/{uuid4()}/connections")
    assert refusal(missing) == (404, "tenants.not_found")
