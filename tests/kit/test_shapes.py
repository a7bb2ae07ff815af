"""Each router's errors have its own format, wherever it is mounted and wherever they are raised."""

import pytest
from fastapi import APIRouter

from gatehouse.kit.error_formats import OAUTH, PLAIN_TEXT, PLATFORM, SCIM
from gatehouse.kit.errors import Conflict, DomainError
from gatehouse.kit.schemas import Wire
from tests.small_app import browse

router = APIRouter()


class Thing(Wire):
    name: str


class GrantRefused(DomainError):
    code = "invalid_grant"


@router.post("/things")
@router.post("/api/v1/things")
async def add_thing(data: Thing) -> None:
    if data.name == "taken":
        raise Conflict("There is a thing of this name")
    if data.name == "used":
        raise GrantRefused("The code was used", headers={"retry-after": "7"})
    raise RuntimeError


def oauth(code: str, text: str) -> dict[str, object]:
    return {"error": code, "error_description": text, "errors": [text]}


def scim(status: int, text: str) -> dict[str, object]:
    return {
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
        "detail": text,
        "status": str(status),
    }


@pytest.mark.parametrize("path", ["/things", "/api/v1/things"])
@pytest.mark.parametrize(
    ("shape", "media_type", "taken", "malformed"),
    [
        (
            OAUTH,
            "application/json",
            oauth("invalid_request", "There is a thing of this name"),
            oauth("invalid_request", "name: Field required"),
        ),
        (
            SCIM,
            "application/scim+json",
            scim(409, "There is a thing of this name"),
            scim(400, "name: Field required"),
        ),
        (PLAIN_TEXT, "text/plain; charset=utf-8", "There is a thing of this name", "name: Field required"),
    ],
)  # fmt: skip
async def test_a_route_refuses_in_its_own_shape(
    settings, path, shape, media_type, taken, malformed
):
    async with browse(router, settings, shape=shape) as http:
        for body, status, told in (({"name": "taken"}, 409, taken), ({}, 400, malformed)):
            answer = await http.post(path, json=body)
            assert (answer.status_code, answer.headers["content-type"]) == (status, media_type)
            assert (answer.text if shape is PLAIN_TEXT else answer.json()) == told


async def test_a_code_of_the_protocol_is_told_as_it_is(settings):
    async with browse(router, settings, shape=OAUTH) as http:
        answer = await http.post("/things", json={"name": "used"})
        assert answer.json() == oauth("invalid_grant", "The code was used")
        assert answer.headers["retry-after"] == "7"
        broken = await http.post("/things", json={"name": "any"})
        assert (broken.status_code, broken.json()["error"]) == (500, "server_error")


async def test_the_shape_is_not_read_from_the_path(settings):
    """`/api/v1/things` of a platform's router speaks the platform's language."""
    async with browse(router, settings, shape=PLATFORM) as http:
        answer = await http.post("/api/v1/things", json={"name": "taken"})
        assert answer.json()["errorCode"] == "resource.conflict"


@pytest.mark.parametrize("prefix", ["", "/frontegg"])
async def test_an_unknown_path_is_refused_in_the_error_format_of_its_prefix(client, prefix):
    """Also by the layers before the routes, which know no route yet."""
    foreign = {"origin": "https://evil.test"}
    large = {"content-length": "9" * 9}
    for path, is_text in {
        "/api/v1/nothing": True,
        "/api/v1": True,
        "/api/v10": False,
        "/identity/nothing": False,
    }.items():
        answers = [
            await client.get(prefix + path),
            await client.post(prefix + path, headers=foreign),
            await client.post(prefix + path, headers=large),
            await client.get(prefix + path, headers={"content-length": "x"}),
        ]
        assert [answer.status_code for answer in answers] == [404, 403, 413, 400]
        for answer in answers:
            plain = answer.headers["content-type"].startswith("text/plain")
            assert plain is is_text, (path, answer.status_code)
            assert is_text or answer.json()["errorCode"]
