"""What the vendor says of single sign-on holds for every account."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from email.message import EmailMessage
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, restored_backend
from tests.conftest import NewClient
from tests.identity.sso.company import PRELOGIN, Company
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.steps import (
    CONFIGURATIONS,
    Names,
    add_domain,
    listed,
    make,
    own_domain,
    validate,
)
from tests.world import Person, World

RULES, SHARED = f"{CONFIGURATIONS}/domains", f"{CONFIGURATIONS}/multiple-sso-per-domain"
EXCLUDED = f"{CONFIGURATIONS}/excluded-emails"
OIDC = "/team/resources/sso/v1/oidc/configurations"
LOGIN = "/identity/resources/auth/v1/user"
RunJobs = Callable[[], Awaitable[None]]
Say = Callable[..., Awaitable[httpx.Response]]


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
def say(backend: Backend, resources: Resources) -> Say:
    """A call of the vendor's backend, in force at once."""

    async def call(method: str, path: str, **body: object) -> httpx.Response:
        answer = await backend.http.request(method, path, json=body or None)
        await resources[VendorConfiguration].load()
        return answer

    return call


def code_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    found = re.search(r"\b[A-Z2-9]{10}\b", body.get_content() if body else "")
    assert found
    return found[0]


async def test_settings_are_the_vendors(admin: Person):
    for method, path in (
        ("GET", RULES), ("PUT", RULES), ("GET", SHARED), ("PUT", SHARED), ("GET", EXCLUDED),
        ("POST", EXCLUDED), ("DELETE", f"{EXCLUDED}/a@b.example"), ("POST", OIDC),
        ("PUT", f"{RULES}/acme.example/force-validate"),
    ):  # fmt: skip
        answer = await admin.browser.request(method, path, json={})
        assert answer.status_code == 401, (method, path)


async def test_no_domain_counts_without_a_proof(say: Say):
    assert (await say("GET", RULES)).json() == {
        "allowVerifiedUsersToAddDomains": False,
        "skipDomainVerification": False,
        "bypassDomainCrossValidation": False,
    }
    for name in ("skipDomainVerification", "bypassDomainCrossValidation"):
        answer = await say("PUT", RULES, **{name: True})
        assert answer.status_code == 400
        assert "validated" in answer.json()["errors"][0]


async def test_an_administrators_verified_address_validates_its_domain(
    world: World, names: Names, say: Say
):
    domain = f"{uuid4().hex[:12]}.example"
    tenant_id = await world.tenant()
    user_id, email = await world.member(tenant_id, "Admin", address=f"ada@{domain}")
    admin = await world.sign_in(user_id, tenant_id, email)
    connection = (await make(admin.browser))["id"]
    own = await add_domain(admin.browser, connection, domain)
    other = await add_domain(admin.browser, connection, f"other-{domain}")
    assert (await validate(admin.browser, connection, own["id"])).status_code == 400
    changed = await say("PUT", RULES, allowVerifiedUsersToAddDomains=True)
    assert (changed.status_code, changed.json()["allowVerifiedUsersToAddDomains"]) == (201, True)
    assert (await validate(admin.browser, connection, own["id"])).status_code == 200
    assert (await validate(admin.browser, connection, other["id"])).status_code == 400


async def test_the_vendor_vouches_for_a_domain(world: World, admin: Person, names: Names, say: Say):
    domain = f"{uuid4().hex[:12]}.example"
    force = f"{RULES}/{domain}/force-validate"
    unknown = await say("PUT", force)
    assert (unknown.status_code, unknown.json()["errorCode"]) == (404, "sso.unknown_domain")
    await own_domain(admin.browser, names, (await make(admin.browser))["id"], domain)
    other = await world.person("Admin")
    await add_domain(other.browser, (await make(other.browser))["id"], domain)
    several = await say("PUT", force)
    assert (several.status_code, several.json()["errorCode"]) == (409, "sso.domain_ambiguous")
    forced = await say("PUT", force, tenantId=str(other.tenant_id))
    assert (forced.status_code, forced.json()["validated"]) == (200, True)
    assert (await listed(other.browser))[0]["domains"][0]["validated"]
    assert not (await listed(admin.browser))[0]["domains"][0]["validated"]


async def test_the_domain_of_a_deleted_account_is_free_again(
    world: World, admin: Person, names: Names, say: Say, run_jobs: RunJobs
):
    domain = f"{uuid4().hex[:12]}.example"
    await own_domain(admin.browser, names, (await make(admin.browser))["id"], domain)
    other = await world.person("Admin")
    connection = (await make(other.browser))["id"]
    added = await add_domain(other.browser, connection, domain)
    names.records[domain].append(added["txtRecord"])
    assert (await validate(other.browser, connection, added["id"])).status_code == 409
    gone = await say("DELETE", f"/tenants/resources/tenants/v1/{admin.tenant_id}")
    assert gone.status_code == 200
    await run_jobs()
    assert (await validate(other.browser, connection, added["id"])).status_code == 200


async def test_two_accounts_have_one_domain_only_where_the_vendor_lets_them(
    world: World,
    company: Company,
    names: Names,
    say: Say,
    provider: CompanyProvider,
    new_client: NewClient,
):
    other = await world.person("Admin")
    theirs = (await make(other.browser, **provider.connection))["id"]
    added = await add_domain(other.browser, theirs, company.domain)
    names.records[company.domain].append(added["txtRecord"])
    assert (await validate(other.browser, theirs, added["id"])).status_code == 409
    changed = await say("PUT", SHARED, active=True)
    assert changed.json() == {
        "active": True, "unspecifiedTenantStrategy": "BLOCK", "useActiveTenant": False
    }  # fmt: skip
    assert (await validate(other.browser, theirs, added["id"])).status_code == 200

    async def goes(**named: object) -> int:
        body = {"email": f"user@{company.domain}", **named}
        return (await new_client().post(PRELOGIN, json=body)).status_code

    assert await goes() == 404
    assert await goes(tenantId=str(other.tenant_id)) == 200
    await say("PUT", SHARED, unspecifiedTenantStrategy="FIRST_CREATED")
    assert await goes() == 200
    await say("PUT", SHARED, unspecifiedTenantStrategy="BLOCK", useActiveTenant=True)
    assert await goes() == 404
    await world.member(other.tenant_id, address=f"user@{company.domain}")
    assert await goes() == 200
    # No third one once it is switched off; who has it keeps it.
    await say("PUT", SHARED, active=False)
    third = await world.person("Admin")
    more = (await make(third.browser))["id"]
    late = await add_domain(third.browser, more, company.domain)
    names.records[company.domain].append(late["txtRecord"])
    assert (await validate(third.browser, more, late["id"])).status_code == 409
    assert (await listed(other.browser))[0]["domains"][0]["validated"]


async def test_excluded_people_need_no_company(
    world: World, company: Company, say: Say, new_client: NewClient
):
    email = f"ada@{company.domain}"
    await world.member(company.admin.tenant_id, address=email)
    await company.change(enforced=True)
    browser, typed = new_client(), {"email": email, "password": "whatever it is"}

    async def refusal() -> str:
        return str((await browser.post(LOGIN, json=typed)).json()["errorCode"])

    assert await refusal() == "sso.required"
    added = await say("POST", EXCLUDED, email=f" {email.upper()} ")
    assert (added.status_code, added.json()) == (201, {"email": email})
    assert (await say("POST", EXCLUDED, email=email)).status_code == 201
    assert {"email": email} in (await say("GET", EXCLUDED)).json()
    assert await refusal() == "ER-01013"
    assert (await browser.post(PRELOGIN, json={"email": email})).status_code == 404
    assert (await say("DELETE", f"{EXCLUDED}/{email}")).status_code == 200
    assert (await say("DELETE", f"{EXCLUDED}/{email}")).json()["errorCode"] == "sso.not_excluded"
    assert await refusal() == "sso.required"
    assert (await say("POST", EXCLUDED, email="nobody")).status_code == 400


async def test_openid_connect_can_be_switched_off(
    company: Company, say: Say, new_client: NewClient
):
    email = f"user@{company.domain}"
    assert (await say("POST", OIDC, active=False)).json()["active"] is False
    http = company.admin.browser
    assert (await http.get(OIDC)).json()["active"] is False
    gone = await new_client().post(PRELOGIN, json={"email": email})
    assert gone.status_code == 404
    off = await http.patch(company.path, json={"enabled": True})
    assert (off.status_code, off.json()["errorCode"]) == (409, "sso.oidc_off")
    back = "https://product.example/signed-in"
    assert (await say("POST", OIDC, active=True, redirectUri=back)).json()["redirectUri"] == back
    assert (await http.get(OIDC)).json() == {"active": True, "redirectUri": back}
    assert "product.example%2Fsigned-in" in await company.send(new_client(), email)
    ours = await say("POST", OIDC, active=True, redirectUri="")
    assert ours.json()["redirectUri"].endswith("/account/oidc/callback")


async def test_a_posted_answer_goes_to_the_page(client: httpx.AsyncClient):
    answer = await client.post(
        "/auth/oidc/callback",
        data={"code": "a&b", "state": "s"},
        headers={"origin": "https://idp.example", "sec-fetch-site": "cross-site"},
    )
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("/account/oidc/callback?code=a%26b&state=s")
    refused = {"error": "access_denied", "state": "s", "iss": "https://idp.example"}
    told = (await client.post("/auth/oidc/callback", data=refused)).headers["location"]
    assert told.endswith("?error=access_denied&state=s&iss=https%3A%2F%2Fidp.example")
    assert (await client.post("/auth/oidc/callback", data={"code": "a"})).status_code == 400


async def test_a_mailed_code_validates_a_domain(
    world: World, admin: Person, names: Names, run_jobs: RunJobs
):
    http, domain = admin.browser, f"{uuid4().hex[:12]}.example"
    connection = (await make(http))["id"]
    added = await add_domain(http, connection, domain)
    path = f"{CONFIGURATIONS}/{connection}/domains/{added['id']}/validate/email"
    assert (await http.put(path)).json() == {"sentTo": f"postmaster@{domain}"}
    assert (await http.put(path, json={"mailbox": "ceo"})).status_code == 400
    await run_jobs()
    (mail,) = world.mails(f"postmaster@{domain}")
    code = code_of(mail)
    wrong = await http.put(f"{path}/code", json={"code": "AAAAAAAAAA"})
    assert (wrong.status_code, wrong.json()["errorCode"]) == (400, "sso.domain_code_wrong")
    assert (await http.put(f"{path}/code", json={"code": code.lower()})).status_code == 200
    assert (await listed(http))[0]["domains"][0]["validated"]
    # Once; and who shows a record takes it over.
    assert (await http.put(f"{path}/code", json={"code": code})).status_code == 400
    other = await world.person("Admin")
    await own_domain(other.browser, names, (await make(other.browser))["id"], domain)
    assert not (await listed(http))[0]["domains"][0]["validated"]


async def test_a_mailed_code_takes_nothing_from_anybody(
    world: World, company: Company, run_jobs: RunJobs
):
    other = await world.person("Admin")
    theirs = (await make(other.browser))["id"]
    added = await add_domain(other.browser, theirs, company.domain)
    path = f"{CONFIGURATIONS}/{theirs}/domains/{added['id']}/validate/email"
    await other.browser.put(path, json={"mailbox": "admin"})
    await run_jobs()
    (mail,) = world.mails(f"admin@{company.domain}")
    code = code_of(mail)
    taken = await other.browser.put(f"{path}/code", json={"code": code})
    assert (taken.status_code, taken.json()["errorCode"]) == (409, "sso.domain_taken")


@pytest.mark.parametrize(
    ("path", "begins"),
    [("sp-metadata", "<?xml"), ("sp-certificate", "-----BEGIN CERTIFICATE-----")],
)
async def test_files_for_the_provider(admin: Person, path: str, begins: str):
    answer = await admin.browser.get(f"/team/resources/sso/v1/saml/configurations/{path}")
    assert answer.status_code == 200
    assert answer.text.startswith(begins)
    assert "attachment" in answer.headers["content-disposition"]
