"""Single logout: a sign-out at the provider ends the session here, and the other way round."""

import asyncio
import base64
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import httpx
import pytest
from lxml import etree, html

from tests.audit_log import audit_entries
from tests.federation.saml_idp import SAML, SAMLP, pair, signature_holds
from tests.federation.saml_leaving import (
    RSA_PSS_SHA256,
    RSA_SHA256,
    by_form,
    by_query,
)
from tests.federation.test_saml_metadata import MD
from tests.identity.browser import later
from tests.identity.oauth_steps import AUTHORIZE, asking, exchange
from tests.identity.sso.saml_logout_steps import (
    AT_PROVIDER,
    ELSEWHERE,
    HERE,
    MALLORY,
    PAGE,
    SLO,
    Somebody,
    leave,
    message_of,
    our_certificate,
    sent,
)
from tests.identity.sso.saml_logout_steps import acme as acme
from tests.identity.sso.saml_steps import IDP, Company, company
from tests.identity.sso.steps import Names
from tests.world import Db, Person, World


@pytest.mark.parametrize("binding", [RSA_SHA256, RSA_PSS_SHA256, "form"])
async def test_signed_out_at_the_provider(acme: Company, world: World, binding: str):
    ada = await Somebody(world, acme).comes_in()
    bob = await Somebody(world, acme, who="bob").comes_in()
    request = leave(acme)
    if binding != "form":
        query = by_query(request.element(), IDP, relay_state="back", algorithm=binding)
        answer = await sent(world, query)
    else:
        form = by_form(request.element(), IDP, relay_state="back")
        answer = await world.new_client().post(SLO, data=form, headers=ELSEWHERE)
    root, state = await message_of(ada.http, answer, "SAMLResponse")
    assert root.tag == f"{{{SAMLP}}}LogoutResponse"
    assert (root.get("InResponseTo"), state) == (request.id, "back")
    assert root.get("Destination") == AT_PROVIDER
    assert root.findtext(f"{{{SAML}}}Issuer") == acme.connection["spEntityId"]
    assert root.find(f".//{{{SAMLP}}}StatusCode").get("Value").endswith(":Success")
    assert not await ada.is_in()
    assert await bob.is_in()


async def test_only_the_session_that_is_named_ends(acme: Company, world: World):
    at_work = await Somebody(world, acme, index="_work").comes_in()
    later(seconds=1)
    at_home = await Somebody(world, acme, index="_home").comes_in()
    request = leave(acme, indexes=("_work", "_other"))
    assert (await sent(world, by_query(request.element(), IDP))).status_code == 303
    assert not await at_work.is_in()
    assert await at_home.is_in()
    assert (await sent(world, by_query(leave(acme).element(), IDP))).status_code == 303
    assert not await at_home.is_in()


async def test_another_way_in_is_not_the_providers_to_end(acme: Company, world: World):
    ada = await Somebody(world, acme).comes_in()
    user_id = UUID((await ada.http.get("/identity/resources/users/v2/me")).json()["id"])
    other = await world.sign_in(user_id, acme.tenant_id, acme.at("ada"))
    assert (await sent(world, by_query(leave(acme).element(), IDP))).status_code == 303
    assert not await ada.is_in()
    assert (await other.browser.get("/identity/resources/users/v2/me")).status_code == 200


async def test_a_provider_without_an_address_gets_no_answer(acme: Company, world: World):
    ada = await Somebody(world, acme).comes_in()
    await acme.change(sloEndpoint="")
    answer = await sent(world, by_query(leave(acme).element(), IDP))
    assert urlsplit(answer.headers["location"]).path == "/oauth/account/login"
    assert not await ada.is_in()


async def test_the_answer_may_have_to_be_a_form(acme: Company, world: World):
    await Somebody(world, acme).comes_in()
    await acme.change(sloByPost=True)
    answer = await sent(world, by_query(leave(acme).element(), IDP, relay_state="b&ck"))
    [form] = html.fromstring(answer.text).forms
    assert form.action == AT_PROVIDER
    values = dict(form.form_values())
    root = etree.fromstring(base64.b64decode(values["SAMLResponse"]))
    assert values["RelayState"] == "b&ck"
    assert signature_holds(root, await our_certificate(world.new_client()))


async def test_one_provider_may_serve_several_companies(acme: Company, world: World, names: Names):
    admin = await world.person("Admin")
    entity = acme.connection["idpEntityId"]
    beta = await company(
        admin, names, f"{uuid4().hex[:12]}.example", idpEntityId=entity, sloEndpoint=AT_PROVIDER
    )
    ada, eve = await Somebody(world, acme).comes_in(), await Somebody(world, beta).comes_in()
    assert (await sent(world, by_query(leave(acme).element(), IDP))).status_code == 303
    assert not await ada.is_in()
    assert not await eve.is_in()


async def test_whose_session_began_with_a_second_factor_is_out_too(
    acme: Company, world: World, db: Db
):
    """Which of the provider's sessions it was is not known then, so each of them ends it."""
    ada = await Somebody(world, acme).comes_in()
    user_id = UUID((await ada.http.get("/identity/resources/users/v2/me")).json()["id"])
    await db.connection.execute(
        "update saml_sessions set session_id = null where user_id = $1", user_id
    )
    request = leave(acme, indexes=("_another",))
    assert (await sent(world, by_query(request.element(), IDP))).status_code == 303
    assert not await ada.is_in()


async def test_a_request_counts_once(acme: Company, world: World):
    await Somebody(world, acme).comes_in()
    query = by_query(leave(acme).element(), IDP)
    answers = await asyncio.gather(*(sent(world, query) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [303, 400, 400, 400, 400]
    later(seconds=1)
    again = await Somebody(world, acme).comes_in()
    assert (await sent(world, query)).status_code == 400
    assert await again.is_in()
    refused = await audit_entries(world, acme.tenant_id, "sso.logout_refused")
    assert {entry["json"]["check"] for entry in refused} == {"replay"}


async def test_a_request_of_another_companys_provider(acme: Company, world: World, names: Names):
    """A company's provider ends no session of another company, whatever name it sends."""
    admin = await world.person("Admin")
    domain, other = f"{uuid4().hex[:12]}.example", pair("idp of mallory")
    entity = f"https://{uuid4().hex[:12]}.example"
    await company(admin, names, domain, other, idpEntityId=entity, sloEndpoint=AT_PROVIDER)
    ada = await Somebody(world, acme).comes_in()
    for issuer in (entity, acme.connection["idpEntityId"]):
        query = by_query(leave(acme, issuer=issuer).element(), other)
        await sent(world, query)
        assert await ada.is_in()


async def test_signed_out_here(acme: Company, world: World):
    ada = await Somebody(world, acme, index="_work").comes_in()
    answer = await ada.http.get(
        "/oauth/logout",
        params={"post_logout_redirect_uri": "http://localhost:8000/", "state": "s"},
        headers={"origin": "http://localhost:8000", **PAGE},
    )
    assert urlsplit(answer.headers["location"]).path == "/oauth/account/logout"  # asked first
    root, state, done = await signed_out(ada)
    assert root.tag == f"{{{SAMLP}}}LogoutRequest"
    assert root.findtext(f"{{{SAML}}}Issuer") == acme.connection["spEntityId"]
    assert root.findtext(f"{{{SAML}}}NameID") == "id of ada"
    assert root.findtext(f"{{{SAMLP}}}SessionIndex") == "_work"
    assert "max-age=0" in done.headers["set-cookie"].lower()
    assert not await ada.is_in()
    query = by_query(
        leave(acme).answer(root.get("ID")), IDP, kind="SAMLResponse", relay_state=state
    )
    back = await ada.http.get(f"{SLO}?{query}")
    assert back.headers["location"] == "http://localhost:8000/?state=s"
    # The state counts once.
    again = await ada.http.get(f"{SLO}?{query}")
    assert urlsplit(again.headers["location"]).path == "/oauth/account/login"


async def signed_out(person: Somebody) -> tuple[Any, str, httpx.Response]:
    """By an application that shows who it is about."""
    hint = await id_token(person)
    query = {
        "id_token_hint": hint,
        "post_logout_redirect_uri": "http://localhost:8000/",
        "state": "s",
    }
    answer = await person.http.get("/oauth/logout", params=query, headers=PAGE)
    root, state = await message_of(person.http, answer, "SAMLRequest")
    return root, state, answer


async def id_token(person: Somebody) -> str:
    answer = await person.http.get(AUTHORIZE, params=asking(person.world))
    code = parse_qs(urlsplit(answer.headers["location"]).query)["code"][0]
    token: str = (await exchange(person.world, code)).json()["id_token"]
    return token


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        ("somebody else signed it", "signature"),
        ("nobody signed it", "signature"),
        ("it answers another request", "request"),
        ("it says no", "status"),
        ("from another provider", "issuer"),
    ],
)
async def test_whatever_the_provider_answers_they_are_out_here_and_go_on(
    acme: Company, world: World, fault: str, check: str
):
    ada = await Somebody(world, acme).comes_in()
    root, state, _ = await signed_out(ada)
    message = leave(acme)
    if fault == "from another provider":
        message = message.but(issuer="https://evil.example")
    status = "urn:oasis:names:tc:SAML:2.0:status:Responder"
    element = message.answer(
        "_other" if fault == "it answers another request" else root.get("ID"),
        *([status] if fault == "it says no" else []),
    )
    keys = {"somebody else signed it": MALLORY, "nobody signed it": None}
    query = by_query(element, keys.get(fault, IDP), kind="SAMLResponse", relay_state=state)
    back = await ada.http.get(f"{SLO}?{query}")
    assert back.headers["location"] == "http://localhost:8000/?state=s"
    [refused] = await audit_entries(world, acme.tenant_id, "sso.logout_refused")
    assert refused["json"]["check"] == check


async def test_a_strangers_answer_leads_nowhere(acme: Company, world: World):
    element = leave(acme).answer("_1")
    query = by_query(element, MALLORY, kind="SAMLResponse", relay_state="https://evil.example/")
    answer = await sent(world, query)
    assert answer.headers["location"].endswith("/oauth/account/login")


async def test_clients_that_ask_in_the_background_are_not_sent_away(acme: Company, world: World):
    ada = await Somebody(world, acme).comes_in()
    answer = await ada.http.get("/oauth/logout", headers={"sec-fetch-mode": "cors"})
    assert answer.status_code == 200
    assert not await ada.is_in()


async def test_who_signs_out_in_the_background_is_told_the_way_to_the_provider(
    acme: Company, world: World
):
    ada = await Somebody(world, acme, index="_work").comes_in()
    page = "http://localhost:8000/oauth/portal/profile"
    done = await ada.http.post("/identity/resources/auth/v1/logout", params={"page": page})
    assert done.status_code == 201
    assert not await ada.is_in()
    way = done.json()["redirectUrl"]
    root, state = await message_of(ada.http, await ada.http.get(way, headers=PAGE), "SAMLRequest")
    assert root.tag == f"{{{SAMLP}}}LogoutRequest"
    assert root.findtext(f"{{{SAML}}}NameID") == "id of ada"
    assert root.findtext(f"{{{SAMLP}}}SessionIndex") == "_work"
    answered = leave(acme).answer(root.get("ID"))
    query = by_query(answered, IDP, kind="SAMLResponse", relay_state=state)
    assert (await ada.http.get(f"{SLO}?{query}")).headers["location"] == page
    again = await ada.http.get(way, headers=PAGE)
    assert urlsplit(again.headers["location"]).path == "/oauth/account/login"


async def test_metadata_says_where_and_brings_where(acme: Company, admin: Person):
    answer = await admin.browser.get("/auth/saml/metadata")
    found = etree.fromstring(answer.content).iter(f"{MD}SingleLogoutService")
    assert {(each.get("Binding").rpartition(":")[2], each.get("Location")) for each in found} == {
        ("HTTP-Redirect", HERE),
        ("HTTP-POST", HERE),
    }
    assert acme.connection["sloUrl"] == HERE
