"""Refusals in their documented shapes, and no more told than they say."""

import logging
from typing import Annotated

import orjson
import pytest
import structlog
from fastapi import Path
from pydantic import Field

from gatehouse.kit.errors import Conflict, NotFound, TooManyRequests
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Name, Text, Wire
from tests.small_app import browse

SECRET = "correct-horse-battery-staple"
router = Router()


class Thing(Wire):
    name: Name
    note: Text = ""
    count: int = Field(1, ge=1, le=10)
    labels: dict[str, int] = Field({})


class NameTaken(Conflict):
    code = "things.name_taken"


@router.post("/things")
@router.post("/api/v1/things")
async def add_thing(data: Thing) -> dict[str, str]:
    if data.name == "taken":
        raise NameTaken("There is a thing of this name", name=data.name)
    return {"name": data.name}


@router.get("/things/{number}")
async def get_thing(number: Annotated[int, Path(le=1000)]) -> None:
    raise NotFound("There is no such thing", number=number)


@router.get("/busy")
@router.get("/api/v1/busy")
async def be_busy() -> None:
    raise TooManyRequests("Later", headers={"retry-after": "7"})


@router.get("/broken")
@router.get("/api/v1/broken")
async def break_down() -> None:
    password = SECRET
    raise RuntimeError(f"no use for {len(password)} characters\x1b[2J\r\nINFO all is well")


@pytest.fixture
async def http(settings):
    async with browse(router, settings) as opened:
        yield opened


async def test_a_refusal_has_text_code_and_context(http):
    answer = await http.post("/things", json={"name": "taken"})
    assert answer.status_code == 409
    assert answer.json() == {
        "errors": ["There is a thing of this name"],
        "errorCode": "things.name_taken",
        "errorCodes": ["things.name_taken"],
        "context": {"name": "taken"},
    }


async def test_the_licensing_portal_reads_plain_text(http, log_as):
    log_as("json")
    answer = await http.post("/api/v1/things", json={"name": "taken"})
    assert (answer.status_code, answer.text) == (409, "There is a thing of this name")
    assert answer.headers["content-type"].startswith("text/plain")
    malformed = await http.post("/api/v1/things", json={"count": 11})
    assert malformed.status_code == 400
    assert malformed.text == (
        "name: Field required, count: Input should be less than or equal to 10"
    )
    broken = await http.get("/api/v1/broken")
    assert (broken.status_code, broken.text) == (
        500,
        "We're facing some difficulties, Please try again",
    )


@pytest.mark.parametrize("path", ["/busy", "/api/v1/busy"])
async def test_a_refusal_may_say_when_to_come_again(http, path):
    answer = await http.get(path)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")


async def test_malformed_fields_are_named_with_stable_codes(http):
    answer = await http.post("/things", json={"count": 0})
    assert answer.status_code == 400
    assert answer.json() == {
        "errors": ["name: Field required", "count: Input should be greater than or equal to 1"],
        "errorCode": "ER-076ba1de",
        "errorCodes": ["ER-076ba1de", "ER-cb669f04"],
        "context": {},
    }


@pytest.mark.parametrize(
    "body",
    [
        "{",
        '{"name": "x",}',
        '{"name": "x", "labels": {"y": NaN}}',
        "\x00",
        "9" * 5000,
        "[" * 100_000,
        "[" * 250 + "]" * 250,
        '{"name": "x", "deep": %s}' % ('{"a":' * 250 + "1" + "}" * 250),
    ],
)  # fmt: skip
async def test_a_body_that_is_no_json_is_refused(http, body):
    answer = await http.post("/things", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["errors"] == ["The body is not valid JSON"]


async def test_json_may_begin_with_a_byte_order_mark(http):
    body = '{"name": "Jürgen"}'.encode("utf-8-sig")
    answer = await http.post("/things", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()) == (200, {"name": "Jürgen"})


@pytest.mark.parametrize(
    "body",
    [
        "",
        '{"name": "\\ud800"}',
        '{"name": "x", "labels": {"\\ud800": "no number"}}',
        '{"name": "x", "labels": {"\\u0000": "no number"}}',
        '{"name": "x", "count": 1e400}',
        '{"name": "x", "count": 99999999999999999999999999}',
        '{"name": "x", "count": NaN}',
        '{"name": "NUL\\u0000"}',
        '{"name": "first line\\nsecond line"}',
        '{"name": "x", "note": "bell\\u0007"}',
        '{"name": "%s"}' % ("x" * 201),
    ],
)  # fmt: skip
async def test_odd_values_are_refused_not_stumbled_over(http, body):
    answer = await http.post("/things", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["errorCode"].startswith("ER-")


async def test_a_text_may_have_lines(http):
    answer = await http.post("/things", json={"name": " x ", "note": "first\n\tsecond"})
    assert (answer.status_code, answer.json()) == (200, {"name": "x"})


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "resource.not_found"),
        ("GET", "/things/7", 404, "resource.not_found"),
        ("GET", "/things/1001", 400, "ER-dd053468"),
        ("DELETE", "/busy", 405, "method.not_allowed"),
    ],
)
async def test_the_frameworks_own_refusals_have_the_same_shape(http, method, path, status, code):
    answer = await http.request(method, path)
    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert set(answer.json()) == {"errors", "errorCode", "errorCodes", "context"}


@pytest.mark.parametrize("form", ["console", "json"])
async def test_an_internal_error_is_in_the_log_and_not_in_the_answer(http, log_as, form):
    written = log_as(form)
    answer = await http.get("/broken?password=" + SECRET, headers={"cookie": f"token={SECRET}"})
    assert answer.status_code == 500
    assert answer.json() == {
        "errors": ["We're facing some difficulties, Please try again"],
        "errorCode": "server.error",
        "errorCodes": ["server.error"],
        "context": {},
    }
    log = written()
    assert "request failed" in log
    assert "RuntimeError: no use for 28 characters" in log
    assert "break_down" in log
    assert answer.headers["x-request-id"] in log
    assert SECRET not in log
    assert "\x1b[2J" not in log


@pytest.mark.parametrize("form", ["console", "json"])
async def test_a_caller_cannot_write_lines_of_their_own(http, log_as, form):
    written = log_as(form)
    await http.get(
        "/nowhere%0d%0a2026-01-01 [info] all is well%1b[2J%c2%9b%e2%80%a8", params={"t": SECRET}
    )
    [line] = written().splitlines()
    assert "all is well" in line
    assert line.isprintable()
    assert SECRET not in line


def test_secrets_are_masked_by_their_name(log_as):
    written = log_as("json")
    names = ("password", "new_password", "refreshToken", "clientSecret", "Authorization", "cookie")
    structlog.get_logger().info("happened", user="pat", **dict.fromkeys(names, SECRET))
    log = written()
    assert SECRET not in log
    assert orjson.loads(log)["user"] == "pat"
    assert log.count('"***"') == len(names)


def test_libraries_log_in_the_same_shape(log_as, monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])
    written = log_as("json")
    library = logging.getLogger("some.package")
    library.info("not worth a line")
    try:
        raise LookupError("nothing\nhere")
    except LookupError:
        library.exception("failed\r\n%s", "badly")
    [line] = [orjson.loads(line) for line in written().splitlines()]
    assert line["event"] == "failed\\r\\nbadly"
    assert (line["level"], line["logger"]) == ("error", "some.package")
    assert line["exception"].endswith("LookupError: nothing\nhere")
