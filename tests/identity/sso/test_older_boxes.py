"""SAML as the sign-in boxes of 4.42 and 5.79 go through it: they fetch no session, and only renew."""

import asyncio
import re
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit import clock
from tests.compat.public_client import OLD_HEADERS, PRODUCT, REFRESH
from tests.conftest import ORIGIN
from tests.federation.saml_idp import encoded, pair, signed
from tests.identity.sso.saml_steps import ACS, IDP, Asked, Company, company, finish
from tests.identity.sso.steps import Names
from tests.world import Db, Person, World

FIRST = "/identity/resources/auth/v1/user/saml/prelogin"
SECOND = "/identity/resources/auth/v2/user/sso/prelogin"
FINISH = "/auth/saml/finish"
BOXES = [
    pytest.param(FIRST, OLD_HEADERS, "/account/login", "/account/oidc/callback", id="4.42"),
    pytest.param(SECOND, {}, "/account/saml/callback", "/account/saml/callback", id="5.79"),
]


@pytest.fixture
async def acme(admin: Person, names: Names) -> Company:
    return await company(admin, names, f"{uuid4().hex[:12]}.example")


class Box:
    """A page of the product with the box in it, and the browser that shows it."""

    def __init__(
        self, browser: httpx.AsyncClient, call: str = SECOND, headers: dict[str, str] | None = None
    ) -> None:
        self.browser, self.call = browser, call
        self.headers = {"origin": PRODUCT, **(headers or {})}

    async def ask(self, email: str) -> Asked:
        answer = await self.browser.post(
            f"/frontegg{self.call}", json={"email": email}, headers=self.headers
        )
        assert answer.status_code == 200, answer.text
        return Asked.of(answer.json()["address"])

    async def arrive(self, root: Any, state: str) -> str:
        """With the provider's answer; where the browser is sent then."""
        return await brought(self.browser, root, state)

    async def follow(self, address: str) -> httpx.Response:
        return await self.browser.get(address)

    async def renew(self) -> httpx.Response:
        return await self.browser.post(f"/frontegg{REFRESH}", headers=self.headers)

    async def come_back(self, acme: Company, who: str, **more: Any) -> httpx.Response:
        """The whole way, up to the page that the product's browser is sent to."""
        asked = await self.ask(acme.at(who))
        root = signed(acme.message(who, asked, **more), IDP)
        return await self.follow(await self.arrive(root, asked.state))


async def brought(browser: httpx.AsyncClient, root: Any, state: str) -> str:
    answer = await browser.post(
        ACS,
        data={"SAMLResponse": encoded(root), "RelayState": state},
        headers={"origin": "https://idp.acme.example", "sec-fetch-site": "cross-site"},
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def page_of(answer: httpx.Response) -> str:
    assert answer.status_code == 303, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return answer.headers["location"].partition("?")[0]


def error_of(answer: httpx.Response) -> str:
    return parse_qs(urlsplit(answer.headers["location"]).query)["samlerrors"][0]


async def is_nobody(box: Box) -> bool:
    return (await box.renew()).status_code == 401


@pytest.mark.parametrize(("call", "headers", "page", "failed"), BOXES)
async def test_who_comes_back_is_signed_in(
    acme: Company, world: World, call: str, headers: dict[str, str], page: str, failed: str
):
    box = Box(world.new_client(), call, headers)
    answer = await box.come_back(acme, "ada")
    assert answer.headers["location"] == PRODUCT + page
    renewed = await box.renew()
    assert renewed.status_code == 201
    token = {"authorization": f"Bearer {renewed.json()['accessToken']}"}
    me = (await box.browser.get("/identity/resources/users/v2/me", headers=token)).json()
    assert (me["email"], me["tenantId"]) == (acme.at("ada"), str(acme.tenant_id))


@pytest.mark.parametrize(("call", "headers", "page", "failed"), BOXES)
async def test_what_failed_is_told_as_the_box_reads_it(
    acme: Company, world: World, call: str, headers: dict[str, str], page: str, failed: str
):
    box = Box(world.new_client(), call, headers)
    answer = await box.come_back(acme, "ada", audience="https://elsewhere.example")
    assert page_of(answer) == PRODUCT + failed
    assert "Sign-in with your company failed" in error_of(answer)
    answer = await box.come_back(acme, "ada", attributes={"mail": ["ada@other.example"]})
    assert page_of(answer) == PRODUCT + failed
    assert error_of(answer) == "This single sign-on connection does not cover your email address"
    assert await is_nobody(box)


@pytest.mark.parametrize(
    ("call", "page", "reached"),
    [
        (SECOND, "/#/account/saml/callback", "/#/account/saml/callback"),
        (FIRST, "/sub/account/saml/callback", "/sub/account/login"),
        (FIRST, "/welcome", "/welcome"),
    ],
)
async def test_the_page_that_the_vendor_says(
    acme: Company, world: World, call: str, page: str, reached: str
):
    app = "https://app.acme.example"
    await world.configure(
        "insert into metadata (entity_name, configuration, properties, created_at, updated_at)"
        " values ('saml', $1, '[]', now(), now())",
        {"redirectUri": app + page},
    )
    box = Box(world.new_client(), call)
    try:
        asked = await box.ask(acme.at("ada"))
        address = await box.arrive(signed(acme.message("ada", asked), IDP), asked.state)
    finally:
        await world.configure("delete from metadata where entity_name = 'saml'")
    assert (await box.follow(address)).headers["location"] == app + reached


async def test_providers_that_post_to_the_products_address_lead_back_to_it(
    acme: Company, world: World
):
    """There the browser has the cookie, where the product passes `/frontegg` on."""
    await world.configure(
        "insert into metadata (entity_name, configuration, properties, created_at, updated_at)"
        " values ('saml', $1, '[]', now(), now())",
        {"acsUrl": f"https://app.acme.example/frontegg{ACS}"},
    )
    box = Box(world.new_client())
    try:
        asked = await box.ask(acme.at("ada"))
        message = acme.message("ada", asked, acs_url=f"https://app.acme.example/frontegg{ACS}")
        address = await box.arrive(signed(message, IDP), asked.state)
    finally:
        await world.configure("delete from metadata where entity_name = 'saml'")
    assert address.startswith(f"https://app.acme.example/frontegg{FINISH}?")


async def test_a_second_factor_is_asked_for_when_the_box_renews(
    acme: Company, world: World, db: Db
):
    user_id, _ = await world.member(acme.tenant_id, address=acme.at("ada"))
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", user_id
    )
    box = Box(world.new_client())
    answer = await box.come_back(acme, "ada")
    assert answer.headers["location"] == f"{PRODUCT}/account/saml/callback"
    assert "fe_refresh_" not in answer.headers["set-cookie"]
    # A page of ours in the same browser would not know what to do with it.
    ours = await box.browser.post(REFRESH, headers={"x-frontegg-sdk": "@gatehouse/sdk@1"})
    assert ours.status_code == 401
    asked = await box.renew()
    body = asked.json()
    assert (asked.status_code, body["mfaRequired"], body["mfaEnrolled"]) == (201, True, True)
    assert body["mfaDevices"]["emails"]
    assert body["mfaToken"]
    assert "accessToken" not in body
    assert await is_nobody(box)  # it was told once


async def test_who_must_enroll_is_shown_how(acme: Company, world: World):
    policy = "/identity/resources/configurations/v1/mfa-policy"
    made = await acme.admin.browser.post(policy, json={"enforceMFAType": "Force"})
    assert made.status_code == 201, made.text
    box = Box(world.new_client(), FIRST, OLD_HEADERS)
    await box.come_back(acme, "ada")
    body = (await box.renew()).json()
    assert (body["mfaRequired"], body["mfaEnrolled"]) == (True, False)
    assert body["qrCode"].startswith("data:image/")
    assert body["recoveryCode"]


async def test_what_is_asked_is_over_after_its_time(acme: Company, world: World, db: Db):
    user_id, _ = await world.member(acme.tenant_id, address=acme.at("ada"))
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", user_id
    )
    box = Box(world.new_client())
    answer = await box.come_back(acme, "ada")
    assert "Max-Age=120;" in answer.headers["set-cookie"]
    clock.advance_clock(timedelta(minutes=11))
    assert await is_nobody(box)


async def test_another_browser_cannot_be_signed_in_so(acme: Company, world: World):
    """A user who is led there would act in the account of the attacker."""
    mallory, ada = Box(world.new_client()), Box(world.new_client())
    asked = await mallory.ask(acme.at("mallory"))
    await ada.ask(acme.at("ada"))
    address = await mallory.arrive(signed(acme.message("mallory", asked), IDP), asked.state)
    answer = await ada.follow(address)
    assert page_of(answer).endswith("/account/saml/callback")
    assert "expired" in error_of(answer)
    assert "set-cookie" not in answer.headers
    assert await is_nobody(ada)
    # Neither with a state of their own.
    own = await ada.ask(acme.at("ada"))
    mixed = address.replace(asked.state, own.state)
    assert "expired" in error_of(await ada.follow(mixed))
    assert await is_nobody(ada)
    assert (await mallory.follow(address)).headers["location"].startswith(PRODUCT)
    assert not await is_nobody(mallory)


async def test_a_sign_in_counts_once(acme: Company, world: World):
    box = Box(world.new_client())
    asked = await box.ask(acme.at("ada"))
    root = signed(acme.message("ada", asked), IDP)
    address = await box.arrive(root, asked.state)
    assert "SAMLResponse=refused" in await box.arrive(root, asked.state)
    answers = await asyncio.gather(*(box.follow(address) for _ in range(6)))
    assert sum("fe_refresh_" in answer.headers.get("set-cookie", "") for answer in answers) == 1
    query = parse_qs(urlsplit(address).query)
    page = {name: query[name][0] for name in ("SAMLResponse", "RelayState")}
    assert (await finish(box.browser, page)).status_code == 401


@pytest.mark.parametrize(("minutes", "page"), [(6, PRODUCT), (16, PRODUCT)])
async def test_a_late_sign_in_is_refused(acme: Company, world: World, minutes: int, page: str):
    box = Box(world.new_client())
    asked = await box.ask(acme.at("ada"))
    address = await box.arrive(signed(acme.message("ada", asked), IDP), asked.state)
    clock.advance_clock(timedelta(minutes=minutes))
    answer = await box.follow(address)
    assert page_of(answer) == f"{page}/account/saml/callback"
    assert "expired" in error_of(answer)
    assert await is_nobody(box)


async def test_no_redirect_to_an_unregistered_address(acme: Company, world: World):
    box = Box(world.new_client())
    for origin in ("https://evil.example", "null"):
        box.headers["origin"] = origin
        answer = await box.browser.post(
            f"/frontegg{SECOND}", json={"email": acme.at("ada")}, headers=box.headers
        )
        assert (answer.status_code, answer.json()["errorCode"]) == (403, "origin.forbidden")
    told = {"SAMLResponse": "x" * 43, "RelayState": "https://evil.example", "again": "true"}
    assert page_of(await box.browser.get(FINISH, params=told)).startswith(ORIGIN)


async def test_a_cookie_that_does_not_come_with_what_another_site_leads_to(
    acme: Company, world: World
):
    """A page of ours leads there once more, from which it comes; without one it is over."""
    box = Box(world.new_client(), FIRST, OLD_HEADERS)
    asked = await box.ask(acme.at("ada"))
    address = await box.arrive(signed(acme.message("ada", asked), IDP), asked.state)
    led = await world.new_client().get(address)
    assert (led.status_code, led.headers["cache-control"]) == (200, "no-store")
    assert "default-src 'none'" in led.headers["content-security-policy"]
    [again] = re.findall(r'content="0;url=([^"]+)"', led.text)
    assert unescape(again) == f"{address}&again=true"
    assert "expired" in error_of(await world.new_client().get(unescape(again)))
    assert (await box.follow(unescape(again))).headers["location"] == f"{PRODUCT}/account/login"


async def test_nothing_can_be_written_into_the_page_that_leads_on(world: World):
    said = """"'><script>alert(1)</script>"""
    led = await world.new_client().get(FINISH, params={"SAMLResponse": said, "RelayState": said})
    assert "<script" not in led.text
    assert led.text.count('"') == 8


async def test_the_providers_own_message_does_not_count_in_an_address(acme: Company, world: World):
    box = Box(world.new_client())
    asked = await box.ask(acme.at("ada"))
    message = encoded(signed(acme.message("ada", asked), IDP))[:100]
    answer = await box.browser.get(
        FINISH, params={"SAMLResponse": message, "RelayState": asked.state}
    )
    assert "Sign-in with your company failed" in error_of(answer)


async def test_a_foreign_signature_is_refused(acme: Company, world: World):
    box = Box(world.new_client())
    asked = await box.ask(acme.at("ada"))
    forged = signed(acme.message("ada", asked), pair("somebody else"))
    answer = await box.follow(await box.arrive(forged, asked.state))
    assert "Sign-in with your company failed" in error_of(answer)
    assert await is_nobody(box)


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (f"/frontegg{SECOND}", {"origin": PRODUCT, "x-frontegg-sdk": "@frontegg/react@7.13.11"}),
        (f"/frontegg{SECOND}", {"origin": ORIGIN}),
        (f"/frontegg{SECOND}", {}),
        (SECOND, {"origin": PRODUCT}),
    ],
)
async def test_others_still_fetch_their_session(
    acme: Company, world: World, path: str, headers: dict[str, str]
):
    browser = world.new_client()
    answer = await browser.post(path, json={"email": acme.at("ada")}, headers=headers)
    asked = Asked.of(answer.json()["address"])
    address = await brought(browser, signed(acme.message("ada", asked), IDP), asked.state)
    assert urlsplit(address).path == "/account/saml/callback"
    query = parse_qs(urlsplit(address).query)
    # Nor is one of theirs finished by an address.
    refused = await browser.get(FINISH, params={name: query[name][0] for name in query})
    assert "expired" in error_of(refused)
    page = {name: query[name][0] for name in ("SAMLResponse", "RelayState")}
    assert (await finish(browser, page)).status_code == 200
