"""A product has a button of its own for one way in (`login_direct_action`, wire reference §6)."""

import base64
import json
from urllib.parse import urlsplit

import httpx
import pytest

from tests.federation.social_steps import Social, query_of
from tests.identity.oauth_steps import AUTHORIZE, CALLBACK, VERIFIER, challenge

PAGE = "/oauth/account/social/success"


def action(kind: str, data: object) -> str:
    """As browsers' clients write it."""
    return base64.b64encode(json.dumps({"type": kind, "data": data}).encode()).decode()


async def ask(browser: httpx.AsyncClient, login_direct_action: str, **more: str) -> str:
    """Where the browser is sent."""
    asked = {
        "response_type": "code",
        "client_id": "gatehouse-demo",
        "redirect_uri": CALLBACK,
        "code_challenge": challenge(VERIFIER),
        "code_challenge_method": "S256",
        "state": "s",
        "login_direct_action": login_direct_action,
        **more,
    }
    answer = await browser.get(AUTHORIZE, params=asked)
    assert answer.status_code == 302, answer.text
    return str(answer.headers["location"])


async def test_a_button_leads_to_its_provider_and_back_to_the_product(social: Social):
    browser = social.browser()
    start = await ask(browser, action("custom-social-login", "partner"), login_hint="a@x.test")
    there = (await browser.get(start)).headers["location"]
    assert there.startswith(social.provider.url)
    asked = query_of(there)
    assert asked["login_hint"] == "a@x.test"
    code = social.provider.authorize(asked)
    back = await browser.get(asked["redirect_uri"], params={"code": code, "state": asked["state"]})
    page = urlsplit(back.headers["location"])
    told = query_of(back.headers["location"])
    assert (page.path, json.loads(told["state"])["provider"]) == (PAGE, "partner")
    assert (await social.post(browser, told["code"])).status_code == 200
    # The page goes on to the request, where they are in now.
    done = (await browser.get(told["redirectUrl"])).headers["location"]
    assert done.startswith(CALLBACK)
    assert query_of(done)["code"]


async def test_who_is_in_already_is_sent_nowhere_else(social: Social):
    browser = social.browser()
    assert (await social.sign_in(browser)).status_code == 200
    assert (await ask(browser, action("custom-social-login", "partner"))).startswith(CALLBACK)


@pytest.mark.parametrize(
    "text",
    [
        action("custom-social-login", "nobody"),
        action("social-login", "partner"),
        action("direct", "https://evil.test/"),
        action("custom-social-login", ["partner"]),
        action("", ""),
        base64.b64encode(b"[1]").decode(),
        "no base64!",
    ],
)
async def test_what_is_no_way_in_leads_to_the_sign_in_page(social: Social, text: str):
    place = await ask(social.browser(), text)
    assert urlsplit(place).path == "/oauth/account/login"
    assert "login_direct_action" not in query_of(place)["redirectUrl"]


async def test_a_button_to_sign_up_leads_there(social: Social):
    place = await ask(social.browser(), action("signup", ""))
    assert urlsplit(place).path == "/oauth/account/sign-up"


async def test_it_is_read_in_either_alphabet(social: Social):
    plain = action("custom-social-login", "partner")
    for text in (plain.rstrip("="), plain.replace("+", " "), plain.translate({43: 45, 47: 95})):
        assert "/custom/partner/prelogin" in await ask(social.browser(), text)
