"""A browser that cannot be redirected gets the refusal as a page; programs get the same answer as before."""

import pytest

from tests.identity.oauth_steps import AUTHORIZE
from tests.identity.openid.relying_party import RelyingParty
from tests.world import World

BROWSER = {"accept": "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate"}
SOCIAL = "/identity/resources/auth/v2/user/sso/nobody/callback"


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        (f"{AUTHORIZE}?client_id=<b>", 400, "client_id does not belong to an active application"),
        (
            f"{AUTHORIZE}?request_uri=urn:ietf:params:oauth:request_uri:x",
            400,
            "request_uri has expired or was already used. Go back to the application.",
        ),
        ("/oauth/logout?client_id=<b>", 400, "client_id does not belong to an active application"),
        (SOCIAL, 404, "This sign-in method is not available"),
    ],
)
async def test_a_person_sees_a_page(world: World, path: str, status: int, said: str):
    http = world.new_client()
    answer = await http.get(path, headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (
        status,
        "text/html; charset=utf-8",
    )
    assert f'<small lang="en">{said} (' in answer.text
    assert "<b>" not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    program = await http.get(path)
    assert program.status_code == status
    assert said in program.json()["errors"]


async def test_the_page_speaks_german(party: RelyingParty, world: World):
    headers = BROWSER | {"accept-language": "de-AT,de;q=0.9,en;q=0.8"}
    asked = party.request(redirect_uri="https://evil.test/")
    answer = await world.new_client().get(AUTHORIZE, params=asked, headers=headers)
    assert '<html lang="de">' in answer.text
    assert "Der Vorgang ist fehlgeschlagen" in answer.text


async def test_what_programs_call_is_never_answered_by_a_page(world: World):
    """Also where a user opens it in a browser."""
    answer = await world.new_client().get("/oauth/userinfo", headers=BROWSER)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_token")
