"""What an unmodified client asks for before and after sign-in."""

import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration

IDENTITY = "/identity/resources/configurations/v1"

ANONYMOUS = [
    "/flags",
    "/metadata?entityName=adminBox",
    "/metadata?entityName=saml",
    f"{IDENTITY}/public",
    f"{IDENTITY}/auth/strategies/public",
    "/identity/resources/sso/v2",
    "/identity/resources/sso/custom/v1",
    "/team/resources/sso/v2/configurations/public",
    f"{IDENTITY}/sign-up/strategies",
    "/vendors/public",
    f"{IDENTITY}/captcha-policy/public",
    f"{IDENTITY}/mfa-policy/allow-remember-device?mfaToken=x",
    "/.well-known/jwks.json",
]
SIGNED_IN = [
    "/identity/resources/sso/v2/authenticated",
    f"{IDENTITY}/auth/strategies",
    IDENTITY,
    f"{IDENTITY}/mfa-policy",
    f"{IDENTITY}/mfa-policy/vendor",
    "/entitlements/api/v2/user-entitlements",
]


@pytest.mark.parametrize("prefix", ["", "/frontegg"])
@pytest.mark.parametrize("path", ANONYMOUS)
async def test_boot_needs_no_token(client, prefix, path):
    answer = await client.get(prefix + path, headers={"content-type": "application/json"})
    assert answer.status_code == 200
    assert answer.json() is not None


@pytest.mark.parametrize("path", SIGNED_IN)
async def test_the_rest_needs_one(world, client, path):
    assert (await client.get(path)).status_code == 401
    assert (await (await world.person()).browser.get(path)).status_code == 200


async def test_the_public_configuration(client):
    assert (await client.get(f"{IDENTITY}/public")).json() == {
        "authStrategy": "EmailAndPassword",
        "allowSignups": True,
        "allowNotVerifiedUsersLogin": False,
        "apiTokensEnabled": True,
        "forcePermissions": True,
        "machineToMachineAuthStrategy": "ClientCredentials",
    }
    assert (await client.get(f"{IDENTITY}/auth/strategies/public")).json() == {
        "mainAuthStrategies": [{"strategy": "EmailAndPassword"}],
        "secondaryAuthStrategies": [],
    }
    assert (await client.get("/identity/resources/sso/v2")).json() == []
    assert (await client.get("/identity/resources/sso/custom/v1")).json() == {"providers": []}
    state = await client.get("/team/resources/sso/v2/configurations/public")
    assert state.status_code == 200
    assert set(state.json()) == {"isActive"}
    captcha = await client.get(f"{IDENTITY}/captcha-policy/public")
    assert captcha.json() == {"enabled": False}


async def test_the_vendor_shows_its_marks(client, world):
    assert (await client.get("/vendors/public")).json() == {
        "name": "Gatehouse",
        "whiteLabelMode": True,
    }
    await world.configure("update vendor set logo_url = 'https://x.test/l.png'")
    try:
        shown = (await client.get("/vendors/public")).json()
        assert shown["logo"] == "https://x.test/l.png"
    finally:
        await world.configure("update vendor set logo_url = null")


async def test_flags_are_on_or_off(client, world):
    await world.configure("insert into feature_flags values ('a', true), ('b', false)")
    try:
        assert (await client.get("/flags")).json() == {"a": "on", "b": "off"}
    finally:
        await world.configure("delete from feature_flags")


async def test_the_portal_shows_what_there_is(client, world):
    (row,) = (await client.get("/metadata?entityName=adminBox")).json()["rows"]
    navigation = row["configuration"]["navigation"]
    shown = {page: entry["visibility"] for page, entry in navigation.items()}
    visible = {page for page, visibility in shown.items() if visibility != "hidden"}
    assert visible == {
        *("profile", "privacy", "account", "users", "audits"),
        *("security", "allAccounts"),
    }
    assert navigation["allAccounts"] == {"visibility": "byPermissions", "featureFlag": ""}
    (saml,) = (await client.get("/metadata?entityName=saml")).json()["rows"]
    assert saml["configuration"] == {
        "acsUrl": "http://localhost:8000/auth/saml/callback",
        "spEntityId": "http://localhost:8000/auth/saml/metadata",
    }
    (audits,) = (await client.get("/metadata?entityName=audits")).json()["rows"]
    assert [column["name"] for column in audits["properties"]][:2] == ["createdAt", "email"]
    for unset in ("notifications", "nonsense"):
        assert (await client.get(f"/metadata?entityName={unset}")).json() == {"rows": []}
    await world.configure(
        "insert into metadata (entity_name, configuration) values ('adminBox', '{\"theme\": {}}')"
    )
    try:
        (row,) = (await client.get("/metadata?entityName=adminBox")).json()["rows"]
        assert row["configuration"] == {"theme": {}}
    finally:
        await world.configure("delete from metadata")
    for malformed in ("/metadata", "/metadata?entityName=%00", "/metadata?entityName=" + "a" * 101):
        assert (await client.get(malformed)).status_code == 400


async def test_the_lockout_policy_is_created_then_changed(world):
    admin = await world.person("Admin")
    path = f"{IDENTITY}/lockout-policy"
    default = {"enabled": True, "maxAttempts": 5}
    assert (await admin.browser.get(path)).json() == default
    assert (await admin.browser.get(f"{path}/vendor")).json() == default
    created = await admin.browser.post(path, json={"enabled": True, "maxAttempts": 7})
    assert created.status_code == 201
    changed = await admin.browser.patch(
        path, json={"id": created.json()["id"], "enabled": False, "maxAttempts": 9}
    )
    assert changed.status_code == 200
    assert changed.json()["id"] == created.json()["id"]
    assert (await admin.browser.get(path)).json() == changed.json()
    for bad in ({"enabled": True, "maxAttempts": 2}, {"enabled": "perhaps"}, {}):
        assert (await admin.browser.patch(path, json=bad)).status_code == 400
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert (await reader.browser.patch(path, json=default)).status_code == 403
    other = await world.person("Admin")
    assert (await other.browser.get(path)).json() == default


async def test_passkeys_are_named_while_their_flag_is_on(client, world):
    async def shown() -> object:
        await world.resources[VendorConfiguration].load()
        answer = await client.get(f"{IDENTITY}/auth/strategies/public")
        return answer.json()["secondaryAuthStrategies"]

    await world.configure("insert into feature_flags values ('show-passkeys-new', true)")
    assert await shown() == [{"strategy": "Passkeys", "isActive": True}]
    await world.configure("delete from feature_flags where name = 'show-passkeys-new'")
    assert await shown() == []
