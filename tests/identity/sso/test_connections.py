"""An administrator sets up the identity providers of an account."""

import base64
from uuid import UUID

import pytest

from tests.audit_log import audit_entries
from tests.identity.sso.steps import CONFIGURATIONS, HIDDEN, certificate, listed, make
from tests.world import Db, Person, World

READ = "fe.secure.read.samlConfiguration"
WRITE = "fe.secure.write.samlConfiguration"
OIDC = {
    "type": "oidc",
    "ssoEndpoint": "https://idp.example",
    "oidcClientId": "ours",
    "oidcSecret": "a secret of the provider",
}


async def role_id(who: Person, key: str) -> str:
    roles = (await who.browser.get("/identity/resources/roles/v1")).json()
    return next(str(role["id"]) for role in roles if role["key"] == key)


async def test_a_connection_is_told_as_clients_read_it(admin: Person):
    assert await listed(admin.browser) == []
    made = await make(admin.browser)
    assert made | {"id": "", "createdAt": "", "updatedAt": ""} == {
        "id": "", "type": "saml", "enabled": False, "enforced": False, "overrideActiveTenant": True,
        "ssoEndpoint": "", "idpEntityId": "", "publicCertificate": "", "certificates": [],
        "signRequest": False, "idpInitiated": False, "sloEndpoint": "", "sloByPost": False,
        "sloUrl": "http://localhost:8000/auth/saml/logout", "oidcLogout": False,
        "oidcLogoutUri": "http://localhost:8000/auth/oidc/logout",
        "oidcBackchannelLogoutUri": "http://localhost:8000/auth/oidc/backchannel-logout",
        "acsUrl": "http://localhost:8000/auth/saml/callback",
        "spEntityId": "http://localhost:8000/auth/saml/metadata", "metadataSource": "form",
        "ssoByPost": False, "oidcScopes": [], "emailClaim": "", "groupsClaims": [], "groupsSeparator": "",
        "metadataUrl": "", "oidcClientId": "", "oidcSecret": "",
        "oidcRedirectUri": "http://localhost:8000/account/oidc/callback", "generatedVerification": "",
        "domains": [], "roleIds": [], "groups": [], "skipEmailDomainValidation": False,
        "createdAt": "", "updatedAt": "",
    }  # fmt: skip
    assert await listed(admin.browser) == [made]


async def test_the_portal_finds_the_addresses_for_providers(admin: Person):
    rows = (await admin.browser.get("/metadata?entityName=saml")).json()["rows"]
    made = await make(admin.browser)
    assert rows[0]["configuration"]["acsUrl"] == made["acsUrl"]
    assert rows[0]["configuration"]["spEntityId"] == made["spEntityId"]


async def test_what_is_not_sent_stays(admin: Person):
    made = await make(admin.browser, **OIDC)
    path = f"{CONFIGURATIONS}/{made['id']}"
    changed = (await admin.browser.patch(path, json={"signRequest": True})).json()
    assert changed | {"updatedAt": ""} == made | {"signRequest": True, "updatedAt": ""}
    # As clients do, with everything that they were shown.
    again = (await admin.browser.patch(path, json=changed)).json()
    assert again | {"updatedAt": ""} == changed | {"updatedAt": ""}


async def test_the_secret_is_sealed_and_never_shown(admin: Person, db: Db):
    made = await make(admin.browser, **OIDC)
    assert made["oidcSecret"] == HIDDEN
    read = "select sealed_oidc_secret from sso_connections where tenant_id = $1"
    sealed = await db.connection.fetchval(read, admin.tenant_id)
    assert b"a secret of the provider" not in sealed
    path = f"{CONFIGURATIONS}/{made['id']}"
    await admin.browser.patch(path, json={"oidcSecret": HIDDEN})
    assert await db.connection.fetchval(read, admin.tenant_id) == sealed
    assert (await admin.browser.patch(path, json={"oidcSecret": ""})).json()["oidcSecret"] == ""


async def test_the_secret_goes_to_no_other_provider(admin: Person):
    """An administrator who changes the address would receive the secret of another one on their server."""
    made = await make(admin.browser, **OIDC, enabled=True)
    path, elsewhere = f"{CONFIGURATIONS}/{made['id']}", {"ssoEndpoint": "https://evil.example"}
    for body in (elsewhere, elsewhere | {"oidcSecret": HIDDEN}):
        refused = await admin.browser.patch(path, json=body)
        assert refused.json()["context"]["missing"] == ["oidcSecret"], refused.text
    moved = await admin.browser.patch(path, json=elsewhere | {"oidcSecret": "of the new one"})
    assert moved.json()["oidcSecret"] == HIDDEN, moved.text
    off = {"enabled": False, "ssoEndpoint": "https://another.example"}
    assert (await admin.browser.patch(path, json=off)).json()["oidcSecret"] == ""


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ({}, ["ssoEndpoint", "publicCertificate"]),
        ({"type": "okta", "ssoEndpoint": "https://idp.example"}, ["publicCertificate"]),
        ({"type": "oidc", "ssoEndpoint": "https://idp.example"}, ["oidcClientId", "oidcSecret"]),
    ],
)
async def test_half_a_connection_is_not_switched_on(
    admin: Person, body: dict[str, str], missing: list[str]
):
    answer = await admin.browser.post(CONFIGURATIONS, json={**body, "enabled": True})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.incomplete")
    assert answer.json()["context"]["missing"] == missing
    assert await listed(admin.browser) == []


async def test_it_is_required_only_while_it_is_on(admin: Person):
    made = await make(admin.browser, **OIDC, enabled=True, enforced=True)
    assert made["enforced"] is True
    path = f"{CONFIGURATIONS}/{made['id']}"
    assert (await admin.browser.patch(path, json={"enabled": False})).json()["enforced"] is False
    refused = await admin.browser.patch(path, json={"enforced": True})
    assert refused.json()["errorCode"] == "sso.incomplete"


async def test_certificates_come_in_each_form_and_are_replaced_whole(admin: Person):
    first, second = certificate(), certificate(bits=2048)
    der = "".join(first.splitlines()[1:-1])
    made = await make(admin.browser, publicCertificate=first + second)
    assert made["publicCertificate"] == first + second
    assert len(made["certificates"]) == 2
    assert made["certificates"][0]["expiresAt"] > made["certificates"][0]["notBefore"]
    path = f"{CONFIGURATIONS}/{made['id']}"
    for text in (first, der, base64.b64encode(first.encode()).decode()):
        changed = (await admin.browser.patch(path, json={"publicCertificate": text})).json()
        assert changed["publicCertificate"] == first
    assert (await admin.browser.patch(path, json={"enabled": False})).json()["certificates"]


@pytest.mark.parametrize(
    "text",
    ["no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "weak"],
)
async def test_a_bad_certificate_changes_nothing(admin: Person, text: str):
    made = await make(admin.browser)
    pem = certificate(bits=1024) if text == "weak" else text
    path = f"{CONFIGURATIONS}/{made['id']}"
    answer = await admin.browser.patch(path, json={"publicCertificate": pem, "signRequest": True})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.bad_certificate")
    assert await listed(admin.browser) == [made]


@pytest.mark.parametrize(
    "body",
    [
        {"type": "kerberos"},
        {"ssoEndpoint": "javascript:alert(1)"},
        {"ssoEndpoint": "https://user:word@idp.example"},
        {"skipEmailDomainValidation": True},
        {"roleIds": ["none"]},
    ],
)
async def test_bad_input_is_refused(admin: Person, body: dict[str, object]):
    assert (await admin.browser.post(CONFIGURATIONS, json=body)).status_code == 400
    assert await listed(admin.browser) == []


async def test_no_administrator_gives_by_a_connection_what_they_lack(world: World, admin: Person):
    made = await make(admin.browser)
    path = f"{CONFIGURATIONS}/{made['id']}"
    admins = await role_id(admin, "Admin")
    editor = await world.person(permissions=(READ, WRITE), tenant_id=admin.tenant_id)
    refused = await editor.browser.put(f"{path}/roles", json={"roleIds": [admins]})
    assert refused.json()["errorCode"] == "roles.beyond_own"
    group = {"group": "Everybody", "roleIds": [admins]}
    refused = await editor.browser.post(f"{path}/groups", json=group)
    assert refused.json()["errorCode"] == "roles.beyond_own"
    # Nor do they change who can sign in by a connection that gives more than they have.
    answer = await admin.browser.put(f"{path}/roles", json={"roleIds": [admins]})
    assert answer.status_code == 201
    assert (await admin.browser.get(f"{path}/roles")).json() == {"roleIds": [admins]}
    refused = await editor.browser.patch(path, json={"ssoEndpoint": "https://mine.example"})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.outranks_you")


async def test_groups_give_roles(admin: Person):
    made = await make(admin.browser)
    path = f"{CONFIGURATIONS}/{made['id']}/groups"
    admins, readers = await role_id(admin, "Admin"), await role_id(admin, "ReadOnly")
    body = {"group": "Engineers", "roleIds": [readers]}
    assert (await admin.browser.post(path, json=body)).status_code == 201
    again = await admin.browser.post(path, json=body)
    assert (again.status_code, again.json()["errorCode"]) == (409, "sso.group_exists")
    (group,) = (await admin.browser.get(path)).json()
    assert group == {"id": group["id"], **body}
    change = {"group": "Builders", "roleIds": [admins]}
    assert (await admin.browser.patch(f"{path}/{group['id']}", json=change)).status_code == 200
    assert (await listed(admin.browser))[0]["groups"] == [{"id": group["id"], **change}]
    assert (await admin.browser.delete(f"{path}/{group['id']}")).status_code == 200
    assert (await admin.browser.get(path)).json() == []
    gone = await admin.browser.delete(f"{path}/{group['id']}")
    assert (gone.status_code, gone.json()["errorCode"]) == (404, "sso.group_not_found")


async def test_another_account_sees_and_changes_nothing(world: World, admin: Person):
    made = await make(admin.browser)
    stranger = await world.person("Admin")
    assert await listed(stranger.browser) == []
    path = f"{CONFIGURATIONS}/{made['id']}"
    for answer in (
        await stranger.browser.patch(path, json={"enabled": False}),
        await stranger.browser.delete(path),
        await stranger.browser.get(f"{path}/roles"),
        await stranger.browser.post(f"{path}/domains", json={"domain": "their.example"}),
    ):
        assert (answer.status_code, answer.json()["errorCode"]) == (404, "sso.not_found")
    assert await listed(admin.browser) == [made]


async def test_a_deleted_connection_is_gone_and_told(admin: Person, world: World):
    made = await make(admin.browser, publicCertificate=certificate())
    assert (await admin.browser.delete(f"{CONFIGURATIONS}/{made['id']}")).status_code == 200
    assert await listed(admin.browser) == []
    actions = await audit_entries(world, admin.tenant_id)
    assert [(entry["action"], entry["severity"]) for entry in actions] == [
        ("sso_connection.created", "High"),
        ("sso_connection.deleted", "High"),
    ]


async def test_an_account_has_so_many_connections(admin: Person):
    for _ in range(20):
        await make(admin.browser)
    refused = await admin.browser.post(CONFIGURATIONS, json={})
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "sso.too_many")


async def test_addresses_of_a_provider_begin_with_https(admin: Person, db: Db):
    made = await make(admin.browser, ssoEndpoint="https://idp.example", sloEndpoint="")
    path = f"{CONFIGURATIONS}/{made['id']}"
    plain = "http://idp.example/sso"
    for body in (
        {"ssoEndpoint": plain},
        {"sloEndpoint": plain},
        {"type": "oidc", "ssoEndpoint": plain},
    ):
        for refused in (
            await admin.browser.patch(path, json=body),
            await admin.browser.post(CONFIGURATIONS, json=body),
        ):
            assert (refused.status_code, refused.json()["errorCode"]) == (400, "sso.plain_http")
    # This machine is reached without a network.
    for local in ("http://localhost:8080/sso", "http://127.0.0.1/sso"):
        assert (await admin.browser.patch(path, json={"ssoEndpoint": local})).status_code == 200
    # One of before may stay, so that the rest of the connection can be changed.
    await db.connection.execute(
        "update sso_connections set sso_endpoint = $2 where id = $1", UUID(made["id"]), plain
    )
    kept = await admin.browser.patch(path, json={"ssoEndpoint": plain, "signRequest": True})
    assert (kept.status_code, kept.json()["ssoEndpoint"]) == (200, plain)
