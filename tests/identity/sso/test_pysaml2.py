"""A company whose SAML provider is pysaml2, which shares no code with this server."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from lxml import etree
from saml2.response import IncorrectlySigned
from saml2.xmldsig import DIGEST_SHA1, SIG_RSA_SHA1

from tests.federation.pysaml2_idp import TRIPLE_DES, Pysaml2
from tests.federation.saml_idp import pair
from tests.identity.sso.saml_steps import PRELOGIN, Company, bring, finish, me
from tests.identity.sso.steps import CONFIGURATIONS, Names, own_domain
from tests.identity.sso.the_other_side import Sent, reasons
from tests.world import Person, World


@pytest.fixture
def there(tmp_path: Path) -> Pysaml2:
    url = f"https://{uuid4().hex[:12]}.idp.example"
    return Pysaml2(f"{url}/metadata", url, pair("pysaml2"), tmp_path)


@pytest.fixture
async def acme(admin: Person, names: Names, there: Pysaml2) -> Company:
    """Set up as administrators do it: each side is given the other's metadata."""
    made = await admin.browser.post(
        f"{CONFIGURATIONS}/metadata", json={"metadata": there.metadata()}
    )
    assert made.status_code == 201, made.text
    assert made.json()["signRequest"] is True
    domain = f"{uuid4().hex[:12]}.example"
    found = Company(admin, made.json(), domain)
    await own_domain(admin.browser, names, found.connection["id"], domain)
    await found.change(enabled=True)
    ours = await admin.browser.get(f"{CONFIGURATIONS}/{found.connection['id']}/sp-metadata")
    there.trust(ours.text)
    return found


async def answered(
    world: World, acme: Company, there: Pysaml2, **how: Any
) -> tuple[Any, dict[str, str]]:
    """A browser that was sent there and came back: it, and what the page is given."""
    browser = world.new_client()
    asked = await browser.post(PRELOGIN, json={"email": acme.at("ada")})
    sent = Sent.by(asked)
    message = there.answer(acme.at("ada"), there.asked(sent.query), **how)
    return browser, await bring(browser, etree.fromstring(message), sent.state)


SIGNED: list[dict[str, Any]] = [
    {"sign_assertion": True},
    {"sign_response": True},
    {"sign_assertion": True, "sign_response": True},
    {"sign_assertion": True, "encrypt_assertion": True, "encrypted_advice_attributes": False},
    {"sign_response": True, "encrypt_assertion": True, "encrypted_advice_attributes": False},
]


@pytest.mark.parametrize("how", SIGNED, ids=[" and ".join(one) for one in SIGNED])
async def test_a_user_signs_in_through_pysaml2(
    world: World, acme: Company, there: Pysaml2, how: dict[str, Any]
):
    browser, page = await answered(world, acme, there, **how)
    person = await me(browser, await finish(browser, page))
    assert (person["email"], person["name"]) == (acme.at("ada"), "Ada Example")
    assert person["tenantId"] == str(acme.tenant_id)


async def test_pysaml2_checks_our_signature(world: World, acme: Company, there: Pysaml2):
    asked = await world.new_client().post(PRELOGIN, json={"email": acme.at("ada")})
    sent = Sent.by(asked)
    assert there.asked(sent.query)["destination"] == acme.connection["acsUrl"]
    with pytest.raises(IncorrectlySigned):
        there.asked({**sent.query, "RelayState": ["another"]})


async def test_begun_at_the_provider(world: World, acme: Company, there: Pysaml2):
    def message() -> Any:
        ours = acme.connection
        text = there.unasked(
            acme.at("ada"), ours["spEntityId"], ours["acsUrl"], sign_assertion=True
        )
        return etree.fromstring(text)

    assert (await bring(world.new_client(), message()))["SAMLResponse"] == "refused"
    await acme.change(idpInitiated=True)
    browser = world.new_client()
    person = await me(browser, await finish(browser, await bring(browser, message())))
    assert person["email"] == acme.at("ada")


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("signature", {}),
    ("algorithm", {"sign_assertion": True, "sign_alg": SIG_RSA_SHA1}),
    ("algorithm", {"sign_assertion": True, "digest_alg": DIGEST_SHA1}),
    ("destination", {"sign_assertion": True, "destination": "https://elsewhere.example/acs"}),
    ("audience", {"sign_assertion": True, "sp_entity_id": "https://elsewhere.example"}),
    ("request", {"sign_assertion": True, "in_response_to": "_another"}),
]


@pytest.mark.parametrize(("reason", "how"), REFUSED)
async def test_what_is_refused(
    world: World, acme: Company, there: Pysaml2, reason: str, how: dict[str, Any]
):
    _, page = await answered(world, acme, there, **how)
    assert page["SAMLResponse"] == "refused"
    assert await reasons(world, acme.tenant_id) == [f"sso_saml_{reason}"]


async def test_what_it_encrypts_with_by_itself_is_too_weak(
    world: World, acme: Company, there: Pysaml2
):
    """Triple DES, which NIST has taken out of use at the end of 2023."""
    there.server.sec.crypto.content = TRIPLE_DES
    _, page = await answered(world, acme, there, sign_assertion=True, encrypt_assertion=True)
    assert page["SAMLResponse"] == "refused"
    assert await reasons(world, acme.tenant_id) == ["sso_saml_encryption"]


async def test_another_key_of_the_provider(world: World, acme: Company, there: Pysaml2):
    """It changed its certificate without telling us."""
    there.key = pair("pysaml2, new")
    ours = await acme.admin.browser.get(f"{CONFIGURATIONS}/{acme.connection['id']}/sp-metadata")
    there.trust(ours.text)
    _, page = await answered(world, acme, there, sign_assertion=True)
    assert page["SAMLResponse"] == "refused"
    path = f"{CONFIGURATIONS}/{acme.connection['id']}/metadata"
    changed = await acme.admin.browser.put(path, json={"metadata": there.metadata()})
    assert changed.status_code == 200, changed.text
    browser, page = await answered(world, acme, there, sign_assertion=True)
    assert (await finish(browser, page)).status_code == 200
