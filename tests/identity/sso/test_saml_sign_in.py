"""People come in through their company's SAML provider, which libxmlsec plays."""

import asyncio
from datetime import timedelta
from urllib.parse import parse_qs
from uuid import uuid4

import pytest
from cryptography import x509
from lxml import etree

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.federation import saml_idp
from tests.federation.saml_idp import encoded, pair, signed
from tests.federation.test_saml_metadata import MD
from tests.identity.sso.saml_steps import (
    ACS,
    ENTITY,
    IDP,
    POSTLOGIN,
    Company,
    ask,
    bring,
    company,
    finish,
    me,
)
from tests.identity.sso.steps import CONFIGURATIONS, Names
from tests.vendor_view import identities_of
from tests.world import Person, World


@pytest.fixture
async def acme(admin: Person, names: Names) -> Company:
    return await company(admin, names, f"{uuid4().hex[:12]}.example")


async def test_a_new_user_starts_at_the_product(acme: Company, world: World):
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    page = await bring(browser, signed(acme.message("ada", asked), IDP), asked.state)
    assert page["RelayState"] == asked.state
    signed_in = await finish(browser, page)
    assert "fe_refresh_" in signed_in.headers["set-cookie"]
    person = await me(browser, signed_in)
    assert (person["email"], person["name"]) == (acme.at("ada"), "Ada Example")
    assert (person["tenantId"], person["provider"]) == (str(acme.tenant_id), "saml")
    assert person["verified"] is True


async def test_people_go_on_at_the_page_that_the_vendor_says(acme: Company, world: World):
    page = "https://app.acme.example/#/account/saml/callback"
    await world.configure(
        "insert into metadata (entity_name, configuration, properties, created_at, updated_at)"
        " values ('saml', $1, '[]', now(), now())",
        {"redirectUri": page},
    )
    try:
        browser = world.new_client()
        asked = await ask(browser, acme.at("ada"))
        answer = await browser.post(
            ACS,
            data={
                "SAMLResponse": encoded(signed(acme.message("ada", asked), IDP)),
                "RelayState": asked.state,
            },
        )
    finally:
        await world.configure("delete from metadata where entity_name = 'saml'")
    target, _, query = answer.headers["location"].partition("?")
    assert target == page
    told = {name: value for name, [value] in parse_qs(query).items()}
    assert told["RelayState"] == asked.state
    assert (await me(browser, await finish(browser, told)))["email"] == acme.at("ada")


async def test_a_known_person_comes_again(acme: Company, world: World):
    user_id, _ = await world.member(acme.tenant_id, "ReadOnly", address=acme.at("ada"))
    for _ in range(2):
        browser = world.new_client()
        asked = await ask(browser, acme.at("ada"))
        page = await bring(browser, signed(acme.message("ada", asked), IDP), asked.state)
        person = await me(browser, await finish(browser, page))
        assert person["id"] == str(user_id)


async def test_a_changed_address_at_the_provider_is_still_the_same_person(
    acme: Company, world: World
):
    found = []
    for attributes in ({"mail": [acme.at("ada")]}, {"mail": [acme.at("ada.new")]}):
        browser = world.new_client()
        asked = await ask(browser, acme.at("ada"))
        message = acme.message("ada", asked, attributes=attributes)
        page = await bring(browser, signed(message, IDP), asked.state)
        found.append((await me(browser, await finish(browser, page)))["id"])
    assert found[0] == found[1]


async def test_a_user_starts_at_the_provider_where_that_is_allowed(acme: Company, world: World):
    browser = world.new_client()
    assert (await finish(browser, await bring(browser, signed(acme.message("ada"), IDP)))).json()[
        "errorCode"
    ] == "sso.failed"
    await acme.change(idpInitiated=True)
    page = await bring(browser, signed(acme.message("ada"), IDP), "https://evil.example/")
    assert (await me(browser, await finish(browser, page)))["email"] == acme.at("ada")
    # A known one too.
    later = acme.message("ada", assertion_id="_later")
    page = await bring(world.new_client(), signed(later, IDP))
    assert (await me(browser, await finish(browser, page)))["email"] == acme.at("ada")


async def test_an_encrypted_answer_for_our_published_key(acme: Company, world: World):
    browser = world.new_client()
    text = await browser.get("/auth/saml/metadata")
    assert text.headers["content-type"] == "application/samlmetadata+xml"
    root = etree.fromstring(text.content)
    assert root.get("entityID") == acme.connection["spEntityId"]
    found = [
        key.findtext(".//{http://www.w3.org/2000/09/xmldsig#}X509Certificate")
        for key in root.iter(f"{MD}KeyDescriptor")
        if key.get("use") == "encryption"
    ]
    pem = f"-----BEGIN CERTIFICATE-----\n{found[0]}\n-----END CERTIFICATE-----\n"
    ours = x509.load_pem_x509_certificate(pem.encode())
    asked = await ask(browser, acme.at("ada"))
    message = saml_idp.encrypted(signed(acme.message("ada", asked), IDP), ours)
    assert b"@" not in etree.tostring(message)
    person = await me(browser, await finish(browser, await bring(browser, message, asked.state)))
    assert person["email"] == acme.at("ada")


async def test_requests_are_signed_where_the_provider_wants_that(acme: Company, world: World):
    assert "Signature" not in (await ask(world.new_client(), acme.at("ada"))).query
    await acme.change(signRequest=True)
    asked = await ask(world.new_client(), acme.at("ada"))
    assert asked.query["SigAlg"] == ["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"]
    assert asked.query["Signature"]
    path = f"{CONFIGURATIONS}/{acme.connection['id']}/sp-metadata"
    answer = await acme.admin.browser.get(path)
    assert b'AuthnRequestsSigned="true"' in answer.content


async def test_certificates_change_with_an_overlap(acme: Company, world: World):
    new = pair("idp, new")
    both = acme.connection["publicCertificate"] + new.certificate_pem.decode()

    async def comes_in(key: saml_idp.Pair) -> int:
        browser = world.new_client()
        asked = await ask(browser, acme.at("ada"))
        page = await bring(browser, signed(acme.message("ada", asked), key), asked.state)
        return (await finish(browser, page)).status_code

    assert (await comes_in(IDP), await comes_in(new)) == (200, 401)
    await acme.change(publicCertificate=both)
    assert (await comes_in(IDP), await comes_in(new)) == (200, 200)
    await acme.change(publicCertificate=new.certificate_pem.decode())
    assert (await comes_in(IDP), await comes_in(new)) == (401, 200)


async def test_an_answer_counts_once(acme: Company, world: World):
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    root = signed(acme.message("ada", asked), IDP)
    page = await bring(browser, root, asked.state)
    assert (await bring(browser, root, asked.state))["SAMLResponse"] == "refused"
    answers = await asyncio.gather(*(finish(browser, page) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, *[401] * 7]


async def test_an_unsolicited_response_counts_once(acme: Company, world: World):
    await acme.change(idpInitiated=True)
    root = signed(acme.message("ada"), IDP)
    pages = [await bring(world.new_client(), root) for _ in range(3)]
    assert [page["SAMLResponse"] == "refused" for page in pages] == [False, True, True]


async def test_an_answer_counts_only_in_the_browser_that_asked(acme: Company, world: World):
    """A user with a session of another account would not notice."""
    mallory, ada = world.new_client(), world.new_client()
    asked = await ask(mallory, acme.at("mallory"))
    page = await bring(mallory, signed(acme.message("mallory", asked), IDP), asked.state)
    await ask(ada, acme.at("ada"))
    assert (await finish(ada, page)).json()["errorCode"] == "sso.failed"
    assert (await finish(mallory, page)).status_code == 200


async def test_an_answer_to_another_sign_in(acme: Company, world: World):
    browser = world.new_client()
    first, second = [await ask(browser, acme.at("ada")) for _ in range(2)]
    page = await bring(browser, signed(acme.message("ada", first), IDP), second.state)
    assert page["SAMLResponse"] == "refused"


async def test_an_answer_that_comes_too_late(acme: Company, world: World):
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    page = await bring(browser, signed(acme.message("ada", asked), IDP), asked.state)
    clock.advance_clock(timedelta(minutes=6))
    assert (await finish(browser, page)).status_code == 401


async def test_addresses_of_other_domains_are_not_the_providers_to_give(
    acme: Company, world: World
):
    eve = f"{uuid4().hex[:12]}@other.example"
    user_id, _ = await world.member(await world.tenant("Other"), address=eve)
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    message = acme.message("eve", asked, attributes={"mail": [eve]})
    refused = await finish(browser, await bring(browser, signed(message, IDP), asked.state))
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")
    assert await identities_of(world, user_id) == []


async def test_another_tenants_provider_cannot_answer(acme: Company, world: World, names: Names):
    """Each connection has its own certificates, although all have one name and one address of ours."""
    other_key = pair("idp of the other")
    admin = await world.person("Admin")
    other = await company(
        admin,
        names,
        f"{uuid4().hex[:12]}.example",
        other_key,
        idpEntityId="https://idp.other.example",
    )
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    forged = other.message("ada", asked, attributes={"mail": [acme.at("ada")]})
    assert (await bring(browser, signed(forged, other_key), asked.state))[
        "SAMLResponse"
    ] == "refused"


async def test_a_connection_that_is_switched_off_in_between(acme: Company, world: World):
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    page = await bring(browser, signed(acme.message("ada", asked), IDP), asked.state)
    await acme.change(enabled=False)
    assert (await finish(browser, page)).status_code == 401


async def test_what_failed_is_on_record(acme: Company, world: World):
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    wrong = acme.message("ada", asked, audience="https://elsewhere.example")
    page = await bring(browser, signed(wrong, IDP), asked.state)
    refused = await finish(browser, page)
    assert refused.json()["errorCode"] == "sso.failed"
    assert "audience" not in refused.text
    [failed] = await audit_entries(world, acme.tenant_id, "user.failed_authentication")
    assert failed["json"]["reason"] == "sso_saml_audience"


async def test_the_name_of_the_provider_is_learned_where_it_is_not_configured(
    admin: Person, names: Names, world: World
):
    """Clients of old send only an address and a certificate."""
    acme = await company(admin, names, f"{uuid4().hex[:12]}.example", idpEntityId="")

    async def comes_in(entity_id: str) -> int:
        browser = world.new_client()
        asked = await ask(browser, acme.at("ada"))
        message = acme.message("ada", asked, entity_id=entity_id)
        page = await bring(browser, signed(message, IDP), asked.state)
        return (await finish(browser, page)).status_code

    assert await comes_in(ENTITY) == 200
    assert await comes_in("https://another-customer-of-the-same-provider.example") == 401
    assert await comes_in(ENTITY) == 200


async def test_a_products_own_server_takes_the_answer(acme: Company, world: World):
    """Then the page brings the provider's own message."""
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    message = encoded(signed(acme.message("ada", asked), IDP))
    body = {"SAMLResponse": message, "RelayState": asked.state}
    assert (await browser.post(POSTLOGIN, json=body)).status_code == 200
    assert (await browser.post(POSTLOGIN, json=body)).status_code == 401


async def test_groups_give_roles(acme: Company, world: World):
    roles = (await acme.admin.browser.get("/identity/resources/roles/v1")).json()
    role = next(one for one in roles if one["key"] == "ReadOnly")
    path = f"{CONFIGURATIONS}/{acme.connection['id']}/groups"
    body = {"group": "Auditors", "roleIds": [role["id"]]}
    assert (await acme.admin.browser.post(path, json=body)).status_code == 201
    browser = world.new_client()
    asked = await ask(browser, acme.at("ada"))
    attributes = {"mail": [acme.at("ada")], "groups": ["Auditors", "Others"]}
    message = acme.message("ada", asked, attributes=attributes)
    page = await bring(browser, signed(message, IDP), asked.state)
    person = await me(browser, await finish(browser, page))
    assert role["id"] in [one["id"] for one in person["roles"]]


@pytest.mark.parametrize("body", [{}, {"SAMLResponse": ""}, {"SAMLResponse": "x" * 800_000}])
async def test_posts_that_are_no_answers(client, body):
    assert (await client.post("/auth/saml/callback", data=body)).status_code == 400
    assert (await client.post(POSTLOGIN, json=body)).status_code == 400


async def test_other_paths_are_not_open_to_pages_from_elsewhere(client):
    headers = {"origin": "https://idp.acme.example"}
    answer = await client.post(POSTLOGIN, json={"SAMLResponse": "x"}, headers=headers)
    assert answer.json()["errorCode"] == "origin.forbidden"
