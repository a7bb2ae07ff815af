"""The outermost layer: one address for each call, bounds, origins, and what every answer carries."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated

import orjson
import pytest
from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from prometheus_client import REGISTRY
from pydantic import SecretStr

from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources
from gatehouse.probes.routes import router as probes
from gatehouse.settings import Settings, add_settings
from tests.small_app import browse

router = APIRouter()


@router.get("/echo")
@router.get("/api/v1/echo")
async def echo(
    request: Request,
    word: Annotated[str | None, Query()] = None,
    many: Annotated[list[str] | None, Query()] = None,
) -> dict[str, object]:
    return {"path": request.url.path, "word": word, "many": many}


@router.post("/echo")
async def count(request: Request) -> dict[str, int]:
    return {"bytes": len(await request.body())}


@router.get("/things/{name}")
async def get_thing(name: str) -> dict[str, str]:
    return {"name": name}


@router.get("/slow")
@router.get("/api/v1/slow")
async def be_slow() -> None:
    await asyncio.sleep(30)


@router.get("/in-parts")
async def answer_in_parts() -> StreamingResponse:
    async def parts() -> AsyncIterator[str]:
        for _ in range(8):
            await asyncio.sleep(0.1)
            yield "part "

    return StreamingResponse(parts())


@pytest.fixture
async def http(settings):
    async with browse(router, settings) as opened:
        yield opened


def changed(settings: Settings, **changes: object) -> Settings:
    return settings.model_copy(update=changes)


SPELLINGS = [
    "/echo", "/echo/", "/frontegg/echo", "/frontegg/echo//", "//frontegg/echo", "//frontegg//echo",
]  # fmt: skip


@pytest.mark.parametrize("path", SPELLINGS)
async def test_every_spelling_of_an_address_is_one(http, path):
    # As a whole address: a path alone that begins with two slashes names a host.
    whole = str(http.base_url).rstrip("/") + path
    answer = await http.get(whole, params={"word": "x"})
    assert answer.json() == {"path": "/echo", "word": "x", "many": None}


@pytest.mark.parametrize("path", ["/fronteggecho", "/Frontegg/echo", "/frontegg/frontegg/echo"])
async def test_the_prefix_is_a_whole_word_and_comes_once(http, path):
    assert (await http.get(path)).status_code == 404


@pytest.mark.parametrize(
    ("query", "word", "many"),
    [
        ("word=undefined", None, None),
        ("word=null", None, None),
        ("word=%6eull", None, None),
        ("word=undefine%64&many=x", None, ["x"]),
        ("many=a&many=null&many=b", None, ["a", "b"]),
        ("many=null&word=x&many=undefined", "x", None),
        ("word=nullable", "nullable", None),
        ("word=Null", "Null", None),
        ("word=a%3Dnull", "a=null", None),
        ("word=a%26many%3Dnull", "a&many=null", None),
        ("undefined=x&word=x", "x", None),
        ("word=", "", None),
        ("word", "", None),
        ("&&word=x&", "x", None),
        ("word=%ff%zz%", "\ufffd%zz%", None),
    ],
)
async def test_the_words_undefined_and_null_mean_absent(http, query, word, many):
    answer = (await http.get(f"/echo?{query}")).json()
    # Starlette reads `word` without `=` as absent.
    assert (answer["word"] or "", answer["many"]) == (word or "", many)


async def test_a_request_id_is_kept_or_made(http):
    given = "from-the-proxy.1_2"
    answer = await http.get("/echo", headers={"x-request-id": given})
    assert answer.headers["x-request-id"] == answer.headers["frontegg-trace-id"] == given
    for odd in ["short", "x" * 65, "with space and more", "semi;colon;more", ""]:
        made = (await http.get("/echo", headers={"x-request-id": odd})).headers["x-request-id"]
        assert re.fullmatch(r"[0-9a-f]{32}", made)
    assert (await http.get("/echo")).headers["x-request-id"] != made


@pytest.mark.parametrize("path", ["/echo", "/nowhere"])
async def test_every_answer_carries_the_security_headers(http, path):
    headers = (await http.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin-allow-popups"
    assert "strict-transport-security" not in headers


async def test_behind_https_browsers_stay_there(settings):
    async with browse(router, changed(settings, public_url="https://id.test")) as http:
        headers = (await http.get("/echo")).headers
    assert headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("path", ["/slow", "/api/v1/slow"])
async def test_a_timeout_is_answered_in_the_error_format_of_the_path(settings, path):
    async with browse(router, changed(settings, request_timeout_seconds=0.05)) as http:
        answer = await http.get(path)
    assert answer.status_code == 503
    if path == "/slow":
        assert answer.json() == {
            "errors": ["The request took too long"],
            "errorCode": "server.timeout",
            "errorCodes": ["server.timeout"],
            "context": {},
        }
    else:
        assert answer.text == "The request took too long"
    assert answer.headers["x-request-id"]
    assert answer.headers["x-content-type-options"] == "nosniff"


async def in_pieces(size: int, count: int) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b"x" * size


async def test_a_body_is_bounded_whether_or_not_it_says_its_length(settings):
    async with browse(router, changed(settings, max_body_bytes=2048)) as http:
        for fits in (b"x" * 2048, in_pieces(512, 4)):
            assert (await http.post("/echo", content=fits)).json() == {"bytes": 2048}
        for large in (b"x" * 2049, in_pieces(512, 5), in_pieces(512, 100_000_000)):
            answer = await http.post("/echo", content=large)
            assert answer.status_code == 413
            assert answer.json()["errors"] == ["Error request is too large"]
            assert answer.json()["errorCode"] == "request.too_large"


@pytest.mark.parametrize("length", ["x", "-1", "1e3", "", "9" * 5000])
async def test_a_length_that_is_no_number_is_refused(http, length):
    answer = await http.post("/echo", headers={"content-length": length}, content=in_pieces(1, 1))
    assert answer.status_code in (400, 413)


async def test_an_address_with_nul_is_refused(http):
    answer = await http.get("/things/a%00b")
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "request.invalid")


OWN, PRODUCT, OTHER = "https://id.test", "https://product.test", "https://app.test"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        (OWN, 200),
        (PRODUCT, 200),
        (OTHER, 200),
        ("https://evil.test", 403),
        ("https://app.test.evil.test", 403),
        ("https://app.test:8443", 403),
        ("http://app.test", 403),
        ("https://APP.test", 403),
        ("null", 403),
        ("http://localhost:5173", 403),
        ("\xe9", 403),
    ],
)
async def test_pages_of_other_origins_may_not_write(settings, origin, status):
    """Cookies go along with such calls, so the origin decides (security bar A10)."""
    strict = changed(
        settings,
        public_url=OWN,
        application_url=f"{PRODUCT}/app",
        allowed_origins=[OTHER],
        env="production",
    )
    headers = {"origin": origin.encode("latin-1")} if origin else {}
    async with browse(router, strict) as http:
        answer = await http.post("/echo", headers=headers)
        assert answer.status_code == status
        if status == 403:
            assert answer.json()["errorCode"] == "origin.forbidden"
        assert (await http.get("/echo", headers=headers)).status_code == 200


async def test_outside_production_local_pages_may_write(http):
    for origin, status in {
        "http://localhost:5173": 200,
        "http://127.0.0.1": 200,
        "http://localhost.evil.test": 403,
        "http://localhost:123456": 403,
        "https://localhost:5173": 403,
    }.items():
        answer = await http.post("/echo", headers={"origin": origin})
        assert answer.status_code == status, origin


async def test_cors_headers_name_the_allowed_origins(client):
    """CORS: credentials only for known origins, never a star."""
    for origin, allowed in {"http://localhost:5173": True, "https://evil.test": False}.items():
        answer = await client.options(
            "/identity/resources/users/v2/me",
            headers={
                "origin": origin,
                "access-control-request-method": "GET",
                "access-control-request-headers": "authorization, frontegg-source",
            },
        )
        assert (answer.headers.get("access-control-allow-origin") == origin) is allowed
        read = await client.get("/healthz", headers={"origin": origin})
        assert read.headers.get("access-control-allow-origin") == (origin if allowed else None)
        if allowed:
            assert read.headers["access-control-allow-credentials"] == "true"


READER = "http://localhost:5173"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/nowhere", {}, 404),
        ("BREW", "/echo", {}, 405),
        ("GET", "/things/a%00b", {}, 400),
        ("POST", "/echo", {"content-length": "x"}, 400),
        ("POST", "/echo", {"content-length": "9" * 9}, 413),
        ("GET", "/slow", {}, 503),
        ("GET", "/api/v1/slow", {}, 503),
    ],
)
async def test_a_page_that_may_call_can_read_why_it_was_refused(
    settings, method, path, headers, status
):
    async with browse(router, changed(settings, request_timeout_seconds=0.05)) as http:
        answer = await http.request(method, path, headers={**headers, "origin": READER})
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == READER
        assert answer.headers["access-control-allow-credentials"] == "true"
        foreign = await http.request(
            method, path, headers={**headers, "origin": "https://evil.test"}
        )
        assert "access-control-allow-origin" not in foreign.headers


async def test_an_answer_in_parts_has_its_time_for_each_part(settings):
    async with browse(router, changed(settings, request_timeout_seconds=0.5)) as http:
        assert (await http.get("/in-parts")).text == "part " * 8


@pytest.mark.parametrize(
    "path", ["/echo", "/api/v1/echo", "/things/x", "/nowhere", "/frontegg/echo?word=x"]
)
async def test_head_is_get_without_the_body(http, path):
    read, asked = await http.get(path), await http.head(path)
    own = ("x-request-id", "frontegg-trace-id")
    for answer in (read, asked):
        assert all(answer.headers.pop(name) for name in own)
    assert (asked.status_code, asked.headers) == (read.status_code, read.headers)
    assert int(read.headers["content-length"]) == len(read.content) > 0


async def test_head_answers_everywhere_in_the_application(client):
    """Plain routes, routes with dependencies, pages, files, documents."""
    for path in ("/healthz", "/.well-known/jwks.json", "/identity/resources/users/v2/me",
                 "/account/login", "/openapi.json", "/static/x.js", "/api/v1/organization"):  # fmt: skip
        read, asked = await client.get(path), await client.head(path)
        assert asked.status_code == read.status_code, path
        assert asked.headers["content-length"] == read.headers["content-length"], path


async def test_a_cache_keeps_an_answer_for_one_origin(client):
    """Else a page would get what a cache has kept for a caller without one."""
    for headers in ({}, {"origin": "http://localhost:5173"}, {"origin": "https://evil.test"}):
        answer = await client.get("/.well-known/jwks.json", headers=headers)
        assert "max-age" in answer.headers["cache-control"]
        assert [word.lower() for word in answer.headers.get_list("vary")].count("origin") == 1


async def test_each_request_is_logged_in_one_line_without_its_query(http, log_as):
    written = log_as("json")
    answer = await http.get("/things/x?token=secret-word")
    [line] = [orjson.loads(line) for line in written().splitlines()]
    assert line.pop("ms") >= 0
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "request",
        "level": "info",
        "method": "GET",
        "path": "/things/x",
        "status": 200,
        "request_id": answer.headers["x-request-id"],
    }


async def test_probes_leave_no_lines(client, log_as):
    written = log_as("json")
    for path in ("/healthz", "/readyz", "/metrics"):
        assert (await client.get(path)).status_code == 200
    assert written() == ""


def answers(route: str, status: int = 200) -> float:
    labels = {"method": "GET", "route": route, "status": str(status)}
    return REGISTRY.get_sample_value("gatehouse_http_requests_total", labels) or 0


async def test_metrics_count_by_route_so_that_paths_cannot_fill_the_memory(http, client):
    before, unknown = answers("/things/{name}"), answers("unmatched", 404)
    for number in range(20):
        await http.get(f"/things/{number}")
        await http.get(f"/nowhere/{number}")
    assert answers("/things/{name}") == before + 20
    assert answers("unmatched", 404) == unknown + 20
    page = (await client.get("/metrics")).text
    assert 'gatehouse_http_requests_total{method="GET",route="/things/{name}",status="200"}' in page
    assert "/nowhere/" not in page


async def test_the_whole_applications_unknown_paths_share_their_series(client):
    for number in range(3):
        await client.get(f"/identity/no-such-{number}")
        await client.get(f"/no-such-page-{number}")
        await client.get(f"/assets/no-such-{number}.js")
    page = (await client.get("/metrics")).text
    assert "gatehouse_http_requests_total{" in page
    assert "no-such" not in page


async def test_a_refused_method_does_not_make_a_series_of_its_own(client):
    await client.request("BREW", "/healthz")
    page = (await client.get("/metrics")).text
    assert "BREW" not in page
    assert 'gatehouse_http_requests_total{method="other",route="/healthz",status="405"}' in page


@pytest.mark.parametrize(
    ("token", "given", "status"),
    [
        (None, None, 404),
        ("the-token", None, 404),
        ("the-token", "Bearer wrong", 404),
        ("the-token", "Bearer the-token", 200),
    ],
)
async def test_metrics_of_a_production_process_need_the_token(
    settings, database, token, given, status
):
    strict = changed(settings, env="production", metrics_token=SecretStr(token) if token else None)
    resources = Resources()
    add_settings(resources, strict)
    resources.add(Database, database)
    headers = {"authorization": given} if given else {}
    async with browse(probes, strict, resources) as http:
        answer = await http.get("/metrics", headers=headers)
    assert answer.status_code == status
