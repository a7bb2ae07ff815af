"""Applications are told of sessions that are over (OpenID Connect Back-Channel Logout 1.0).

Of the OpenID Foundation's plan for providers: oidcc-backchannel-rp-initiated-logout.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs
from uuid import UUID, uuid4

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from gatehouse.kit.outbound import AddressRefused, Outbound, OutboundResponse, Unreachable
from gatehouse.kit.resources import Resources
from tests.audit_log import audit_entries
from tests.identity.browser import ME, Browser, later, new_browser
from tests.identity.oauth_steps import TOKEN, VERIFIER, code_for
from tests.world import Db, World

RunJobs = Callable[[], Awaitable[None]]

CALLBACK = "https://console.test/callback"
URI = "https://console.test/backchannel"
ADD = (
    "insert into applications (id, client_id, key, name, redirect_uris, signing_algorithm,"
    " backchannel_logout_uri) values ($1, $2, $1::uuid::text, 'Console', $3, $4, $5)"
)


@dataclass
class Receiver(Outbound):
    """Answers in the place of the application; `answers` are a status, or what goes wrong."""

    answers: list[int | Exception] = field(default_factory=list)
    got: list[tuple[str, str]] = field(default_factory=list)

    async def post(self, url, content, headers, *, most=0):
        assert headers["content-type"] == "application/x-www-form-urlencoded"
        self.got.append((url, parse_qs(content.decode())["logout_token"][0]))
        answer = self.answers.pop(0) if self.answers else 200
        if isinstance(answer, Exception):
            raise answer
        return OutboundResponse(answer, "")


@dataclass(frozen=True)
class Console:
    world: World
    id: UUID
    client_id: UUID
    receiver: Receiver

    async def add(self, algorithm: str = "ES256", uri: str = URI) -> None:
        await self.world.configure(ADD, self.id, self.client_id, [CALLBACK], algorithm, uri)

    async def let_in(self, browser: Browser) -> dict[str, str]:
        wanted = {"client_id": str(self.client_id), "redirect_uri": CALLBACK}
        body = {
            "grant_type": "authorization_code",
            "code": await code_for(self.world, browser, **wanted),
            "code_verifier": VERIFIER,
            **wanted,
        }
        answer = await self.world.new_client().post(TOKEN, data=body)
        assert answer.status_code == 200, answer.text
        tokens: dict[str, str] = answer.json()
        return tokens

    async def told(self, run_jobs: RunJobs) -> list[dict[str, object]]:
        """The claims of what it was sent, read with the published keys by another library."""
        await run_jobs()
        jwks = (await self.world.new_client().get("/.well-known/jwks.json")).json()
        keys = KeySet.import_key_set(jwks)
        read = [jwt.decode(token, keys, ["ES256", "RS256"]) for _, token in self.receiver.got]
        assert all(token.header["typ"] == "logout+jwt" for token in read)
        return [token.claims for token in read]


@pytest.fixture
async def console(world: World, resources: Resources) -> AsyncIterator[Console]:
    before, receiver = resources[Outbound], Receiver()
    resources.add(Outbound, receiver)
    made = Console(world, uuid4(), uuid4(), receiver)
    yield made
    resources.add(Outbound, before)
    await world.configure("delete from applications where id = $1", made.id)


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
async def test_signing_out_tells_the_application(
    world: World, console: Console, run_jobs: RunJobs, algorithm: str
):
    await console.add(algorithm)
    browser = await new_browser(world)
    tokens = await console.let_in(browser)
    assert (await browser.http.get("/oauth/logout")).status_code == 200
    [claims] = await console.told(run_jobs)
    keys = KeySet.import_key_set((await world.new_client().get("/.well-known/jwks.json")).json())
    id_token = jwt.decode(tokens["id_token"], keys, ["ES256", "RS256"]).claims
    assert console.receiver.got[0][0] == URI
    assert (claims["aud"], claims["iss"]) == (str(console.client_id), "http://localhost:8000")
    assert (claims["sub"], claims["sid"]) == (id_token["sub"], id_token["sid"])
    assert claims["events"] == {"http://schemas.openid.net/event/backchannel-logout": {}}
    assert claims["jti"]
    assert "nonce" not in claims
    assert int(str(claims["exp"])) - int(str(claims["iat"])) == 120


async def test_a_logout_token_opens_nothing(world: World, console: Console, run_jobs: RunJobs):
    await console.add()
    browser = await new_browser(world)
    await console.let_in(browser)
    await browser.http.get("/oauth/logout")
    await run_jobs()
    token = console.receiver.got[0][1]
    headers = {"authorization": f"Bearer {token}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401
    hinted = await world.new_client().get("/oauth/logout", params={"id_token_hint": token})
    assert hinted.status_code == 400


async def test_whatever_ends_the_session_tells_it(
    world: World, console: Console, run_jobs: RunJobs
):
    await console.add()
    browser = await new_browser(world)
    await console.let_in(browser)
    session = browser.session.session_id
    ended = await browser.http.delete(f"/identity/resources/users/sessions/v1/me/{session}")
    assert ended.status_code == 200
    assert len(await console.told(run_jobs)) == 1


async def test_what_it_gave_back_itself_is_no_news(
    world: World, console: Console, run_jobs: RunJobs
):
    await console.add()
    tokens = await console.let_in(await new_browser(world))
    await world.new_client().post("/oauth/revoke", data={"token": tokens["refresh_token"]})
    assert await console.told(run_jobs) == []


async def test_without_an_address_no_application_is_told(
    world: World, console: Console, run_jobs: RunJobs
):
    await console.add(uri="")
    browser = await new_browser(world)
    await console.let_in(browser)
    await browser.http.get("/oauth/logout")
    assert await console.told(run_jobs) == []


async def failures(world: World, browser: Browser) -> list[str]:
    entries = await audit_entries(world, browser.session.tenant_id, "oauth.logout_not_told")
    return [entry["json"]["why"] for entry in entries]


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (400, "It answered 400"),
        (302, "It answered 302"),
        (AddressRefused("A private network"), "A private network"),
    ],
)
async def test_an_application_that_refuses_is_not_told_again(
    world: World, console: Console, run_jobs: RunJobs, fault: int | Exception, why: str
):
    console.receiver.answers = [fault]
    await console.add()
    browser = await new_browser(world)
    await console.let_in(browser)
    await browser.http.get("/oauth/logout")
    assert len(await console.told(run_jobs)) == 1
    assert await failures(world, browser) == [why]


@pytest.mark.parametrize("fault", [503, Unreachable("No answer within 10 seconds")])
async def test_an_application_that_does_not_answer_is_told_again(
    world: World, console: Console, run_jobs: RunJobs, db: Db, fault: int | Exception
):
    console.receiver.answers = [fault]
    await console.add()
    browser = await new_browser(world)
    await console.let_in(browser)
    await browser.http.get("/oauth/logout")
    assert len(await console.told(run_jobs)) == 1
    waiting = await db.connection.fetchval(
        "select count(*) from pgqueuer where entrypoint = 'oauth.tell_of_end' and status = 'queued'"
    )
    assert waiting == 1
    await db.connection.execute("update pgqueuer set execute_after = now()")
    assert len(await console.told(run_jobs)) == 2
    assert await failures(world, browser) == []


async def test_discovery_announces_it(world: World):
    metadata = (await world.new_client().get("/.well-known/openid-configuration")).json()
    assert metadata["backchannel_logout_supported"]
    assert metadata["backchannel_logout_session_supported"]


async def test_an_id_token_of_another_user_ends_no_session_without_consent(world: World):
    thief, victim = await new_browser(world), await new_browser(world)
    code = await code_for(world, thief)
    body = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": "http://localhost:3000/oauth/callback",
        "code_verifier": VERIFIER,
    }
    hint = (await world.new_client().post(TOKEN, data=body)).json()["id_token"]
    headers = {"sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site"}
    shown = {"id_token_hint": hint}
    for answer in (
        await victim.http.get("/oauth/logout", headers=headers, params=shown),
        await victim.http.post("/oauth/logout", headers=headers, data=shown),
    ):
        assert (answer.status_code, answer.headers["location"]) == (303, "/oauth/account/logout")
    assert (await victim.http.post("/oauth/authorize/silent", json={})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-mode": "no-cors", "sec-fetch-site": "cross-site"},
        {"sec-fetch-mode": "cors", "origin": "https://evil.test"},
    ],
)
async def test_a_strangers_page_ends_no_session(world: World, headers: dict[str, str]):
    browser = await new_browser(world)
    answer = await browser.http.get("/oauth/logout", headers=headers)
    assert answer.headers["location"] == "/oauth/account/logout"
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 200


async def test_signing_out_may_be_posted(world: World):
    browser = await new_browser(world)
    later(seconds=1)
    code = await code_for(world, browser)
    body = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": "http://localhost:3000/oauth/callback",
        "code_verifier": VERIFIER,
    }
    hint = (await world.new_client().post(TOKEN, data=body)).json()["id_token"]
    form = {
        "id_token_hint": hint,
        "post_logout_redirect_uri": "http://localhost:8000/",
        "state": "x",
    }
    foreign = {"origin": "https://elsewhere.test", "sec-fetch-mode": "navigate"}
    answer = await browser.http.post("/oauth/logout", data=form, headers=foreign)
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        "http://localhost:8000/?state=x",
    )
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 401
