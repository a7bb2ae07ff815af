"""What a hostile page, frame, cache or neighbor can make of an answer."""

import httpx
import pytest
from starlette.exceptions import HTTPException

from gatehouse.app import build_app, build_request_pipeline
from gatehouse.pages import routes as pages
from gatehouse.settings import Settings
from tests.conftest import ORIGIN, PROVIDER
from tests.identity.browser import LOGOUT, ME, REFRESH, new_browser
from tests.pages.built import build_pages

HTML = {"accept": "text/html"}
LOGIN = "/identity/resources/auth/v1/user"


async def test_personal_answers_are_not_cached(world, client):
    browser = await new_browser(world, "Admin")
    answers = [
        await browser.http.get(ME),
        await browser.http.get("/identity/resources/users/v2"),
        await browser.http.get("/api/v1/licenses"),
        await browser.http.post(REFRESH),
        await client.post(LOGIN, json={"email": "a@example.test", "password": "wrong"}),
        await client.get(ME),
    ]
    assert [answer.headers.get("cache-control") for answer in answers] == ["no-store"] * 6
    # What is public, or carries its digest, says so itself.
    assert "max-age" in (await client.get("/.well-known/jwks.json")).headers["cache-control"]


async def test_a_page_is_answered_with_its_policy_or_not_at_all(client, monkeypatch, tmp_path):
    for built, status in ((build_pages(tmp_path / "built"), 200), (tmp_path / "none", 503)):
        monkeypatch.setattr(pages, "WEB", built)
        for path in (
            "/",
            "/account/login",
            "/oauth/account/login",
            "/oauth/portal",
            "/docs",
            "/legal",
        ):
            answer = await client.get(path, headers=HTML)
            assert answer.status_code == (200 if path == "/legal" else status)
            assert "default-src 'none'" in answer.headers["content-security-policy"], path
            embeddable = path == "/oauth/portal"
            assert (
                "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            ) != embeddable


async def test_the_files_of_a_page_hold_no_page(tmp_path):
    folder = tmp_path / "hosted"
    folder.mkdir()
    for name in ("index.html", "index.html.br", "index.html.gz", "icon.svg"):
        (folder / name).write_bytes(b"<p>")
    transport = httpx.ASGITransport(pages.BuiltFiles(directory=tmp_path))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as browser:
        for name in ("index.html", "index.html.br", "index.html.gz", ""):
            with pytest.raises(HTTPException) as refusal:
                await browser.get(f"/hosted/{name}", headers={"accept-encoding": "br"})
            assert refusal.value.status_code == 404
        assert (await browser.get("/hosted/icon.svg")).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.test"},
        {"origin": "null"},
        {"origin": "http://localhost:8000.evil.test"},
        {"origin": "http://localhost:8000@evil.test"},
        {"origin": "HTTP://LOCALHOST:8000/"},
        {"sec-fetch-site": "cross-site"},
    ],
)
async def test_a_foreign_page_makes_the_cookie_do_nothing(world, headers):
    browser = await new_browser(world)
    for path in (LOGOUT, REFRESH, LOGIN):
        for kind in ("application/json", "text/plain"):
            sent = {**headers, "content-type": kind}
            answer = await browser.http.post(path, headers=sent, content="{}")
            assert (answer.status_code, answer.json()["errorCode"]) == (403, "origin.forbidden")
            assert "access-control-allow-origin" not in answer.headers
    assert (await browser.http.get(ME, headers=headers)).status_code == 200  # with its token
    assert (await browser.http.post(REFRESH)).status_code == 201


@pytest.mark.parametrize("origin", ["null", "https://evil.test", "http://localhost.evil.test"])
async def test_a_foreign_page_reads_nothing(world, origin):
    who = await world.person("Admin")
    for method in ("GET", "OPTIONS"):
        answer = await who.browser.request(
            method, ME, headers={"origin": origin, "access-control-request-method": "GET"}
        )
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
async def test_a_form_of_another_site_cannot_sign_a_user_in(client, kind):
    body = '{"email": "a@example.test", "password": "wrong password"}'
    headers = {"content-type": kind} if kind else {}
    answer = await client.post(LOGIN, content=body, headers=headers)
    assert answer.status_code == 400


async def test_production_has_no_stand_ins(settings, resources):
    production = Settings(
        env="production",
        secret_key="a-key-for-tests-that-is-long-enough",
        database_url="postgresql://nobody@localhost/none",
        public_url="https://id.example.test",
        mail={"kind": "smtp", "host": "localhost"},
        payments={
            "kind": "paddle", "environment": "production", "api_key": "x", "client_token": "live_x",
            "webhook_secrets": ["x"], "price_ids": ["pri_x"],
        },
    )  # fmt: skip
    app = build_request_pipeline(build_app(production, resources), production)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="https://id.example.test"
    ) as browser:
        for path in ("/dev/outbox.json", "/dev/clock", "/sim/checkout/control", "/sim/checkout/api/prices",
                     "/sim/checkout/paddle.js", "/sim/cards/control", "/sim/cards/v1/prices",
                     "/sim/cards/v3/stripe.js"):  # fmt: skip
            for method in ("GET", "POST"):
                answer = await browser.request(method, path, json={"advanceSeconds": 60})
                assert answer.status_code == 404, path
        local = await browser.post(LOGOUT, headers={"origin": "http://localhost:3000"})
        assert local.status_code == 403
        assert "strict-transport-security" in local.headers


async def test_the_simulated_provider_tells_its_callers_apart(client):
    from gatehouse_simulators.checkout import fixtures

    server, browser = f"{fixtures.API_PATH}/prices", "/sim/checkout/client/pricing-preview"
    for token in (None, "", "x", fixtures.CLIENT_TOKEN, PROVIDER.webhook_secret):
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        assert (await client.get(server, headers=headers)).status_code in (401, 403)
    for token in (None, "x", PROVIDER.api_key):
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        assert (await client.post(browser, headers=headers, json={})).status_code in (401, 403, 404)
