"""Every route of the API description, called without permission: unauthenticated, signed out, from another
tenant, and read-only. New routes are included without a change here."""

from collections.abc import Awaitable, Callable

import httpx
import pytest

from gatehouse.kit.db import Db
from tests.directory.api_tokens import KINDS, OF_TENANTS, new_machine, role_ids
from tests.security.routes import Operation
from tests.security.tenant_rows import rows_of
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
    "GET /oauth/.well-known/jwks.json",
    "GET /oauth/.well-known/openid-configuration",
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
    # The address that the server printed: tests/vendor_access/test_first_owner.py.
    "POST /vendor/resources/first-owner/v1",
    "POST /vendor/resources/first-owner/v1/verify",
    f"POST {IDENTITY}/auth/v1/user",
    f"POST {IDENTITY}/auth/v2/user",
    f"POST {IDENTITY}/auth/v2/user/sso/prelogin",
    f"POST {IDENTITY}/auth/v1/user/saml/prelogin",
    # A signed answer, and a cookie with the code that came of it: tests/identity/sso/test_saml_sign_in.py.
    "POST /auth/saml/callback",
    # The same code and cookie: tests/identity/sso/test_older_boxes.py.
    "GET /auth/saml/finish",
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
    f"POST {USERS}/sessions/v1/end-by-link",
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
    # The same: tests/user_merge/test_merge_requests.py.
    f"POST {IDENTITY}/merge-requests/v1/verify",
    f"POST {IDENTITY}/merge-requests/v1/answer",
    "POST /api/v1/paddle/webhook",
    "POST /webhooks/stripe",
    # A cookie, a code or a refresh token: tests/identity/test_oauth_codes.py.
    "GET /oauth/authorize",
    "POST /oauth/authorize",
    "POST /oauth/authorize/silent",
    "POST /oauth/token",
    "POST /oauth/revoke",
    # A cookie and a state, and a token in the body: tests/identity/test_postlogin.py.
    "GET /oauth/prelogin",
    "POST /oauth/postlogin",
    "GET /oauth/postlogin/redirect",
    # A code and its verifier: tests/federation/test_native_social.py.
    "POST /oauth/account/social/{provider}/post-login",
    "GET /oauth/logout",
    "POST /oauth/logout",
    # Its state, once: tests/identity/sso/test_openid_logout.py.
    "GET /oauth/logout/provider",
    # The client: tests/applications/test_oauth_clients.py.
    "POST /oauth/par",
    # Open to all where the vendor allows it: tests/applications/test_client_registration.py.
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
# Every user may do this to what is their own.
OWN_THINGS = {
    "GET /oauth/userinfo",
    "POST /oauth/userinfo",
    "POST /api/v1/organization/prepare-contact",
    "POST /api/v1/organization/contact",
    f"PUT {USERS}/v2/me",
    f"DELETE {USERS}/v1/me/tenants/{{tenant_id}}",
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

# Calls the payment provider, which does not answer here.
ELSEWHERE = {"GET /api/v1/paddle/checkout-config"}

NOBODY = "00000000-0000-4000-8000-000000000000"


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
async def test_a_revoked_api_token_is_refused_by_every_route_at_once(
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
async def test_a_user_who_lost_access_is_refused_by_every_route_at_once(
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


async def test_a_user_without_permissions_reads_only_their_own_data_and_policies(
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
        f"GET {USERS}/webauthn/v1/accepted-credentials",
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
