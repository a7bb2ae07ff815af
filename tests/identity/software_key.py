"""A security key in memory: makes ES256 keys and answers challenges, as a browser would send it on."""

import hashlib
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from tests.conftest import ORIGIN

USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL = 0x01, 0x04, 0x40


def text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def plain(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


class SoftwareKey:
    """One credential; what it says of itself can be bent for a test."""

    def __init__(self, *, verifies: bool = True, origin: str = ORIGIN) -> None:
        self.origin = origin
        self.verifies = verifies
        self.count = 0
        self.id = os.urandom(16)
        self.user_handle = b""
        self.says: dict[str, Any] = {}  # besides, of where it is used
        self.public: bytes | None = None  # in place of the key's own
        self._private = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.create`."""
        self.user_handle = plain(options["user"]["id"])
        numbers = self._private.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        credential = (
            bytes(16) + len(self.id).to_bytes(2) + self.id + (self.public or cbor2.dumps(public))
        )
        data = self._data(options["rp"]["id"], HAS_CREDENTIAL) + credential
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        client = self._client("webauthn.create", options["challenge"])
        response = {
            "clientDataJSON": text(client),
            "attestationObject": text(cbor2.dumps(attestation)),
        }
        return {"id": text(self.id), "response": response}

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.get`."""
        self.count += 1
        data = self._data(options["rpId"])
        client = self._client("webauthn.get", options["challenge"])
        signature = self._private.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": text(client),
            "authenticatorData": text(data),
            "signature": text(signature),
            "userHandle": text(self.user_handle),
        }
        return {"id": text(self.id), "response": response}

    def _data(self, rp_id: str, flags: int = 0) -> bytes:
        flags |= USER_PRESENT | (USER_VERIFIED if self.verifies else 0)
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin}
        return orjson.dumps(said | self.says)
