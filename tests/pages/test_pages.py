import json
import os
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from hashlib import sha256

import httpx
import pytest
from pydantic import SecretStr
from starlette.exceptions import HTTPException

from gatehouse.pages import routes as pages
from gatehouse.pages.csp import build_content_security_policy
from gatehouse.pages.routes import BuiltFiles
from gatehouse.providers.settings import StripeCards
from tests.pages.built import build_pages

BROWSER = {"accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
async def test_an_unknown_address_is_404_in_the_documented_shape(client, method):
    answer = await client.request(method, "/frontegg/identity/resources/nothing/v1")
    assert answer.status_code == 404
    assert answer.json() == {
        "errors": ["Not Found"],
        "errorCode": "resource.not_found",
        "errorCodes": ["resource.not_found"],
        "context": {},
    }


async def test_a_known_address_with_another_method_is_405(client):
    answer = await client.delete("/healthz")
    assert (answer.status_code, answer.json()["errorCode"]) == (405, "method.not_allowed")


@pytest.fixture
def built(monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "WEB", build_pages(tmp_path))


@pytest.mark.parametrize(
    ("wish", "origin"),
    [
        ("http://localhost:5173/orders?page=2#top", "http://localhost:5173"),
        ("/general", None),
        ("https://evil.test/", None),
        ("http://localhost:5173@evil.test/", None),
        ("http://localhost:5173.evil.test/", None),
        ("http://localhost:5173\\@evil.test/", None),
        ("javascript:alert(1)", None),
        ("http://[", None),
        ("", None),
    ],
)
async def test_people_may_be_sent_back_to_pages_that_may_call_the_api(client, built, wish, origin):
    for path in ("/account/login", "/oauth/account/step-up"):
        answer = await client.get(path, params={"redirectUrl": wish}, headers=BROWSER)
        said = re.search('id="gatehouse-return">(.*?)</script>', answer.text)
        assert (json.loads(said[1])["origin"] if said else None) == origin


def policy_of(answer: httpx.Response) -> dict[str, list[str]]:
    """The sources of each directive."""
    parts = (part.split(" ") for part in answer.headers["content-security-policy"].split("; "))
    return {name: sources for name, *sources in parts}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/general",
        "/account/login",
        "/oauth/portal/users",
        "/console/tenants",
        "/console/set-up",
        "/docs",
        "/legal",
    ],
)
async def test_a_page_runs_no_inline_script_but_that_of_its_build(client, built, path):
    answer = await client.get(path, headers=BROWSER)
    assert answer.status_code == 200
    policy = policy_of(answer)
    assert policy["default-src"] == ["'none'"]
    assert "object-src" not in policy
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert len(scripts) == (0 if path == "/legal" else 1)
    digests = [b64encode(sha256(script.encode()).digest()).decode() for script in scripts]
    assert policy["script-src"] == ["'self'", *(f"'sha256-{digest}'" for digest in digests)]


@pytest.mark.parametrize("path", ["/", "/general", "/account/login", "/docs", "/legal"])
async def test_only_the_portal_can_be_framed(client, built, path):
    page = await client.get(path, headers=BROWSER)
    assert (page.status_code, policy_of(page)["frame-ancestors"]) == (200, ["'none'"])
    portal = await client.get("/oauth/portal/users", headers=BROWSER)
    assert (portal.status_code, policy_of(portal)["frame-ancestors"]) == (200, ["'self'"])


@pytest.mark.parametrize("home", ["/oauth/portal", "https://app.umbrella.test/start?from=sign-in"])
async def test_people_land_where_the_vendor_wants(client, built, world, home):
    """Sign-in and invitations lead to the root if no target was named."""
    root = await client.get("/", headers=BROWSER)
    assert root.status_code == 200
    await world.configure("update vendor set home_url = $1", home)
    try:
        root = await client.get("/", headers=BROWSER)
        assert (root.status_code, root.headers["location"]) == (302, home)
        assert root.headers["cache-control"] == "no-cache"
        assert (await client.get("/general", headers=BROWSER)).status_code == 200
    finally:
        await world.configure("update vendor set home_url = null")


async def test_before_anything_is_built_a_page_says_so(client, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "WEB", tmp_path)
    for path in ("/", "/account/login", "/oauth/portal"):
        answer = await client.get(path, headers=BROWSER)
        assert (answer.status_code, policy_of(answer)["script-src"]) == (503, ["'self'"])
        assert "make build" in answer.text


async def test_a_new_build_is_served_without_a_restart(client, built, monkeypatch, tmp_path):
    await client.get("/account/login", headers=BROWSER)
    file = tmp_path / "hosted" / "index.html"
    file.write_text("<title>Newer</title><script>1</script>")
    os.utime(file, ns=(1, 1))
    answer = await client.get("/account/login", headers=BROWSER)
    assert "Newer" in answer.text
    digest = b64encode(sha256(b"1").digest()).decode()
    assert f"'sha256-{digest}'" in policy_of(answer)["script-src"]


async def test_the_api_is_no_page(client):
    assert (await client.get("/api/v1/nothing", headers=BROWSER)).status_code == 404
    assert (await client.get("/static/nothing.js", headers=BROWSER)).status_code == 404


async def test_one_route_serves_both_prefixes_and_the_trailing_slash(client):
    for path in ("/healthz", "/frontegg/healthz", "/healthz/", "/frontegg/healthz/"):
        assert (await client.get(path)).text == "ok", path


async def test_a_foreign_origin_may_not_write(client):
    path = "/identity/resources/auth/v1/logout"
    foreign = await client.post(path, headers={"origin": "https://evil.test"})
    assert (foreign.status_code, foreign.json()["errorCode"]) == (403, "origin.forbidden")
    own = await client.post(path, headers={"origin": "http://localhost:8000"})
    assert own.status_code < 400


async def test_too_large_a_body_is_413_with_or_without_its_length(client):
    path = "/identity/resources/auth/v1/user"
    big = b'{"email": "' + b"x" * 1_100_000 + b'"}'

    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, len(big), 65_536):
            yield big[start : start + 65_536]

    headers = {"content-type": "application/json"}
    for content in (big, chunks()):
        answer = await client.post(path, content=content, headers=headers)
        assert answer.status_code == 413
        assert answer.json()["errors"] == ["Error request is too large"]


async def test_a_file_name_that_no_disk_holds_is_404(client):
    for name in ("x" * 300, "a/" * 3000, "..%2f..%2fsettings.py", "..;/", "%2e%2e/%2e%2e/"):
        for encoding in ("br", "identity"):
            answer = await client.get(f"/static/{name}", headers={"accept-encoding": encoding})
            assert answer.status_code == 404, name


async def test_before_anything_is_built_its_files_are_404(tmp_path):
    transport = httpx.ASGITransport(BuiltFiles(directory=tmp_path / "none", check_dir=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as browser:
        with pytest.raises(HTTPException) as refusal:
            await browser.get("/hosted/assets/index-1.js")
    assert refusal.value.status_code == 404


async def test_built_files_are_compressed_for_clients_that_accept_it(tmp_path):
    for ending, content in ((".js", b"plain"), (".js.br", b"brotli"), (".js.gz", b"gzip")):
        folder = tmp_path / "hosted" / "assets"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"index-1{ending}").write_bytes(content)
    files = BuiltFiles(directory=tmp_path)
    transport = httpx.ASGITransport(files)
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as browser:
        path = "/hosted/assets/index-1.js"
        for accepted, encoding, raw in (
            ("br, gzip", "br", b"brotli"),
            ("gzip", "gzip", b"gzip"),
            ("identity", None, b"plain"),
        ):
            async with browser.stream("GET", path, headers={"accept-encoding": accepted}) as answer:
                assert b"".join([part async for part in answer.aiter_raw()]) == raw
            assert answer.headers.get("content-encoding") == encoding
            assert answer.headers["content-type"].startswith("text/javascript")
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["vary"] == "accept-encoding"


def test_a_card_provider_may_run_in_a_page_only_where_one_is_configured(settings):
    without = build_content_security_policy(settings)
    assert "stripe.com" not in without
    cards = StripeCards(
        kind="stripe",
        secret_key=SecretStr("sk_test_1"),
        publishable_key="pk_test_1",
        webhook_secret=SecretStr("whsec_1"),
    )
    policy = build_content_security_policy(settings.model_copy(update={"cards": cards}))
    sources = {part.split(" ")[0]: part.split(" ")[1:] for part in policy.split("; ")}
    assert "https://js.stripe.com" in sources["script-src"]
    assert {"https://js.stripe.com", "https://hooks.stripe.com"} <= set(sources["frame-src"])
    assert "https://api.stripe.com" in sources["connect-src"]
