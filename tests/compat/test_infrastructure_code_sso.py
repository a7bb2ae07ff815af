"""Single sign-on of an account, as infrastructure code applies it: it makes and changes connections for the
account that its body names, and reads and deletes them with the account in a header."""

import base64
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.kit.names import NameServers
from gatehouse.kit.resources import Resources
from tests.audit_log import audit_entries
from tests.backend import Backend, new_backend, restored_backend
from tests.compat.infrastructure_code import ACCOUNT, Infrastructure, read
from tests.identity.sso.steps import Names, add_domain, certificate, listed, make, own_domain
from tests.world import World

V1, V2 = "/team/resources/sso/v1/configurations", "/team/resources/sso/v2/configurations"
RULES = f"{V1}/domains"
PEM = certificate()
DER = "".join(PEM.splitlines()[1:-1])


def in_base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


# As the code sends it; what is empty it leaves out.
SAML: dict[str, Any] = {
    "enabled": True,
    "ssoEndpoint": "https://idp.example.com/sso",
    "publicCertificate": in_base64(PEM),
    "signRequest": False,
    "type": "saml",
    "overrideActiveTenant": False,
    "skipEmailDomainValidation": False,
}
OIDC: dict[str, Any] = {
    "enabled": True,
    "ssoEndpoint": "https://idp.example.com",
    "signRequest": False,
    "type": "oidc",
    "oidcClientId": "umbrella",
    "oidcSecret": "s3cret",
    "overrideActiveTenant": True,
    "skipEmailDomainValidation": False,
}
# What the code compares although it is not in every body.
COMPARED = {
    "spEntityId": "", "oidcClientId": "", "oidcSecret": "", "subAccountAccessLimit": 0, "idpClientId": "",
    "idpClientSecret": "",
}  # fmt: skip


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
def code(backend: Backend, client: httpx.AsyncClient) -> Infrastructure:
    return Infrastructure.of(client, backend)


@pytest.fixture
def names(resources: Resources) -> Iterator[Names]:
    before, ours = resources[NameServers], Names()
    resources.add(NameServers, ours)
    yield ours
    resources.add(NameServers, before)


@pytest.fixture
async def account(world: World) -> UUID:
    return await world.tenant()


async def create(code: Infrastructure, account: UUID, **body: object) -> dict[str, Any]:
    made: dict[str, Any] = await code.call("POST", V2, {"tenantId": str(account), **SAML, **body})
    return made


async def known(code: Infrastructure, account: UUID) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await code.call("GET", V1, account=account)
    return found


# One long line is longer than PEM's 64 letters, and has no line at its end.
PINNED = [in_base64(PEM), in_base64(PEM.strip()), DER, in_base64(PEM + certificate())]


@pytest.mark.parametrize("pinned", PINNED, ids=["pem", "stripped", "der", "two"])
async def test_a_connection_is_read_as_it_was_given(
    code: Infrastructure, account: UUID, pinned: str
):
    made = await create(code, account, publicCertificate=pinned)
    wanted = {**COMPARED, **SAML, "publicCertificate": pinned}
    assert read(made, wanted) == wanted
    assert await known(code, account) == [made]
    assert made["acsUrl"].endswith("/auth/saml/callback")
    for field in ("id", "createdAt", "updatedAt"):
        assert made[field]
    changed = {
        **SAML, "enabled": False, "signRequest": True, "spEntityId": "urn:umbrella",
        "publicCertificate": pinned, "overrideActiveTenant": True,
    }  # fmt: skip
    await code.call("PATCH", f"{V2}/{made['id']}", {"tenantId": str(account), **changed})
    [after] = await known(code, account)
    assert read(after, changed) == changed
    await code.call("DELETE", f"{V1}/{made['id']}", account=account)
    assert await known(code, account) == []
    answer = await code.ask("DELETE", f"{V1}/{made['id']}", **{ACCOUNT: str(account)})
    assert answer.status_code == 404


async def test_a_certificate_that_changed_in_the_portal_is_told_as_it_is(
    code: Infrastructure, world: World
):
    admin = await world.person("Admin")
    made = await create(code, admin.tenant_id)
    other = certificate()
    answer = await admin.browser.patch(f"{V1}/{made['id']}", json={"publicCertificate": other})
    assert answer.status_code == 200
    [now] = await known(code, admin.tenant_id)
    assert now["publicCertificate"] == in_base64(other)


async def test_the_account_reads_its_connection_as_before(code: Infrastructure, world: World):
    admin = await world.person("Admin")
    await create(code, admin.tenant_id)
    [shown] = await listed(admin.browser)
    assert shown["publicCertificate"] == PEM
    assert shown["spEntityId"].endswith("/auth/saml/metadata")


async def test_an_openid_secret_is_told_to_who_may_see_secrets_alone(
    code: Infrastructure, world: World, client: httpx.AsyncClient, account: UUID
):
    body = {"tenantId": str(account), **OIDC}
    made = await code.call("POST", V2, body)
    assert made["oidcSecret"] == ""
    assert [one["oidcSecret"] for one in await known(code, account)] == [""]
    seeing = Infrastructure.of(client, await new_backend(world, ["vendor.*", "vendor.see.secrets"]))
    [told] = await known(seeing, account)
    assert read(told, {**COMPARED, **OIDC}) == {**COMPARED, **OIDC}
    changed = await seeing.call("PATCH", f"{V2}/{made['id']}", {**body, "oidcSecret": "another"})
    assert changed["oidcSecret"] == "another"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"skipEmailDomainValidation": True}, "skipEmailDomainValidation: cannot be turned on"),
        ({"subAccountAccessLimit": 2}, "subAccountAccessLimit: is not supported"),
        ({"idpClientId": "x"}, "idpClientId: is not supported"),
        ({"publicCertificate": "bm90IG9uZQ=="}, "not a certificate"),
        ({"publicCertificate": ""}, "publicCertificate"),
    ],
)
async def test_what_would_not_be_honest_or_safe_is_refused(
    code: Infrastructure, account: UUID, body: dict[str, object], says: str
):
    status, text = await code.refusal("POST", V2, {"tenantId": str(account), **SAML, **body})
    assert status == 400
    assert says in text
    assert await known(code, account) == []


async def test_a_connection_is_made_in_an_account_that_there_is(code: Infrastructure):
    status, _ = await code.refusal("POST", V2, {"tenantId": str(uuid4()), **SAML})
    assert status == 404


async def test_a_connection_is_changed_in_its_own_account_alone(
    code: Infrastructure, account: UUID, world: World
):
    made, other = await create(code, account), await world.tenant()
    body = {"tenantId": str(other), **SAML, "enabled": False}
    assert (await code.refusal("PATCH", f"{V2}/{made['id']}", body))[0] == 404
    assert (await known(code, account))[0]["enabled"] is True


async def test_it_takes_the_permission_to_change_accounts(
    world: World, account: UUID, client: httpx.AsyncClient
):
    reading = Infrastructure.of(client, await new_backend(world, ["vendor.read.*"]))
    assert (await reading.refusal("POST", V2, {"tenantId": str(account), **SAML}))[0] == 403
    assert await known(reading, account) == []


async def test_what_was_done_is_in_the_accounts_audit(
    code: Infrastructure, backend: Backend, world: World, account: UUID
):
    await create(code, account)
    rows = await audit_entries(world, account)
    assert [row["action"] for row in rows] == ["sso_connection.created"]


async def test_a_domain_counts_while_the_vendor_vouches_for_it(code: Infrastructure, account: UUID):
    made, domain = await create(code, account), f"{uuid4().hex[:12]}.example"
    path = f"{V1}/{made['id']}/domains"
    added = await code.call("POST", path, {"domain": domain}, account=account)
    assert (added["domain"], added["validated"]) == (domain, False)
    assert added["txtRecord"]
    status, text = await code.refusal("POST", path, {"domain": domain}, account=account)
    assert (status, "already" in text) == (409, True)
    force = f"{RULES}/{domain}/force-validate"
    for validated in (True, True, False, False, True, False):
        body = {"validated": validated, "tenantId": str(account)}
        answer = await code.call("PUT", force, body)
        assert answer["validated"] is validated
        [row] = (await known(code, account))[0]["domains"]
        assert row == {**added, "validated": validated, "missingSince": None}
    await code.call("DELETE", f"{path}/{added['id']}", account=account)
    assert (await known(code, account))[0]["domains"] == []


async def test_what_the_account_has_proved_itself_stays_proved(
    code: Infrastructure, world: World, names: Names
):
    admin, domain = await world.person("Admin"), f"{uuid4().hex[:12]}.example"
    await own_domain(admin.browser, names, (await make(admin.browser))["id"], domain)
    body = {"validated": False, "tenantId": str(admin.tenant_id)}
    told = await code.call("PUT", f"{RULES}/{domain}/force-validate", body)
    assert told["validated"] is True
    assert (await listed(admin.browser))[0]["domains"][0]["validated"]


async def test_a_domain_of_several_accounts_stays_verified(code: Infrastructure, world: World):
    domain = f"{uuid4().hex[:12]}.example"
    force = f"{RULES}/{domain}/force-validate"
    assert (await code.refusal("PUT", force, {"validated": False}))[0] == 404
    for _ in range(2):
        admin = await world.person("Admin")
        await add_domain(admin.browser, (await make(admin.browser))["id"], domain)
    assert (await code.refusal("PUT", force, {"validated": False}))[0] == 409


async def test_a_group_gives_roles(code: Infrastructure, account: UUID, backend: Backend):
    made = await create(code, account)
    roles = (await backend.http.get("/identity/resources/roles/v1")).json()
    ids = sorted(role["id"] for role in roles[:2])
    path = f"{V1}/{made['id']}/groups"
    group = await code.call("POST", path, {"group": "engineers", "roleIds": ids}, account=account)
    assert sorted(group["roleIds"]) == ids
    assert await code.call("GET", path, account=account) == [group]
    changed = {"group": "developers", "roleIds": ids[:1]}
    await code.call("PATCH", f"{path}/{group['id']}", changed, account=account)
    assert await code.call("GET", path, account=account) == [{"id": group["id"], **changed}]
    await code.call("DELETE", f"{path}/{group['id']}", account=account)
    assert await code.call("GET", path, account=account) == []


@pytest.mark.parametrize("allowed", [True, False])
async def test_the_rules_of_domains_are_read_as_they_were_set(code: Infrastructure, allowed: bool):
    rules = {
        "allowVerifiedUsersToAddDomains": allowed,
        "skipDomainVerification": False,
        "bypassDomainCrossValidation": False,
    }
    await code.call("PUT", RULES, rules)
    assert await code.call("GET", RULES) == rules
