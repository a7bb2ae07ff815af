"""The Ed25519 key of license files: encrypted at rest, its public half published for tools to ship with.

It is none of the keys that sign tokens: a tool trusts it for years, and nothing else may be signed with it.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box, token_hash
from gatehouse.kit.db import Command, Database, Query, Scope
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.resources import Resources
from gatehouse.kit.sealed import SealedColumn

PRIVATE_KEYS = SealedColumn("license_signing_keys", "sealed_private")


@dataclass(frozen=True, slots=True)
class StoredLicenseKey:
    id: str
    public_key: bytes
    sealed_private: bytes


KEYS = Query(
    StoredLicenseKey,
    "select id, public_key, sealed_private from license_signing_keys order by created_at desc",
)
ADD_KEY = Command(
    """
    insert into license_signing_keys (id, public_key, sealed_private, created_at)
    values ($1, $2, $3, $4) on conflict do nothing
    """
)


def encode_canonical_json(value: Mapping[str, Any]) -> bytes:
    """JSON as RFC 8785 has it, for texts, integers, true, false, null, lists and objects: sorted names,
    nothing between, UTF-8. All names here are ASCII, so sorting by code point is sorting by UTF-16."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def encode_base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def compute_key_id(public: bytes) -> str:
    """What files name an Ed25519 key by."""
    return encode_base64url(token_hash(encode_base64url(public))[:12])


class LicenseKeys:
    """The keys, read or made when they are first needed."""

    @classmethod
    def for_process(cls, resources: Resources) -> Self:
        return cls(resources[Database], resources[Box], resources[ExternalIds])

    def __init__(self, database: Database, box: Box, external_ids: ExternalIds) -> None:
        self._database = database
        self._external_ids = external_ids
        self._box = box
        self._keys: list[StoredLicenseKey] = []
        self._private: Ed25519PrivateKey | None = None

    async def sign_file(self, license_file: Mapping[str, Any]) -> dict[str, Any]:
        """The file as it is sent: with the id of the key inside what is signed."""
        private = await self._get_private_key()
        named = await self._external_ids.replace_in_claims(dict(license_file))
        content = {**named, "keyId": self._keys[0].id}
        signature = encode_base64url(private.sign(encode_canonical_json(content)))
        return {"license": content, "algorithm": "Ed25519", "signature": signature}

    async def list_public_keys(self) -> list[dict[str, str]]:
        """The public keys as JWKs (RFC 8037), the current signing key first."""
        await self._get_private_key()
        return [
            {
                "kty": "OKP",
                "crv": "Ed25519",
                "alg": "EdDSA",
                "use": "sig",
                "kid": key.id,
                "x": encode_base64url(key.public_key),
            }
            for key in self._keys
        ]

    async def _get_private_key(self) -> Ed25519PrivateKey:
        if self._private is None:
            self._keys = await self._load_or_create_keys()
            self._private = self._decrypt_private_key(self._keys[0])
        return self._private

    async def _load_or_create_keys(self) -> list[StoredLicenseKey]:
        """Of several processes that need the first key at once, one makes it."""
        async with self._database.transaction(Scope.system()) as db:
            keys = await KEYS.all(db)
            if keys:
                return keys
            await take_lock(db, Lock.LICENSE_SIGNING_KEYS)
            keys = await KEYS.all(db)
            if not keys:
                made = self._generate_key()
                await ADD_KEY.run(db, made.id, made.public_key, made.sealed_private, clock.now())
                keys = [made]
            return keys

    def _generate_key(self) -> StoredLicenseKey:
        private = Ed25519PrivateKey.generate()
        public = private.public_key().public_bytes_raw()
        key_id = compute_key_id(public)
        sealed = PRIVATE_KEYS.seal(self._box, key_id, private.private_bytes_raw())
        return StoredLicenseKey(key_id, public, sealed)

    def _decrypt_private_key(self, key: StoredLicenseKey) -> Ed25519PrivateKey:
        try:
            raw = PRIVATE_KEYS.open(self._box, key.id, key.sealed_private)
        except ValueError:
            raise ConfigurationError(
                "The key of license files cannot be decrypted. Set GATEHOUSE_SECRET_KEY to the key it was "
                "stored with, or add that key to GATEHOUSE_PREVIOUS_SECRET_KEYS."
            ) from None
        return Ed25519PrivateKey.from_private_bytes(raw)
