"""The application is told by a form (OAuth 2.0 Form Post Response Mode)."""

import base64
import hashlib
from html import unescape
from urllib.parse import urlencode, urlsplit

import httpx
from lxml import html

from tests.identity.browser import new_browser
from tests.identity.oauth_steps import AUTHORIZE
from tests.identity.openid.relying_party import CALLBACK, RelyingParty
from tests.world import World


def form_of(answer: httpx.Response) -> dict[str, str]:
    """What the browser would post, once the page's script has run."""
    assert answer.status_code == 200, answer.text
    page = html.fromstring(answer.text)
    [form] = page.forms
    assert (form.method, unescape(form.action)) == ("POST", CALLBACK)
    [script] = page.xpath("//script/text()")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    return dict(form.form_values())


async def test_a_code_is_posted(party: RelyingParty, world: World):
    browser = await new_browser(world)
    state = '"><script>alert(1)</script>'
    request = party.request(response_mode="form_post", state=state)
    told = form_of(await browser.http.get(AUTHORIZE, params=request))
    assert told["state"] == state
    query = urlencode({**told, "state": "st/ate"})
    await party.tokens(urlsplit(f"{CALLBACK}?{query}"))


async def test_a_refusal_is_posted(party: RelyingParty, world: World):
    request = party.request(response_mode="form_post", prompt="none")
    told = form_of(await world.new_client().get(AUTHORIZE, params=request))
    assert (told["error"], told["state"]) == ("login_required", "st/ate")
    assert told["iss"] == "http://localhost:8000"


async def test_a_pushed_request_may_ask_for_it(party: RelyingParty, world: World):
    browser = await new_browser(world)
    request = party.request(response_mode="form_post")
    pushed = await world.new_client().post("/oauth/par", data=request, headers=party.by_header)
    assert pushed.status_code == 201, pushed.text
    named = {"client_id": str(party.client_id), "request_uri": pushed.json()["request_uri"]}
    assert form_of(await browser.http.get(AUTHORIZE, params=named))["code"]
