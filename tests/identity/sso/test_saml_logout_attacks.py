"""Forged logout requests end no session."""

import base64
import zlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote_plus
from uuid import uuid4

import pytest
from lxml import etree

from gatehouse.identity.sso.logout import idp_initiated
from gatehouse.kit.rate_limit import RateLimit
from tests.federation.saml_idp import DS, SAML, SAMLP
from tests.federation.saml_leaving import (
    RSA_PSS_SHA256,
    RSA_SHA1,
    RSA_SHA256,
    Leave,
    by_form,
    by_query,
)
from tests.identity.sso.saml_logout_steps import (
    ELSEWHERE,
    HERE,
    MALLORY,
    SLO,
    Somebody,
    leave,
    sent,
)
from tests.identity.sso.saml_logout_steps import acme as acme
from tests.identity.sso.saml_steps import IDP, Company
from tests.world import World

WRONG: dict[str, Callable[[Leave], str]] = {
    "nobody signed it": lambda m: by_query(m.element(), None),
    "somebody else signed it": lambda m: by_query(m.element(), MALLORY),
    "by SHA-1": lambda m: by_query(m.element(), IDP, algorithm=RSA_SHA1),
    "another padding is named": lambda m: by_query(m.element(), IDP).replace(
        quote_plus(RSA_SHA256), quote_plus(RSA_PSS_SHA256)
    ),
    "another algorithm is named": lambda m: by_query(m.element(), IDP).replace("sha256", "sha512"),
    "no algorithm is known": lambda m: by_query(m.element(), IDP, algorithm="urn:mine"),
    "a state was added": lambda m: by_query(m.element(), IDP) + "&RelayState=x",
    "the state was taken out": lambda m: by_query(m.element(), IDP, relay_state="x").replace(
        "&RelayState=x", ""
    ),
    "two messages": lambda m: by_query(m.element(), IDP) + "&SAMLResponse=eJw=",
    "the message twice": lambda m: (
        by_query(m.but(name_id="id of bob").element(), None) + "&" + by_query(m.element(), IDP)
    ),
    "another message beside it": lambda m: (
        by_query(m.element(), IDP) + "&" + by_query(m.element(), None)
    ),
    "another provider": lambda m: by_query(m.but(issuer="https://evil.example").element(), IDP),
    "no provider": lambda m: by_query(m.but(issuer="").element(), IDP),
    "for another address": lambda m: by_query(m.but(destination=f"{HERE}/x").element(), IDP),
    "for no address": lambda m: by_query(m.changed(f' Destination="{HERE}"', "").element(), IDP),
    "too old": lambda m: by_query(m.but(at=m.at - timedelta(minutes=9)).element(), IDP),
    "from the future": lambda m: by_query(m.but(at=m.at + timedelta(minutes=9)).element(), IDP),
    "no time": lambda m: by_query(m.changed("IssueInstant=", "Other=").element(), IDP),
    "over": lambda m: by_query(
        m.changed(' Version="2.0"', ' Version="2.0" NotOnOrAfter="2020-01-01T00:00:00Z"').element(),
        IDP,
    ),
    "another version": lambda m: by_query(m.changed('"2.0"', '"1.1"').element(), IDP),
    "nobody is named": lambda m: by_query(
        m.changed("<saml:NameID>id of ada</saml:NameID>", "").element(), IDP
    ),
    "two are named": lambda m: by_query(
        m.but(more="<saml:NameID>id of bob</saml:NameID>").element(), IDP
    ),
    "a comment in the name": lambda m: by_query(
        m.but(name_id="id of ada<!-- -->.evil").element(), IDP
    ),
    "an element in the name": lambda m: by_query(m.but(name_id="id of ada<x/>").element(), IDP),
    "no id": lambda m: by_query(m.changed(f'ID="{m.id}"', 'Id=""').element(), IDP),
    "a request in a request": lambda m: by_query(
        m.but(more=f'<samlp:LogoutRequest xmlns:samlp="{SAMLP}" ID="_2"/>').element(), IDP
    ),
    "an answer for a request": lambda m: by_query(m.answer("_1"), IDP),
    "no XML": lambda _: "SAMLRequest=eJw%3D",
    "a bomb": lambda _: "SAMLRequest=" + bomb(),
    "nothing": lambda _: "",
}


def bomb() -> str:
    packer = zlib.compressobj(wbits=-15, level=9)
    packed = packer.compress(b"<a>" + b" " * 20_000_000) + packer.flush()
    return quote_plus(base64.b64encode(packed))


@pytest.mark.parametrize("what", WRONG)
async def test_an_address_that_proves_nothing(acme: Company, world: World, what: str):
    ada = await Somebody(world, acme).comes_in()
    answer = await sent(world, WRONG[what](leave(acme)))
    assert answer.status_code == 400, answer.headers
    assert answer.json()["errorCode"] == "sso.logout_refused"
    assert await ada.is_in()


def nested(request: Leave) -> Any:
    """The signed request within a forged one, and its signature moved out (signature wrapping)."""
    original = request.but(name_id="id of somebody").element()
    by_form(original, IDP)
    forged = request.but(id="_forged").element()
    signature = original.find(f"{{{DS}}}Signature")
    forged.insert(1, signature)
    etree.SubElement(forged, f"{{{SAMLP}}}Extensions").append(original)
    return forged


def in_an_object(request: Leave) -> Any:
    original = request.but(name_id="id of somebody").element()
    by_form(original, IDP)
    forged = request.but(id="_forged").element()
    signature = original.find(f"{{{DS}}}Signature")
    forged.insert(1, signature)
    etree.SubElement(signature, f"{{{DS}}}Object").append(original)
    return forged


def same_id(request: Leave) -> Any:
    original = request.but(name_id="id of somebody").element()
    by_form(original, IDP)
    forged = request.element()
    forged.insert(1, original.find(f"{{{DS}}}Signature"))
    return forged


def changed_after(request: Leave) -> Any:
    element = request.but(name_id="id of somebody").element()
    by_form(element, IDP)
    element.find(f"{{{SAML}}}NameID").text = "id of ada"
    return element


def two_signatures(request: Leave) -> Any:
    element = request.element()
    by_form(element, IDP)
    other = request.element()
    by_form(other, MALLORY)
    element.insert(1, other.find(f"{{{DS}}}Signature"))
    return element


def by_mallory(request: Leave) -> Any:
    element = request.element()
    by_form(element, MALLORY)
    return element


WRAPPED = [nested, in_an_object, same_id, changed_after, two_signatures, by_mallory, Leave.element]


@pytest.mark.parametrize("attack", WRAPPED, ids=lambda each: each.__name__)
async def test_a_form_that_proves_nothing(acme: Company, world: World, attack):
    ada = await Somebody(world, acme).comes_in()
    form = by_form(attack(leave(acme)), None)
    answer = await world.new_client().post(SLO, data=form, headers=ELSEWHERE)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "sso.logout_refused")
    assert await ada.is_in()


async def test_a_form_with_both_or_neither(world: World):
    for form in ({}, {"SAMLRequest": "x", "SAMLResponse": "y"}, {"SAMLRequest": "%"}):
        answer = await world.new_client().post(SLO, data={"RelayState": "x", **form})
        assert answer.status_code == 400


async def test_what_cannot_be_read_is_counted_before_it_is_read(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        idp_initiated, "SAML_MESSAGES", RateLimit(f"saml.logout.{uuid4().hex}", 2, 5)
    )
    browser = world.new_client()
    nonsense = {"SAMLRequest": base64.b64encode(b"<no>").decode()}
    said = [
        (await browser.post(SLO, data=nonsense, headers=ELSEWHERE)).status_code,
        (await browser.get(SLO, params=nonsense)).status_code,
        (await browser.post(SLO, data=nonsense, headers=ELSEWHERE)).status_code,
    ]
    assert said == [400, 400, 429]
