"""Every route of the document, called by who must not: a stranger, somebody who is out, somebody of
another tenant, somebody who may only read. A new route is asked too, without a word here."""

from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import UUID

import httpx
import pytest

from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from tests.directory.api_tokens import KINDS, OF_TENANTS, new_machine, role_ids
from tests.security.routes import Operation, operations
from tests.world import Person, World

IDENTITY = "/identity/resources"
USERS = f"{IDENTITY}/users"

# Answers strangers; nothing in it is anybody's.
PUBLIC = {
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /flags",
    "GET /metadata",
    "GET /vendors/public",
    "GET /.well-known/jwks.json",
    "GET /.well-known/assetlinks.json",
    "GET /.well-known/apple-app-site-association",
    "GET /.well-known/openid-configuration",
    "GET /.well-known/oauth-authorization-server",
    "GET /.well-known/oauth-protected-resource",
    "GET /.well-known/gatehouse-license-keys.json",
    "GET /api/v1/frontegg",
    "GET /tenants/resources/account-settings/v1/public",
    f"GET {IDENTITY}/configurations/v1/public",
    f"GET {IDENTITY}/configurations/v1/auth/strategies/public",
    f"GET {IDENTITY}/configurations/v1/sign-up/strategies",
    f"GET {IDENTITY}/configurations/v1/captcha-policy/public",
    f"GET {IDENTITY}/captcha/v1/challenge",
    f"GET {IDENTITY}/configurations/v1/mfa-policy/allow-remember-device",
    f"GET {IDENTITY}/configurations/v1/password",
    f"GET {IDENTITY}/configurations/v1/password-recovery/strategies",
    f"GET {IDENTITY}/auth/v1/feature-flags",
    f"GET {IDENTITY}/auth/v1/sso/config",
    f"GET {IDENTITY}/sso/v1",
    f"GET {IDENTITY}/sso/v2",
    f"GET {IDENTITY}/sso/custom/v1",
    "GET /team/resources/sso/v2/configurations/public",
    "GET /auth/saml/metadata",
    f"GET {USERS}/v1/passwords/config",
    f"GET {USERS}/pictures/v1/{{user_id}}",
}
# Proves who calls in its own way: a password, a mailed link, a cookie, a signature.
OWN_PROOF = {
    "POST /auth/vendor",
    # The address that the server printed: tests/vendor/test_first_owner.py.
    "POST /vendor/resources/first-owner/v1",
    "POST /vendor/resources/first-owner/v1/verify",
    f"POST {IDENTITY}/auth/v1/user",
    f"POST {IDENTITY}/auth/v2/user",
    f"POST {IDENTITY}/auth/v2/user/sso/prelogin",
    f"POST {IDENTITY}/auth/v1/user/saml/prelogin",
    # A signed answer, and a cookie with the code that came of it: tests/identity/sso/test_saml_sign_in.py.
    "POST /auth/saml/callback",
    # What a provider signed: tests/identity/sso/test_saml_logout.py.
    "GET /auth/saml/logout",
    "POST /auth/saml/logout",
    # The same of OpenID Connect: tests/identity/sso/test_openid_logout.py.
    "POST /auth/oidc/backchannel-logout",
    "GET /auth/oidc/logout",
    "POST /auth/oidc/callback",
    f"POST {IDENTITY}/auth/v1/user/saml/postlogin",
    f"POST {IDENTITY}/auth/v1/user/oidc/postlogin",
    f"POST {IDENTITY}/auth/v1/user/oidc/refused",
    f"POST {IDENTITY}/auth/v2/user/oidc/postlogin",
    *(
        f"POST {IDENTITY}/auth/v1/user/mfa/{step}"
        for step in (
            "verify",
            "recover",
            "emailcode",
            "emailcode/verify",
            "authenticator/enroll",
            "authenticator/enroll/verify",
            "authenticator/{device_id}/verify",
            "sms/enroll",
            "sms/enroll/verify",
            "sms/{device_id}",
            "sms/{device_id}/verify",
            "webauthn/enroll",
            "webauthn/enroll/verify",
            "webauthn/{device_id}",
            "webauthn/{device_id}/verify",
        )
    ),
    # A cookie, a state and a code: tests/federation/test_social.py.
    f"GET {IDENTITY}/auth/v1/user/sso/default/{{provider}}/prelogin",
    f"GET {IDENTITY}/auth/v2/user/sso/default/{{provider}}/prelogin",
    f"GET {IDENTITY}/auth/v2/user/sso/custom/{{provider}}/prelogin",
    f"GET {IDENTITY}/auth/v2/user/sso/{{provider}}/callback",
    f"POST {IDENTITY}/auth/v2/user/sso/{{provider}}/callback",
    f"POST {IDENTITY}/auth/v1/user/sso/{{provider}}/postlogin",
    f"POST {IDENTITY}/auth/v1/webauthn/prelogin",
    f"POST {IDENTITY}/auth/v1/webauthn/postlogin",
    f"POST {IDENTITY}/auth/v1/user/token/refresh",
    f"POST {IDENTITY}/auth/v1/api-token",
    f"POST {IDENTITY}/auth/v2/api-token",
    f"POST {IDENTITY}/auth/v1/api-token/token/refresh",
    f"POST {IDENTITY}/auth/v2/api-token/token/refresh",
    f"POST {IDENTITY}/auth/v1/logout",
    f"POST {IDENTITY}/impersonation/v1",
    f"POST {USERS}/v1/signUp",
    f"POST {USERS}/v1/signUp/phoneNumber",
    f"POST {USERS}/v1/signUp/username",
    f"POST {USERS}/v1/activate",
    f"POST {USERS}/v1/activate/code",
    f"GET {USERS}/v1/activate/strategy",
    f"POST {USERS}/v1/activate/reset",
    f"POST {USERS}/v1/invitation/accept",
    f"POST {USERS}/v1/invitation/accept/code",
    f"POST {USERS}/v3/me/unlock",
    f"POST {USERS}/v1/invitation/reset",
    f"POST {IDENTITY}/tenants/invites/v1/verify",
    f"POST {USERS}/v1/passwords/reset",
    f"POST {USERS}/v1/passwords/reset/validate",
    f"POST {USERS}/v1/passwords/reset/verify",
    f"POST {USERS}/v2/passwords/reset/email",
    f"POST {USERS}/v2/passwords/reset/sms",
    f"POST {USERS}/v2/passwords/reset/sms/verify",
    *(
        f"POST {IDENTITY}/auth/v1/passwordless/{kind}/{step}"
        for kind in ("code", "magiclink", "smscode")
        for step in ("prelogin", "postlogin")
    ),
    f"POST {USERS}/v1/phone/reset",
    f"POST {USERS}/v1/phone/reset/verify",
    f"PUT {USERS}/v1/phone/change",
    # A mailed link: tests/identity/test_approvals.py.
    f"GET {IDENTITY}/approval-flows/v1/execution-data",
    f"POST {IDENTITY}/approval-flows/v1/approver-action",
    "POST /api/v1/paddle/webhook",
    "POST /webhooks/stripe",
    # A cookie, a code or a refresh token: tests/identity/test_oauth.py.
    "GET /oauth/authorize",
    "POST /oauth/authorize",
    "POST /oauth/authorize/silent",
    "POST /oauth/token",
    "POST /oauth/revoke",
    "GET /oauth/logout",
    "POST /oauth/logout",
    # Its state, once: tests/identity/sso/test_openid_logout.py.
    "GET /oauth/logout/provider",
    # The client: tests/applications/test_oauth_clients.py.
    "POST /oauth/par",
    # Whoever comes, where the vendor lets them: tests/applications/test_client_registration.py.
    "POST /oauth/register",
    "POST /oauth/introspect",
    "POST /oauth/logout/token",
    # A license key; every call with an unknown one: tests/licensing/test_machine_validate.py.
    "POST /api/v1/license/validate",
    "POST /api/v1/license/seats",
    "POST /api/v1/license/seats/{seat_id}/heartbeat",
    "DELETE /api/v1/license/seats/{seat_id}",
    "POST /api/v1/license/usage",
    "GET /api/v1/license/file",
}
# Everybody may do this to what is their own.
OWN_THINGS = {
    "GET /oauth/userinfo",
    "POST /oauth/userinfo",
    "POST /api/v1/organization/prepare-contact",
    "POST /api/v1/organization/contact",
    f"PUT {USERS}/v2/me",
    f"POST {IDENTITY}/oauth/consents/v1/me/requests",
    f"PUT {IDENTITY}/oauth/consents/v1/me/{{client_id}}",
    f"DELETE {IDENTITY}/oauth/consents/v1/me/{{client_id}}",
    f"PUT {IDENTITY}/applications/user-tenants/active/v1",
    f"PUT {USERS}/v1/tenant",
    f"POST {USERS}/v3/me/token",
    "PUT /team/resources/profile/me/image/v1",
    f"DELETE {USERS}/sessions/v1/me/all",
    f"DELETE {USERS}/sessions/v1/me/{{session_id}}",
    f"POST {USERS}/v1/passwords/change",
    f"POST {USERS}/phone-numbers/v1",
    f"POST {USERS}/phone-numbers/v1/preverify",
    f"POST {USERS}/phone-numbers/v1/verify",
    f"DELETE {USERS}/phone-numbers/v1/{{phone_id}}",
    f"POST {USERS}/phone-numbers/v1/{{phone_id}}/delete/verify",
    f"POST {IDENTITY}/usernames/v1",
    f"DELETE {IDENTITY}/usernames/v1/{{username}}",
    f"POST {USERS}/emails/v1",
    f"POST {USERS}/emails/v1/verify",
    f"POST {USERS}/emails/v1/me/primary",
    f"DELETE {USERS}/emails/v1/{{email_id}}",
    f"POST {USERS}/v1/email/me",
    f"POST {USERS}/v1/email/me/verify",
    f"POST {USERS}/v1/phone",
    f"POST {USERS}/v1/phone/verify",
    f"POST {IDENTITY}/auth/v1/user/step-up/generate",
    "PUT /notification/status",
    "POST /notification/status/mark-all-read",
    "PUT /notification/{pin_status}",
    f"POST {USERS}/webauthn/v1/devices",
    f"POST {USERS}/webauthn/v1/devices/verify",
    f"DELETE {USERS}/webauthn/v1/devices/{{device_id}}",
    *(
        f"POST {USERS}/v1/mfa/{step}"
        for step in (
            "enroll",
            "enroll/verify",
            "disable",
            "authenticator/enroll",
            "authenticator/enroll/verify",
            "authenticator/{device_id}/disable/verify",
            "sms/enroll",
            "sms/enroll/verify",
            "sms/{device_id}/disable",
            "sms/{device_id}/disable/verify",
            "emailcode/enroll",
            "emailcode/enroll/verify",
            "emailcode/disable",
            "emailcode/disable/verify",
            "webauthn/enroll",
            "webauthn/enroll/verify",
            "webauthn/{device_id}/disable",
            "webauthn/{device_id}/disable/verify",
        )
    ),
}
APPLICATIONS = "/applications/resources/applications"
IP_RESTRICTIONS = f"{IDENTITY}/configurations/v1/restrictions/ip"
EMAIL_DOMAINS = f"{IDENTITY}/configurations/restrictions/v1/email-domain"
# Reads, or only asks, though it is a POST.
READS = {
    "POST /oauth/userinfo",
    "POST /api/v1/organization/prepare-contact",
    "POST /api/v1/organization/contact",
    "POST /audits/export/csv",
    "POST /audits/export/csv/v2",
    "POST /audits/export/pdf",
    "POST /audits/resources/audits/v2/export/csv",
    f"POST {IDENTITY}/tenants/users/v1/count",
    f"POST {IDENTITY}/groups/v1/bulkGet",
    f"POST {IP_RESTRICTIONS}/verify",
    f"POST {IP_RESTRICTIONS}/verify/allow",
}

# Ends at the payment provider, which answers nobody here.
ELSEWHERE = {"GET /api/v1/paddle/checkout-config"}

PARTS = 6
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="session")
def document(settings: Settings, resources: Resources) -> list[Operation]:
    from gatehouse.app import build_app

    return list(operations(build_app(settings, resources)))


def closed(document: list[Operation]) -> list[Operation]:
    return [one for one in document if str(one) not in PUBLIC | OWN_PROOF]


def test_every_exception_is_still_a_route(document: list[Operation]):
    assert {str(one) for one in document} >= PUBLIC | OWN_PROOF | OWN_THINGS | READS | ELSEWHERE


async def test_a_stranger_is_turned_away_everywhere(
    client: httpx.AsyncClient, document: list[Operation]
):
    answers = {str(one): await one.call(client, NOBODY) for one in closed(document)}
    wrong = {
        name: answer.status_code for name, answer in answers.items() if answer.status_code != 401
    }
    assert not wrong
    assert len(answers) > 50


async def _removed(db: Db, who: Person) -> None:
    await db.connection.execute("delete from memberships where user_id = $1", who.id)


async def _disabled(db: Db, who: Person) -> None:
    await db.connection.execute(
        "update memberships set is_disabled = true where user_id = $1", who.id
    )


async def _expired(db: Db, who: Person) -> None:
    await db.connection.execute(
        "update memberships set temporary_expires_at = now() - interval '1 s' where user_id = $1",
        who.id,
    )


async def _signed_out(db: Db, who: Person) -> None:
    await db.connection.execute(
        "update sessions set ended_at = now() where id = $1", who.session_id
    )


async def _tenant_gone(db: Db, who: Person) -> None:
    await db.connection.execute(
        "update tenants set deleted_at = now() where id = $1", who.tenant_id
    )


MACHINES_OUT = [*((kind, _tenant_gone) for kind in KINDS),
                *((kind, _removed) for kind in KINDS if kind not in OF_TENANTS)]  # fmt: skip


@pytest.mark.parametrize(("kind", "change"), MACHINES_OUT)
async def test_a_machine_that_is_out_is_out_of_every_route_at_once(
    world: World,
    db: Db,
    document: list[Operation],
    kind: str,
    change: Callable[[Db, Person], Awaitable[None]],
):
    owner = await world.person("Admin")
    machine = await new_machine(world, owner, kind)
    await change(db, owner)
    for one in closed(document):
        answer = await one.call(machine.http, NOBODY)
        if answer.status_code != 403 or answer.json()["errorCode"] != "access.person_needed":
            assert answer.status_code == 401, f"{one}: {answer.status_code} {answer.text[:200]}"


@pytest.mark.parametrize("kind", KINDS)
async def test_every_route_answers_machines(world: World, document: list[Operation], kind: str):
    """With rights and without; never with a fault."""
    owner = await world.person("Admin")
    await owner.browser.post("/api/v1/organization")
    for roles in ([], await role_ids(owner, "Admin")):
        if kind not in OF_TENANTS and not roles:
            continue
        machine = await new_machine(world, owner, kind, roleIds=roles)
        for one in closed(document):
            answer = await one.call(machine.http, NOBODY)
            told = f"{one}: {answer.status_code} {answer.text[:200]}"
            assert answer.status_code < 500 or str(one) in ELSEWHERE, told
            assert (answer.status_code == 401) == one.for_vendor, told
            if not roles and one.writes and str(one) not in READS:
                assert answer.status_code == (401 if one.for_vendor else 403), told


@pytest.mark.parametrize("change", [_removed, _disabled, _expired, _signed_out, _tenant_gone])
async def test_whoever_is_out_is_out_of_every_route_at_once(
    world: World, db: Db, document: list[Operation], change: Callable[[Db, Person], Awaitable[None]]
):
    who = await world.person("Admin")
    assert (await who.browser.get(f"{USERS}/v2/me")).status_code == 200
    await change(db, who)
    for one in closed(document):
        answer = await one.call(who.browser, NOBODY)
        assert answer.status_code == 401, f"{one}: {answer.status_code} {answer.text[:200]}"


async def test_the_read_only_write_nowhere(world: World, db: Db, document: list[Operation]):
    who = await world.person("ReadOnly")
    before = await rows_of(db, who.tenant_id)
    for one in closed(document):
        if one.writes and str(one) not in OWN_THINGS | READS:
            answer = await one.call(who.browser, NOBODY)
            refusal = 401 if one.for_vendor else 403
            assert answer.status_code == refusal, f"{one}: {answer.status_code} {answer.text[:200]}"
    assert await rows_of(db, who.tenant_id) == before


async def test_who_may_nothing_sees_only_their_own_and_the_rules(
    world: World, document: list[Operation]
):
    who = await world.person()
    seen = set()
    for one in closed(document):
        answer = await one.call(who.browser, NOBODY)
        assert answer.status_code < 500, f"{one}: {answer.text[:200]}"
        if answer.status_code != (401 if one.for_vendor else 403):
            seen.add(str(one))
    assert seen - OWN_THINGS == {
        "GET /notification",
        f"GET {USERS}/v2/me",
        f"GET {USERS}/v3/me",
        f"GET {USERS}/v1/me/authorization",
        f"GET {USERS}/v2/me/hierarchy",
        f"GET {USERS}/v1/me/tenants",
        f"GET {USERS}/v2/me/tenants",
        f"GET {USERS}/v3/me/tenants",
        f"GET {USERS}/sessions/v1/me",
        f"GET {USERS}/sessions/v1/me/current",
        f"GET {USERS}/phone-numbers/v1",
        f"GET {USERS}/phone-numbers/v1/me",
        f"GET {USERS}/emails/v1/me",
        f"GET {IDENTITY}/usernames/v1/me",
        f"GET {IDENTITY}/oauth/consents/v1/me",
        f"GET {IDENTITY}/oauth/consents/v1/me/{{client_id}}",
        f"GET {IDENTITY}/configurations/v1/user-emails-policy",
        "GET /entitlements/api/v2/user-entitlements",
        f"GET {IDENTITY}/configurations/sessions/v1",
        f"GET {IDENTITY}/configurations/sessions/v1/vendor",
        f"GET {IDENTITY}/configurations/v1",
        f"GET {IDENTITY}/configurations/v1/auth/strategies",
        f"GET {IDENTITY}/configurations/v1/mfa/strategies",
        f"GET {USERS}/v1/mfa/devices",
        f"GET {USERS}/webauthn/v1/devices",
        f"GET {IDENTITY}/configurations/v1/mfa-policy",
        f"GET {IDENTITY}/configurations/v1/mfa-policy/vendor",
        f"GET {IDENTITY}/sso/v2/authenticated",
        "GET /metadata/ip/{ip}",
        "GET /metadata/ipme",
        f"GET {APPLICATIONS}/v1",
        f"GET {APPLICATIONS}/tenant-assignments/v1",
        f"GET {APPLICATIONS}/tenant-assignments/v2",
        f"GET {IDENTITY}/applications/user-tenants/active/v1",
    }


async def tenant_tables(db: Db) -> list[str]:
    rows = await db.connection.fetch(
        "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid"
        " and a.attname = 'tenant_id' where c.relkind in ('r', 'p') and not c.relispartition"
        " and c.relnamespace = 'public'::regnamespace order by 1"
    )
    return [row["relname"] for row in rows]


async def rows_of(db: Db, tenant_id: UUID) -> dict[str, list[str]]:
    """Everything that belongs to the tenant, and its people."""
    found = {}
    for table in await tenant_tables(db):
        rows = await db.connection.fetch(
            f"select t::text as row from {table} t where tenant_id = $1 order by 1", tenant_id
        )
        found[table] = [row["row"] for row in rows]
    people = await db.connection.fetch(
        "select u::text as row from users u join memberships m on m.user_id = u.id"
        " where m.tenant_id = $1 order by 1",
        tenant_id,
    )
    return {**found, "users": [row["row"] for row in people]}


async def ids_of(db: Db, tenant_id: UUID) -> dict[str, str]:
    """One id of each kind that the tenant's rows hold: `table.column` to id. Those of the vendor, which
    every tenant may name, are left out."""
    columns = await db.connection.fetch(
        "select table_name, column_name from information_schema.columns"
        " where table_schema = 'public' and table_name = any ($1)"
        # A running number is no id: no route takes one.
        " and (data_type = 'uuid' or column_name ~ '(^|_)(id|fingerprint)$') and data_type <> 'bigint'",
        await tenant_tables(db),
    )
    shared = {
        row["id"] for row in await db.connection.fetch("select id from roles where tenant_id is null"
        " union all select id from permissions")
    }  # fmt: skip
    found = {}
    for table, column in columns:
        values = await db.connection.fetch(
            f"select distinct {column} as value from {table}"
            f" where tenant_id = $1 and {column} is not null",
            tenant_id,
        )
        own = [row["value"] for row in values if row["value"] not in shared]
        if own:
            found[f"{table}.{column}"] = str(own[0])
    return found


@pytest.fixture
async def foreign(world: World, db: Db) -> AsyncIterator[Person]:
    """Somebody of another tenant that has a row of every kind."""
    who = await world.person("Admin", permissions=("fe.secure.read.users",))
    browser = who.browser
    for path, rule in (
        ("lockout-policy", {"enabled": True}),
        ("password-history-policy", {"enabled": True}),
        ("mfa-policy", {"enforceMFAType": "DontForce"}),
        ("impersonation-policy", {"enabled": True}),
        ("password-rotation", {"isActive": False}),
    ):
        answer = await browser.post(f"{IDENTITY}/configurations/v1/{path}", json=rule)
        assert answer.status_code == 201
    forced = {"enforceMFAType": "DontForce"}
    await browser.post(f"{IDENTITY}/configurations/v1/mfa-policy", json=forced)
    await browser.post(IP_RESTRICTIONS, json={"ip": "192.0.2.1"})
    await browser.post(f"{IP_RESTRICTIONS}/config", json={"isActive": False})
    await browser.post(EMAIL_DOMAINS, json={"domain": "example.org", "type": "BLOCK"})
    limits = {"sessionIdleTimeoutConfiguration": {"isActive": False, "timeout": 3600}}
    await browser.post(f"{IDENTITY}/configurations/sessions/v1", json=limits)
    assert (await browser.post("/api/v1/organization", json={"name": "Acme"})).status_code == 201
    await browser.post(f"{IDENTITY}/tenants/invites/v1/user", json={})
    await db.connection.execute(FILL, who.tenant_id, who.id)
    yield who
    await world.configure("delete from applications where name = 'Console of theirs'")


FILL = """
with organization as (
  update organizations set provider_customer_id = 'ctm_' || substr(md5(id::text), 1, 26)
  where tenant_id = $1 returning id, provider_customer_id
), license as (
  select l.id, l.organization_id from licenses l where l.tenant_id = $1
), seat as (
  insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)
  select gen_random_uuid(), $1, id, 'machine', now(), now() from license
), subscription as (
  insert into license_subscriptions (id, tenant_id, license_id, linked_at)
  select 'sub_' || substr(md5(id::text), 1, 26), $1, id, now() from license
  returning id, license_id
), fact as (
  insert into subscription_facts (tenant_id, subscription_id, updated_at, occurred_at, status)
  select $1, id, now(), now(), 'active' from subscription
), discount as (
  insert into license_discounts (tenant_id, license_id, discount_id, first_used_at)
  select $1, license_id, 'dsc_' || substr(md5(id), 1, 26), now() from subscription
), usage as (
  insert into license_usage (tenant_id, license_id, id, type, subject, at, received_at)
  select $1, license_id, 'use_' || substr(md5(id), 1, 26), 'session', 'ann', now(), now()
  from subscription
), payment as (
  insert into provider_transactions (id, tenant_id, organization_id, status, origin, currency_code,
    provider_updated_at, provider_occurred_at)
  select 'txn_' || substr(md5(id::text), 1, 26), $1, organization_id, 'paid', 'web', 'USD', now(), now()
  from license
), difference as (
  insert into payment_differences (id, tenant_id, organization_id, subscription_id, kind, provider, kept,
    found_at, seen_at)
  select gen_random_uuid(), $1, organization_id, 'sub_' || substr(md5(id::text), 1, 26), 'unlicensed', '{}',
    '{}', now(), now()
  from license
), token as (
  insert into api_tokens (id, tenant_id, created_by, kind, description, secret_hash, created_at)
  values (gen_random_uuid(), $1, $2, 'client_credentials', 'Import', 'hash', now()) returning id
), own_token as (
  insert into api_tokens (id, tenant_id, owner_id, kind, description, secret_hash, created_at)
  values (gen_random_uuid(), $1, $2, 'access_token', 'Mine', 'hash', now())
), token_role as (
  insert into api_token_roles (token_id, role_id, tenant_id)
  select token.id, r.id, $1 from token, roles r where r.tenant_id = $1
), token_permission as (
  insert into api_token_permissions (token_id, permission_id, tenant_id)
  select token.id, p.id, $1 from token, permissions p limit 1
), ended as (
  insert into ended_memberships (tenant_id, user_id, ended_at) values ($1, $2, now() - interval '1 d')
), made as (
  insert into groups (id, tenant_id, name, created_at, updated_at)
  values (gen_random_uuid(), $1, 'Group', now(), now()) returning id
), gives as (
  insert into group_roles (tenant_id, group_id, role_id)
  select $1, made.id, r.id from made, roles r where r.tenant_id = $1 limit 1
), holds as (
  insert into group_members (tenant_id, group_id, user_id) select $1, id, $2 from made
), hook as (
  insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at, updated_at)
  values (gen_random_uuid(), $1, 'ERP', 'https://example.test', '{frontegg.group.created}', true, now(),
    now())
  returning id
), delivery as (
  insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event_key, body, status, created_at)
  select gen_random_uuid(), $1, id, gen_random_uuid(), 'frontegg.group.created', '{}', 'dead', now() from hook
), told as (
  insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
  values ($1, 'email', 'frontegg.group.created', true, now(), now()) returning channel, event_key
), subscribed as (
  insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients, created_at,
    updated_at)
  select gen_random_uuid(), $1, channel, event_key, 'Staff', true, '{pat@example.test}', now(), now()
  from told
), triggered as (
  insert into triggered_events (id, tenant_id, event_key, created_at)
  values (gen_random_uuid(), $1, 'invoices.overdue', now())
), told_of as (
  insert into event_messages (id, tenant_id, event_id, event_key, channel, recipient, status, created_at)
  select gen_random_uuid(), $1, gen_random_uuid(), event_key, channel, 'pat@example.test', 'sent', now()
  from told
), slack as (
  insert into slack_installations (id, tenant_id, team_id, team_name, sealed_token, created_at)
  values (gen_random_uuid(), $1, gen_random_uuid()::text, 'Acme', 'sealed', now())
), in_slack as (
  insert into slack_subscriptions (id, tenant_id, is_active, slack_events, created_at, updated_at)
  values (gen_random_uuid(), $1, true, '[]', now(), now())
), notified as (
  insert into bell_notifications (id, tenant_id, event_id, event_key, title, body, severity, created_at)
  values (gen_random_uuid(), $1, gen_random_uuid(), 'invoices.overdue', 'Title', 'Body', 'Info', now())
  returning id
), seen as (
  insert into bell_states (tenant_id, notification_id, user_id, status, updated_at)
  select $1, id, $2, 'read', now() from notified
), connection as (
  insert into sso_connections (id, tenant_id, type, enabled, enforced, override_active_tenant,
    sso_endpoint, idp_entity_id, audience, sign_request, metadata_source, metadata_url, oidc_client_id,
    created_at, updated_at)
  values (gen_random_uuid(), $1, 'saml', false, false, true, '', gen_random_uuid()::text, '', false, 'form',
    '', gen_random_uuid()::text, now(), now())
  returning id
), answered as (
  insert into saml_answers (tenant_id, connection_id, assertion_hash, code_hash, waits_until, expires_at)
  select $1, id, sha256(id::text::bytea), sha256(id::text::bytea), now(), now() from connection
), left_by as (
  insert into saml_sessions
    (id, tenant_id, connection_id, user_id, issuer, name_id, subject, created_at)
  select gen_random_uuid(), $1, id, $2, '', gen_random_uuid()::text, '{}', now() from connection
), left_openid_by as (
  insert into openid_sessions (id, tenant_id, connection_id, user_id, issuer, subject, created_at)
  select gen_random_uuid(), $1, id, $2, '', gen_random_uuid()::text, now() from connection
), pinned as (
  insert into sso_certificates
    (id, tenant_id, connection_id, pem, fingerprint, not_before, expires_at, created_at)
  select gen_random_uuid(), $1, id, 'pem', gen_random_uuid()::text, now(), now(), now() from connection
), tried as (
  insert into sso_tests (id, tenant_id, connection_id, session_id, checks, created_at, expires_at)
  select gen_random_uuid(), $1, id, gen_random_uuid(), '[]', now(), now() + interval '1 day' from connection
), domain as (
  insert into sso_domains (id, tenant_id, connection_id, domain, token, created_at)
  select gen_random_uuid(), $1, id, 'theirs.example', 'token', now() from connection
), gives_by_sso as (
  insert into sso_connection_roles (tenant_id, connection_id, role_id)
  select $1, connection.id, r.id from connection, roles r where r.tenant_id = $1 limit 1
), sso_group as (
  insert into sso_groups (id, tenant_id, connection_id, name, created_at)
  select gen_random_uuid(), $1, id, 'Engineers', now() from connection returning id
), sso_group_role as (
  insert into sso_group_roles (tenant_id, group_id, role_id)
  select $1, sso_group.id, r.id from sso_group, roles r where r.tenant_id = $1 limit 1
), given_by_sso as (
  insert into sso_given_roles (tenant_id, user_id, role_id)
  select $1, $2, r.id from roles r where r.tenant_id = $1 limit 1
), plan as (
  insert into plans (key, name, created_at, updated_at) values (gen_random_uuid()::text, 'Plan', now(), now())
  returning id
), entitled as (
  insert into entitlements (id, tenant_id, user_id, plan_id, created_at, updated_at)
  select gen_random_uuid(), $1, $2, id, now(), now() from plan
), impersonation as (
  insert into impersonations (id, token_hash, tenant_id, actor_id, actor_session_id, user_id, reason,
    created_at, expires_at)
  select gen_random_uuid(), sha256(s.id::text::bytea), $1, $2, s.id, $2, 'Ticket', now(), now()
  from sessions s where s.user_id = $2 limit 1
), directory as (
  insert into scim_connections (id, tenant_id, name, source, sync_to_user_management, token_hash,
    token_made_at, created_at)
  values (gen_random_uuid(), $1, 'Staff', 'okta', true, 'hash', now(), now()) returning id
), kept as (
  insert into scim_users (id, tenant_id, connection_id, user_id, user_name, active, document, created_at,
    updated_at)
  select gen_random_uuid(), $1, id, $2, 'grace', true, '{}', now(), now() from directory
), kept_group as (
  insert into scim_groups (id, tenant_id, connection_id, created_at, updated_at)
  select made.id, $1, directory.id, now(), now() from made, directory
), console as (
  insert into applications (key, name, access_type)
  values (gen_random_uuid()::text, 'Console of theirs', 'MANAGED_ACCESS') returning id
), console_given as (
  insert into application_tenants (application_id, tenant_id, access_type, created_at)
  select id, $1, 'MANAGED_ACCESS', now() from console
), console_used as (
  insert into application_users (tenant_id, user_id, application_id, created_at)
  select $1, $2, id, now() from console
), console_active as (
  insert into application_active_tenants (user_id, application_id, tenant_id, updated_at)
  select $2, id, $1, now() from console
), billed as (
  insert into billing_accounts (id, tenant_id, customer, order_id, created_at, updated_at)
  values (gen_random_uuid(), $1, gen_random_uuid()::text, gen_random_uuid(), now(), now())
), subscribed_to as (
  insert into billing_subscriptions (id, tenant_id, external_id, item, status, price, started_at,
    period_starts_at, period_ends_at, cancels_at_period_end, created_at)
  values (gen_random_uuid(), $1, gen_random_uuid()::text, 'si_1', 'active', 'price_1', now(), now(),
    now() + interval '1 month', false, now())
), paid_by as (
  insert into billing_payment_methods (id, tenant_id, external_id, brand, last4, exp_month, exp_year, name,
    created_at)
  values (gen_random_uuid(), $1, gen_random_uuid()::text, 'visa', '4242', 12, 2030, 'Pat', now())
), invoiced as (
  insert into billing_invoices (id, tenant_id, external_id, status, currency, total, created_at)
  values (gen_random_uuid(), $1, gen_random_uuid()::text, 'paid', 'usd', 100, now())
), flow as (
  insert into approval_flows (id, tenant_id, name, is_active, channels, configuration, steps, created_at,
    updated_at)
  values (gen_random_uuid(), $1, 'Delete', true, '{"email": true, "sms": false}', '{}', '[]', now(), now())
  returning id
), asked_for as (
  insert into approvals (id, tenant_id, flow_id, requester_id, name, configuration, steps, step, status,
    requested_at, expires_at, due_at)
  select gen_random_uuid(), $1, id, $2, 'Delete', '{}', '[]', 0, 'approved', now(), now(), now() from flow
  returning id
), approver as (
  insert into approval_approvers (id, tenant_id, approval_id, step_id, user_id, by_role)
  select gen_random_uuid(), $1, id, gen_random_uuid(), $2, false from asked_for
), reported as (
  insert into report_schedules (tenant_id, template, cadence, timezone, days, is_active, next_at, created_at,
    updated_at)
  values ($1, 'activity', 'weekly', 'UTC', 7, false, now(), now(), now())
), box as (
  insert into login_boxes (tenant_id, configuration, updated_at) values ($1, '{}', now())
), sealed_block as (
  insert into audit_blocks (tenant_id, number, first_at, last_at, entries, digests, previous, mac, created_at)
  values ($1, 1, now(), now(), '{}', '', '', '', now())
), configured as (
  insert into group_configurations (tenant_id, enabled, roles_enabled, updated_at)
  values ($1, true, true, now())
),
brought as (
  insert into user_import_news (import_id, tenant_id, people, told_from)
  values (gen_random_uuid(), $1, 3, now() + interval '1 d')
)
insert into action_tokens (token_hash, purpose, user_id, tenant_id, expires_at, created_at)
values (sha256($2::uuid::text::bytea), 'invite', $2, $1, now() + interval '1 d', now())
"""


# What stands in these paths is no row's.
NAME_NO_ROW = {
    "GET /metadata/ip/{ip}",
    # The vendor's plans are for everybody to see.
    "GET /subscriptions/resources/billing/plans/v1/{plan_id}",
}


@pytest.mark.parametrize("part", range(PARTS))
async def test_another_tenants_ids_are_nothing_to_anybody(
    world: World, db: Db, document: list[Operation], foreign: Person, part: int
):
    """Each kind of id that another tenant has, in each place of each route that takes an id. In parts,
    which several processes share."""
    await _are_nothing(db, document[part::PARTS], await world.person("Admin"), foreign)


async def test_a_parents_ids_are_nothing_to_anybody_below(
    world: World, db: Db, document: list[Operation], foreign: Person
):
    """Here and beside, only ids of the kind that a route takes: every other is asked with above."""
    below = await world.tenant("Below", parent=foreign.tenant_id)
    admin = await world.person("Admin", tenant_id=below)
    await _are_nothing(db, document, admin, foreign, of_its_kind)


async def test_a_siblings_ids_are_nothing_to_anybody_beside(
    world: World, db: Db, document: list[Operation], foreign: Person
):
    top = await world.tenant("Top")
    await world.configure(
        "update tenants set parent_id = $1, path = $1::uuid || '/' || id || '/' where id = $2",
        top, foreign.tenant_id,
    )  # fmt: skip
    admin = await world.person("Admin", tenant_id=await world.tenant("Beside", parent=top))
    await _are_nothing(db, document, admin, foreign, of_its_kind)


Ids = dict[str, str]


def of_its_kind(one: Operation, ids: Ids) -> Ids:
    """Ids of the columns that the path names, and those of tenant and person for everything else."""
    columns = {"tenant_id", "user_id", "role_id", *one.in_path}
    tables = {name.removesuffix("_id") for name in one.in_path}
    kinds: dict[str, str] = {}
    for place, identifier in ids.items():
        table, _, column = place.partition(".")
        kind = f"{table}.id" if any(name in table for name in tables) else column
        if column in columns or (column == "id" and kind == place):
            kinds.setdefault(kind, identifier)
    return kinds


def of_every_kind(_: Operation, ids: Ids) -> Ids:
    return ids


async def _are_nothing(
    db: Db,
    asked_of: list[Operation],
    admin: Person,
    foreign: Person,
    choose: Callable[[Operation, Ids], Ids] = of_every_kind,
) -> None:
    assert (
        await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    ).status_code == 201
    ids = await ids_of(db, foreign.tenant_id)
    filled = {place.partition(".")[0] for place in ids}
    assert set(await tenant_tables(db)) == filled
    before = await rows_of(db, foreign.tenant_id)
    asked = 0
    for one in closed(asked_of):
        if one.for_vendor or not one.names_ids or str(one) in NAME_NO_ROW:
            continue
        for place, identifier in choose(one, ids).items():
            answer = await one.call(admin.browser, identifier)
            told = f"{one} with {place}: {answer.status_code} {answer.text[:300]}"
            assert answer.status_code < 500, told
            assert foreign.email not in answer.text, told
            if one.in_path:
                # An id of another shape (`sub_…`) is malformed where only UUIDs are.
                assert answer.status_code in (404, 400 if "_" in identifier else 404), told
            asked += 1
    assert asked > 100 / PARTS
    assert await rows_of(db, foreign.tenant_id) == before
