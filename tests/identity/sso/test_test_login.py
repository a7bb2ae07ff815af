"""An administrator tries a connection and sees what was checked; no user or session is created."""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.conftest import NewClient
from tests.federation import saml_idp
from tests.federation.saml_idp import signed
from tests.identity.sso import saml_steps
from tests.identity.sso.company import POSTLOGIN, Company
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.saml_steps import IDP, Asked, bring, finish
from tests.identity.sso.steps import CONFIGURATIONS, Names, make
from tests.vendor_view import address_exists
from tests.world import Person, World

ROOT = Path(__file__).parents[3]
REFUSED = "/identity/resources/auth/v1/user/oidc/refused"


async def begin(http: httpx.AsyncClient, connection_id: str) -> dict[str, Any]:
    answer = await http.post(f"{CONFIGURATIONS}/{connection_id}/tests")
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def seen(http: httpx.AsyncClient, connection_id: str, test_id: str) -> dict[str, Any]:
    answer = await http.get(f"{CONFIGURATIONS}/{connection_id}/tests/{test_id}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def of(test: dict[str, Any], name: str) -> dict[str, Any]:
    return next(check for check in test["checks"] if check["name"] == name)


@pytest.fixture
async def saml(admin: Person, names: Names) -> saml_steps.Company:
    domain = f"{uuid4().hex[:12]}.example"
    return await saml_steps.company(admin, names, domain, enabled=False)


async def come_back(
    company: saml_steps.Company, test: dict[str, Any], pair: saml_idp.Pair = IDP, **more: Any
) -> dict[str, Any]:
    """Through the provider, and what the administrator sees then."""
    http = company.admin.browser
    asked = Asked.of(test["address"])
    root = signed(company.message("ada", asked, **more), pair)
    page = await bring(http, root, asked.state)
    over = await finish(http, page)
    assert (over.status_code, over.json()["errorCode"]) == (409, "sso.tested")
    return await seen(http, company.connection["id"], test["id"])


async def test_a_saml_connection_that_is_still_off_passes(saml: saml_steps.Company):
    test = await begin(saml.admin.browser, saml.connection["id"])
    assert (test["passed"], test["checks"]) == (None, [])
    found = await come_back(saml, test)
    assert found["passed"] is True, found
    assert of(found, "signature")["passed"]
    assert of(found, "email")["came"] == saml.at("ada")
    assert of(found, "domain")["passed"]


async def test_a_wrong_certificate_is_told_with_what_to_do(saml: saml_steps.Company):
    test = await begin(saml.admin.browser, saml.connection["id"])
    found = await come_back(saml, test, saml_idp.pair("another"))
    assert found["passed"] is False
    failed = [check for check in found["checks"] if not check["passed"]]
    assert failed[0]["name"] in {"certificate", "signature"}
    assert failed[0]["mend"]


async def test_several_faults_are_told_at_once(saml: saml_steps.Company):
    test = await begin(saml.admin.browser, saml.connection["id"])
    found = await come_back(saml, test, audience="https://other.example", name_id="x")
    assert not of(found, "audience")["passed"]
    assert of(found, "audience")["came"] == "https://other.example"
    assert of(found, "audience")["expected"] == saml.connection["spEntityId"]


async def test_an_address_of_another_domain_is_told(saml: saml_steps.Company):
    test = await begin(saml.admin.browser, saml.connection["id"])
    attributes = {saml_idp.EMAIL_CLAIM: ["ada@elsewhere.example"]}
    found = await come_back(saml, test, attributes=attributes)
    assert found["passed"] is False
    assert of(found, "domain")["came"] == "elsewhere.example"
    assert of(found, "domain")["expected"] == saml.domain


async def test_a_test_login_creates_no_user_and_no_session(
    saml: saml_steps.Company, world: World, new_client: NewClient
):
    test = await begin(saml.admin.browser, saml.connection["id"])
    await come_back(saml, test)
    assert not await address_exists(world, saml.at("ada"))
    # The answer counts no second time, and in no other browser.
    asked = Asked.of(test["address"])
    root = signed(saml.message("ada", asked), IDP)
    page = await bring(new_client(), root, asked.state)
    assert page["SAMLResponse"] == "refused"


async def test_a_trace_is_its_sessions(world: World, saml: saml_steps.Company):
    admin, connection = saml.admin, saml.connection["id"]
    test = await begin(admin.browser, connection)
    again = await world.sign_in(admin.id, admin.tenant_id, admin.email)
    other = await world.person("Admin")
    for who in (again, other):
        answer = await who.browser.get(f"{CONFIGURATIONS}/{connection}/tests/{test['id']}")
        assert (answer.status_code, answer.json()["errorCode"]) == (404, "sso.test_not_found")
    begun = await other.browser.post(f"{CONFIGURATIONS}/{connection}/tests")
    assert begun.json()["errorCode"] == "sso.not_found"


async def test_what_is_not_set_up_cannot_be_tested(admin: Person):
    made = await make(admin.browser)
    answer = await admin.browser.post(f"{CONFIGURATIONS}/{made['id']}/tests")
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.incomplete")


async def test_openid_connect_passes(company: Company, provider: CompanyProvider):
    http = company.admin.browser
    test = await begin(http, company.connection_id)
    back = provider.sign_in(test["address"], email=f"ada@{company.domain}")
    # By this the page knows a test, whose answer it hands on although a user is signed in.
    assert back["state"].startswith("test.")
    answer = await http.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "sso.tested")
    found = await seen(http, company.connection_id, test["id"])
    assert found["passed"] is True
    assert [check["name"] for check in found["checks"]][:3] == ["answer", "discovery", "tokens"]


@pytest.mark.parametrize(
    ("claims", "name"),
    [
        ({"iss": "https://other.example"}, "issuer"),
        ({"aud": "another client"}, "audience"),
        ({"exp": 1}, "time"),
        ({"nonce": "another"}, "request"),
        ({"sub": ""}, "subject"),
        ({"email": None}, "email"),
        ({"email_verified": False}, "email"),
    ],
)
async def test_each_fault_of_an_id_token_has_its_line(
    company: Company, provider: CompanyProvider, claims: dict[str, Any], name: str
):
    http = company.admin.browser
    test = await begin(http, company.connection_id)
    back = provider.sign_in(test["address"], **{"email": f"ada@{company.domain}", **claims})
    await http.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})
    found = await seen(http, company.connection_id, test["id"])
    (failed,) = [check for check in found["checks"] if not check["passed"]]
    assert failed["name"] == name
    assert failed["mend"]
    assert found["passed"] is False


def test_the_portal_has_advice_for_what_the_server_names():
    checks = (ROOT / "web/packages/admin-portal/src/sso/checks.ts").read_text()
    shown = set(re.findall(r"^  '(\w+)',", checks.partition("CODES = [")[2], re.MULTILINE))
    sources = "".join(path.read_text() for path in (ROOT / "src/gatehouse/identity").rglob("*.py"))
    assert shown
    assert {code for code in shown if f'"{code}"' not in sources} == set()


async def test_tokens_that_are_too_large_are_named_as_such(
    company: Company, provider: CompanyProvider
):
    http = company.admin.browser
    test = await begin(http, company.connection_id)
    claims = {"email": f"ada@{company.domain}", "groups": ["g" * 1000] * 300}
    back = provider.sign_in(test["address"], **claims)
    await http.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})
    line = of(await seen(http, company.connection_id, test["id"]), "tokens")
    assert (line["passed"], line["code"]) == (False, "answer_too_large")
    assert "256 KiB" in line["came"]


async def test_a_provider_that_is_away_has_failed_at_once(
    company: Company, provider: CompanyProvider
):
    provider.issuer = "https://gone.idp.example"
    await company.change(ssoEndpoint=provider.issuer, oidcSecret="for the new one")
    provider.away = True
    test = await begin(company.admin.browser, company.connection_id)
    assert (test["passed"], test["address"]) == (False, None)
    assert not of(test, "discovery")["passed"]


async def test_a_refusal_of_the_provider_is_told(company: Company, new_client: NewClient):
    http = company.admin.browser
    test = await begin(http, company.connection_id)
    state = httpx.URL(test["address"]).params["state"]
    body = {"state": state, "error": "access_denied", "errorDescription": "Not assigned"}
    stranger = await new_client().post(REFUSED, json=body)
    assert (stranger.status_code, stranger.json()["errorCode"]) == (401, "sso.failed")
    assert (await http.post(REFUSED, json=body)).json()["errorCode"] == "sso.tested"
    found = await seen(http, company.connection_id, test["id"])
    assert of(found, "answer")["came"] == "access_denied: Not assigned"
    assert found["passed"] is False
    assert (await http.post(REFUSED, json=body)).status_code == 401
