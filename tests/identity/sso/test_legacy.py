"""Clients of earlier years see one connection with one domain."""

from uuid import uuid4

from tests.identity.sso.steps import Names, certificate, listed, make
from tests.world import Person

SAML = "/team/resources/sso/v1/saml/configurations"
GROUPS = "/team/resources/sso/v2/saml/configurations/groups"


async def test_nothing_is_set_up_yet(admin: Person):
    http = admin.browser
    answer = await http.get(SAML)
    assert (answer.json()["enabled"], "domain" in answer.json()) == (False, False)
    assert (await http.get(f"{SAML}/roles/default")).json() == {"roleIds": []}
    assert (await http.get(GROUPS)).json() == []
    assert (await http.post(GROUPS, json={"group": "A"})).json()["errorCode"] == "sso.not_found"
    oidc = await http.get("/team/resources/sso/v1/oidc/configurations")
    assert oidc.status_code == 201
    assert oidc.json() == {
        "active": True, "redirectUri": "http://localhost:8000/account/oidc/callback"
    }  # fmt: skip


async def test_one_form_makes_and_changes_the_connection(admin: Person, names: Names):
    http, domain = admin.browser, f"{uuid4().hex[:12]}.example"
    body = {
        "enabled": True, "domain": domain, "ssoEndpoint": "https://idp.example/sso",
        "publicCertificate": certificate(), "signRequest": False,
    }  # fmt: skip
    saved = (await http.post(SAML, json=body)).json()
    assert saved["enabled"] is True
    assert (saved["domain"], saved["validated"]) == (domain, False)
    again = (await http.post(SAML, json=saved | {"signRequest": True})).json()
    assert again["signRequest"] is True
    (row,) = await listed(http)
    assert [one["domain"] for one in row["domains"]] == [domain]
    names.records[domain] = [saved["generatedVerification"]]
    validated = await http.put("/team/resources/sso/v1/saml/validations/domain")
    assert validated.json()["validated"] is True
    addresses = (await http.get(f"{SAML}/vendor-config")).json()
    assert addresses == {"acsUrl": row["acsUrl"], "spEntityId": row["spEntityId"]}


async def test_roles_and_groups_are_those_of_the_first_connection(admin: Person):
    http = admin.browser
    await make(http)
    roles = (await http.get("/identity/resources/roles/v1")).json()
    reader = next(role["id"] for role in roles if role["key"] == "ReadOnly")
    assert (await http.post(f"{SAML}/roles/default", json={"roleIds": [reader]})).status_code == 200
    assert (await http.get(f"{SAML}/roles/default")).json() == {"roleIds": [reader]}
    await http.post(GROUPS, json={"group": "A", "roleIds": [reader]})
    (group,) = (await http.get(GROUPS)).json()
    await http.patch(f"{GROUPS}/{group['id']}", json={"group": "B", "roleIds": []})
    assert (await listed(http))[0]["groups"] == [{"id": group["id"], "group": "B", "roleIds": []}]
    assert (await http.delete(f"{GROUPS}/{group['id']}")).status_code == 200
    assert (await http.get(GROUPS)).json() == []
