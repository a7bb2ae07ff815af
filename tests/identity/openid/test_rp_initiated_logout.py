"""The modules of `oidcc-rp-initiated-logout-certification-test-plan`, by their names. Browsers come from the
application's page, so they say that they navigate."""

from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.identity.browser import LOGOUT, Browser, new_browser
from tests.identity.openid.relying_party import (
    AFTER_LOGOUT,
    NAVIGATION,
    RelyingParty,
    place_of,
    values_of,
)
from tests.world import World

END, PAGE = "/oauth/logout", "/oauth/account/logout"


async def end(browser: Browser, **query: str) -> httpx.Response:
    return await browser.http.get(END, params=query, headers=NAVIGATION)


async def is_signed_in(party: RelyingParty, browser: Browser) -> bool:
    told = values_of(await party.ask(browser.http, prompt="none"))
    assert told.get("error") in (None, "login_required")
    return "code" in told


async def signed_in(party: RelyingParty, world: World) -> tuple[Browser, dict[str, Any]]:
    browser = await new_browser(world)
    return browser, await party.sign_in(browser.http)


@pytest.mark.parametrize(
    ("module", "state"),
    [("oidcc-rp-initiated-logout", "s t&te"), ("oidcc-rp-initiated-logout-no-state", "")],
)
async def test_oidcc_rp_initiated_logout(
    party: RelyingParty, world: World, module: str, state: str
):
    browser, tokens = await signed_in(party, world)
    query = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": AFTER_LOGOUT}
    place = place_of(await end(browser, **query, **({"state": state} if state else {})))
    assert place._replace(query="").geturl() == AFTER_LOGOUT, module
    assert values_of(place) == ({"state": state} if state else {})
    assert not await is_signed_in(party, browser)
    assert (await party.info(tokens["access_token"])).status_code == 401


@pytest.mark.parametrize(
    ("module", "address"),
    [
        ("oidcc-rp-initiated-logout-bad-post-logout-redirect-uri", "https://console.test/other"),
        (
            "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri",
            f"{AFTER_LOGOUT}?foo=bar",
        ),
    ],
)
async def test_oidcc_rp_initiated_logout_to_a_strange_address(
    party: RelyingParty, world: World, module: str, address: str
):
    browser, tokens = await signed_in(party, world)
    query = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": address}
    answer = await end(browser, **query)
    assert answer.status_code == 400, module
    assert "location" not in answer.headers


@pytest.mark.parametrize(
    ("module", "damage"),
    [
        ("oidcc-rp-initiated-logout-modified-id-token-hint", lambda t: t[:-8] + "AAAAAAAA"),
        ("oidcc-rp-initiated-logout-bad-id-token-hint", lambda _: "x.y.z"),
    ],
)
async def test_oidcc_rp_initiated_logout_with_a_bad_hint(
    party: RelyingParty, world: World, module: str, damage
):
    browser, tokens = await signed_in(party, world)
    query = {
        "id_token_hint": damage(tokens["id_token"]),
        "post_logout_redirect_uri": AFTER_LOGOUT,
        "state": "x",
    }
    answer = await end(browser, **query)
    assert answer.status_code == 400, module
    assert "location" not in answer.headers
    assert await is_signed_in(party, browser)


async def test_oidcc_rp_initiated_logout_no_id_token_hint(party: RelyingParty, world: World):
    """Anybody could have made such a link, so the person is asked; then they get back."""
    browser, _ = await signed_in(party, world)
    query = {
        "client_id": str(party.client_id),
        "post_logout_redirect_uri": AFTER_LOGOUT,
        "state": "x",
    }
    page = place_of(await end(browser, **query))
    assert page.path == PAGE
    assert await is_signed_in(party, browser)
    assert (await browser.http.post(LOGOUT)).is_success  # as the page does once they have confirmed
    answer = await browser.http.get(values_of(page)["redirectUrl"], headers=NAVIGATION)
    assert place_of(answer).geturl() == f"{AFTER_LOGOUT}?state=x"


@pytest.mark.parametrize(
    ("module", "query"),
    [
        ("oidcc-rp-initiated-logout-no-params", {}),
        ("oidcc-rp-initiated-logout-only-state", {"state": "x"}),
    ],
)
async def test_oidcc_rp_initiated_logout_asks_first(
    party: RelyingParty, world: World, module: str, query: dict[str, str]
):
    browser, _ = await signed_in(party, world)
    assert place_of(await end(browser, **query)) == urlsplit(PAGE), module
    assert (await browser.http.post(LOGOUT)).is_success
    assert not await is_signed_in(party, browser)


async def test_oidcc_rp_initiated_logout_no_post_logout_redirect_uri(
    party: RelyingParty, world: World
):
    browser, tokens = await signed_in(party, world)
    answer = await end(browser, id_token_hint=tokens["id_token"])
    assert place_of(answer) == urlsplit(PAGE)  # which sends on to the sign-in page
    assert not await is_signed_in(party, browser)


async def test_no_redirect_without_the_users_consent(party: RelyingParty, world: World):
    """The address that the page comes back to asks again while a user is signed in."""
    browser, _ = await signed_in(party, world)
    query = {"client_id": str(party.client_id), "post_logout_redirect_uri": AFTER_LOGOUT}
    page = place_of(await end(browser, **query))
    again = await browser.http.get(values_of(page)["redirectUrl"], headers=NAVIGATION)
    assert place_of(again).path == PAGE
