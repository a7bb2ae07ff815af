"""License keys as people bring them, to the client package, the server, an import and a relay."""

import json
from pathlib import Path

import httpx
import pytest

from gatehouse.licensing.licenses import identifiers
from gatehouse_license import License, license_key
from tests.license_client.conftest import NOWHERE, VECTORS

KEYS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "license-keys.json").read_text(encoding="utf-8")
)["cases"]


@pytest.mark.parametrize("case", KEYS, ids=lambda case: case["says"])
def test_client_and_server_read_a_key_alike(case):
    assert license_key.normalize_key(case["given"]) == case["key"]
    assert identifiers.normalize_license_key(case["given"]) == case["key"]


def spellings(key: str) -> list[str]:
    """The cases of a key of ours, for the one that the server has."""
    found = []
    for case in (case for case in KEYS if case["key"] == KEYS[0]["given"]):
        letters = iter(key.replace("-", ""))
        text = ""
        for one in case["given"]:
            letter = next(letters) if one.isalnum() else one
            text += letter.lower() if one.islower() else letter
        found.append(text)
    return found


async def test_a_tool_is_licensed_with_every_spelling(new_tool, key):
    for given in spellings(key):
        standing = await (await new_tool(key=given)).check(fresh=True)
        assert (standing.code, given) == ("VALID", given)


async def test_other_clients_are_licensed_with_every_spelling(client, key):
    for given in (text for text in spellings(key) if "\n" not in text):
        header = f"License {given}".encode()
        answer = await client.post(
            "/api/v1/license/validate", json={}, headers={b"authorization": header}
        )
        assert (answer.json()["code"], given) == ("VALID", given)


@pytest.mark.parametrize(
    "given",
    [
        "\u043a\u043b\u044e\u0447 \u043b\u0438\u0446\u0435\u043d\u0437\u0438\u0438",
        "GH-\u0410AAAAAAA-AAAAAAAA-AAAAAAAA-AAAAAAAA",
        "short",
    ],
)
def test_what_can_be_no_key_is_refused_without_a_call(given, tmp_path):
    def fail(request: httpx.Request) -> httpx.Response:
        raise AssertionError(request.url)

    tool = License(
        "https://license.test", given, VECTORS["keys"], subject="ann", folder=tmp_path,
        environ=NOWHERE, http=httpx.Client(transport=httpx.MockTransport(fail)),
    )  # fmt: skip
    assert tool.check().code == "UNKNOWN_KEY"
