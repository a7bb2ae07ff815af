"""Identity providers that take requests by HTTP-POST only, and times without a zone."""

import base64
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import pytest
from lxml import etree, html

from tests.conftest import NewClient
from tests.federation.saml_idp import metadata, pair, signed
from tests.identity.sso import saml_steps
from tests.identity.sso.saml_steps import IDP, PRELOGIN, bring, finish, me
from tests.identity.sso.steps import CONFIGURATIONS, Names
from tests.world import Person


@pytest.fixture
async def company(admin: Person, names: Names) -> saml_steps.Company:
    return await saml_steps.company(admin, names, f"{uuid4().hex[:12]}.example")


async def form_at(browser: httpx.AsyncClient, address: str) -> tuple[str, dict[str, str]]:
    """Where the page that this address shows posts to, and what."""
    parts = urlsplit(address)
    assert (parts.hostname, parts.path) == ("localhost", "/auth/saml/request")
    page = await browser.get(f"{parts.path}?{parts.query}")
    assert page.status_code == 200, page.text
    [form] = html.fromstring(page.text).forms
    return form.action, dict(form.form_values())


async def test_metadata_with_http_post_only(company: saml_steps.Company):
    """The sign-in address is taken over with its binding, and one by HTTP-Redirect is preferred."""
    path = f"{CONFIGURATIONS}/{company.connection['id']}/metadata"
    for binding, is_post in (("HTTP-POST", True), ("HTTP-Redirect", False)):
        text = metadata(
            saml_steps.ENTITY, "https://idp.acme.example/sso/x", pair("idp"), binding=binding
        )
        answer = await company.admin.browser.put(path, json={"metadata": text.decode()})
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert (told["ssoByPost"], told["ssoEndpoint"]) == (
            is_post,
            "https://idp.acme.example/sso/x",
        )


@pytest.mark.parametrize("signs", [True, False])
async def test_a_request_is_posted_and_its_answer_signs_in(
    company: saml_steps.Company, new_client: NewClient, *, signs: bool
):
    await company.change(ssoByPost=True, signRequest=signs)
    browser = new_client()
    begun = await browser.post(PRELOGIN, json={"email": company.at("ada")})
    address, fields = await form_at(browser, begun.json()["address"])
    assert address == "https://idp.acme.example/sso"
    root = etree.fromstring(base64.b64decode(fields["SAMLRequest"]))
    assert (root.find("{http://www.w3.org/2000/09/xmldsig#}Signature") is not None) == signs
    asked = saml_steps.Asked(root, fields["RelayState"], {})
    page = await bring(browser, signed(company.message("ada", asked), IDP), asked.state)
    assert (await me(browser, await finish(browser, page)))["email"] == company.at("ada")


async def test_a_test_login_is_posted(company: saml_steps.Company):
    await company.change(ssoByPost=True, enabled=False)
    http = company.admin.browser
    path = f"{CONFIGURATIONS}/{company.connection['id']}/tests"
    test = (await http.post(path)).json()
    _, fields = await form_at(http, test["address"])
    root = etree.fromstring(base64.b64decode(fields["SAMLRequest"]))
    asked = saml_steps.Asked(root, fields["RelayState"], {})
    await bring(http, signed(company.message("ada", asked), IDP), asked.state)
    seen = (await http.get(f"{path}/{test['id']}")).json()
    assert seen["passed"] is True, seen


async def test_no_form_without_a_sign_in_that_waits(
    company: saml_steps.Company, new_client: NewClient
):
    browser = new_client()
    begun = await browser.post(PRELOGIN, json={"email": company.at("ada")})
    state = httpx.URL(begun.json()["address"]).params["RelayState"]
    for given in (state, "x" * 43):  # of a connection by HTTP-Redirect, and of none
        answer = await browser.get("/auth/saml/request", params={"state": given})
        assert answer.status_code == 303
        assert httpx.URL(answer.headers["location"]).params["SAMLResponse"] == "refused"


async def test_times_without_a_zone_are_in_utc(company: saml_steps.Company, new_client: NewClient):
    browser = new_client()
    asked = await saml_steps.ask(browser, company.at("ada"))
    message = company.message("ada", asked).changed('Z"', '"')
    page = await bring(browser, signed(message, IDP), asked.state)
    assert (await me(browser, await finish(browser, page)))["email"] == company.at("ada")


async def test_metadata_valid_until_without_a_zone(company: saml_steps.Company):
    text = metadata(saml_steps.ENTITY, "https://idp.acme.example/sso", pair("idp")).decode()
    path = f"{CONFIGURATIONS}/{company.connection['id']}/metadata"
    for until, status in (("2031-01-01T00:00:00", 200), ("2020-01-01T00:00:00", 400)):
        body = {"metadata": text.replace("entityID=", f'validUntil="{until}" entityID=')}
        answer = await company.admin.browser.put(path, json=body)
        assert answer.status_code == status, answer.text
