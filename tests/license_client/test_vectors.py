"""The cases of `vectors/license-files.json`, which clients in other languages run, too. Nothing here has a
network: there is no server to ask."""

import json
import time
from datetime import datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gatehouse.licensing.license_api import signing
from gatehouse_license import FileRefused, License, PublicKeys, read_file
from gatehouse_license.canonical import canonical
from tests.license_client.conftest import NOWHERE, VECTORS

GOOD: str = VECTORS["cases"][0]["file"]
KEYS = PublicKeys(VECTORS["keys"])


def checked(step: dict[str, Any], subject: str, tmp_path) -> str:
    """A tool starts, checks the file that lies there, and ends."""
    (tmp_path / "license.json").write_bytes(step["file"].encode())
    with License(
        None, None, VECTORS["keys"], subject=subject, file=tmp_path / "license.json",
        folder=tmp_path / "kept", clock=lambda: datetime.fromisoformat(step["now"]), environ=NOWHERE,
    ) as tool:  # fmt: skip
        return tool.check().code


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["says"])
def test_cases(case, tmp_path):
    for step in case.get("before", []):
        assert checked(step, case["subject"], tmp_path) == step["answer"]
    assert checked(case, case["subject"], tmp_path) == case["answer"]


@pytest.mark.parametrize("case", VECTORS["canonical"], ids=lambda case: case["text"][:30])
def test_what_is_signed_for_a_value(case):
    assert (
        canonical(case["value"])
        == signing.encode_canonical_json(case["value"])
        == case["text"].encode()
    )


def test_each_byte_counts():
    read_file(GOOD.encode(), KEYS)
    for place, byte in enumerate(GOOD.encode()):
        for other in {byte ^ 1, byte ^ 0x20, 0x30} - {byte}:
            changed = bytearray(GOOD.encode())
            changed[place] = other
            with pytest.raises(FileRefused):
                read_file(bytes(changed), KEYS)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_that_windows_has_saved_is_read(encoding):
    assert read_file(GOOD.encode(encoding), KEYS) == read_file(GOOD.encode(), KEYS)


def test_a_file_is_checked_in_a_moment():
    """The quickest of many: what else the machine does is not the tool's."""
    taken = []
    for _ in range(50):
        began = time.process_time()
        read_file(GOOD.encode(), KEYS)
        taken.append(time.process_time() - began)
    assert min(taken) < 0.005


def test_the_keys_are_those_of_the_standard():
    """So that anybody can make more cases."""
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(VECTORS["privateKeys"]["shipped"]))
    published = signing.encode_base64url(private.public_key().public_bytes_raw())
    assert [key["x"] for key in VECTORS["keys"]["keys"]] == [published]
    assert published == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"


@pytest.mark.parametrize(
    "document",
    [{"keys": []}, {"keys": [{"kty": "EC", "crv": "P-256", "kid": "a", "x": "AA"}]},
     {"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "a", "x": "AA"}]}],
)  # fmt: skip
def test_a_tool_without_a_key_to_trust_does_not_start(document):
    with pytest.raises(ValueError, match=r"key|bytes"):
        PublicKeys(document)


def test_what_a_file_says():
    file = read_file(GOOD.encode(), KEYS)
    content = json.loads(GOOD)["license"]
    assert (file.customer, file.max_seats, file.entitlements) == ("Acme", 10, ("teams",))
    assert file.dates == {name: content[name] for name in file.dates}
