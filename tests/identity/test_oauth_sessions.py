"""The session of an application: renewed, had silently, and ended with the person's (RFC 6749 §6, RFC 7009,
OpenID Connect RP-Initiated Logout 1.0)."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.identity.browser import ME, REFRESH, later, new_browser
from tests.identity.oauth_steps import TOKEN, code_for, exchange


async def test_refresh_tokens_rotate_and_a_used_one_ends_the_session(world):
    first = (await exchange(world, await code_for(world, await new_browser(world)))).json()
    body = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second = await world.new_client().post(TOKEN, json=body)
    assert second.status_code == 200
    assert second.json()["refresh_token"] != first["refresh_token"]
    again = await world.new_client().post(TOKEN, json=body)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    newest = {**body, "refresh_token": second.json()["refresh_token"]}
    assert (await world.new_client().post(TOKEN, json=newest)).status_code == 400


async def test_tokens_of_a_browser_and_of_an_application_are_not_exchanged_for_each_other(world):
    browser = await new_browser(world)
    tokens = (await exchange(world, await code_for(world, browser))).json()
    body = {"grant_type": "refresh_token", "refresh_token": browser.token}
    assert (await world.new_client().post(TOKEN, json=body)).status_code == 400
    thief = world.new_client()
    thief.cookies.set(browser.cookie, tokens["refresh_token"], domain="localhost.local", path="/")
    refreshed = await thief.post("/identity/resources/auth/v1/user/token/refresh", json={})
    assert refreshed.status_code == 401


async def test_a_page_gets_tokens_silently_while_its_browser_is_signed_in(world):
    browser = await new_browser(world)
    answer = await browser.http.post("/oauth/authorize/silent", json={"tenantId": None})
    assert answer.status_code == 200
    headers = {"authorization": f"Bearer {answer.json()['id_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 200
    nobody = await world.new_client().post("/oauth/authorize/silent", json={"tenantId": None})
    assert (nobody.status_code, nobody.json()["error"]) == (401, "login_required")


async def test_signing_out_ends_the_applications_sessions_too(world):
    browser = await new_browser(world)
    tokens = (await exchange(world, await code_for(world, browser))).json()
    assert (await browser.http.get("/oauth/logout")).status_code == 200
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401
    body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert (await world.new_client().post(TOKEN, json=body)).status_code == 400
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 401


async def test_a_link_on_a_strangers_page_ends_no_session(world):
    browser = await new_browser(world)
    headers = {"sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site"}
    answer = await browser.http.get("/oauth/logout", headers=headers)
    assert urlsplit(answer.headers["location"]).path == "/oauth/account/logout"
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 200


async def test_an_application_signs_out_by_its_id_token_and_gets_its_person_back(world):
    browser = await new_browser(world)
    tokens = (await exchange(world, await code_for(world, browser))).json()
    later(seconds=400)  # an id token that has expired still says who it is about
    query = {
        "id_token_hint": tokens["id_token"],
        "post_logout_redirect_uri": "http://localhost:8000/",
        "state": "x",
    }
    headers = {"sec-fetch-mode": "navigate"}
    answer = await browser.http.get("/oauth/logout", params=query, headers=headers)
    assert answer.headers["location"] == "http://localhost:8000/?state=x"
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 401
    away = {**query, "post_logout_redirect_uri": "https://evil.test/"}
    assert (await browser.http.get("/oauth/logout", params=away)).status_code == 400


@pytest.fixture
async def product(world):
    """The vendor's own, at an origin of its own."""
    change = "update applications set allowed_origins = $1::text[] where is_default"
    await world.configure(change, ["https://app.acme.test"])
    yield
    await world.configure(change, [])


@pytest.mark.usefixtures("product")
@pytest.mark.parametrize(
    "page",
    [
        "http://localhost:3000/",  # in the demo, any page on this machine, as for signing in
        "http://localhost:8000/reports?year=2",
        "https://app.acme.test",
        "https://app.acme.test/reports?year=2",
        "https://app.acme.test/#/reports",
    ],
)
async def test_the_platforms_clients_come_back_to_the_page_that_their_person_was_on(world, page):
    """They name `window.location`, without an id token."""
    browser = await new_browser(world)
    query = {"post_logout_redirect_uri": page}
    answer = await browser.http.get("/oauth/logout", params=query)
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 401
    answer = await browser.http.get("/oauth/logout", params={**query, "state": "s"})
    came = urlsplit(answer.headers["location"])
    assert "s" in parse_qs(came.query)["state"]
    assert came._replace(query="").geturl() == urlsplit(page)._replace(query="").geturl()


@pytest.mark.usefixtures("product")
@pytest.mark.parametrize(
    "page",
    [
        "https://app.acme.test.evil.test/",
        "https://app.acme.test@evil.test/",
        "https://app.acme.test:444/",
        "https://app.acme.testevil.test",
        "http://app.acme.test/",
        "//app.acme.test/",
        "/account/login",
        "http://localhost@evil.test/",
        "http://localhost.evil.test/",
        "javascript:alert(1)//https://app.acme.test/",
    ],
)
async def test_no_redirect_to_another_origin_after_sign_out(world, page):
    browser = await new_browser(world)
    answer = await browser.http.get("/oauth/logout", params={"post_logout_redirect_uri": page})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 200


async def test_a_revoked_token_ends_its_session_and_anything_else_changes_nothing(world):
    tokens = (await exchange(world, await code_for(world, await new_browser(world)))).json()
    http = world.new_client()
    assert (await http.post("/oauth/revoke", data={"token": "nonsense"})).status_code == 200
    revoked = await http.post("/oauth/revoke", data={"token": tokens["refresh_token"]})
    assert revoked.status_code == 200
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await http.get(ME, headers=headers)).status_code == 401


async def test_a_head_request_ends_no_session(world):
    """HEAD is safe (RFC 9110 §9.2.1), though it is answered as GET would be."""
    browser = await new_browser(world)
    answer = await browser.http.head("/oauth/logout")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert (await browser.http.get(ME)).status_code == 200
    assert (await browser.http.post(REFRESH)).status_code == 201
    assert (await browser.http.get("/oauth/logout")).status_code == 200
    assert (await browser.http.get(ME)).status_code == 401
