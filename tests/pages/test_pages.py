from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.exceptions import HTTPException

from gatehouse.pages.routes import BuiltFiles

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


async def test_pages_carry_a_policy_without_inline_scripts(client):
    for path in ("/", "/general", "/account/login", "/oauth/portal/users", "/legal"):
        answer = await client.get(path, headers=BROWSER)
        policy = answer.headers.get("content-security-policy", "")
        if answer.status_code == 503:  # the web apps are not built
            continue
        scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert "unsafe" not in scripts
        assert "object-src" not in policy
        assert "default-src 'none'" in policy


async def test_the_login_page_cannot_be_framed_and_the_api_is_no_page(client):
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


async def test_built_files_come_compressed_to_those_who_take_it(tmp_path):
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
