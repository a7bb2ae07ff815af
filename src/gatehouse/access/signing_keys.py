"""Signing keys: ES256, encrypted at rest, published before they sign and until their tokens are dead."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
)

from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.sealed import SealedColumn

KEY_LOCK = 0x6B65_7973
PUBLISH_AHEAD = timedelta(minutes=10)
RELOAD_AFTER = timedelta(minutes=1)
KEPT_AFTER_USE = timedelta(hours=2)  # more than the longest life of an access token


@dataclass(frozen=True, slots=True)
class StoredKey:
    id: str
    public_jwk: dict[str, Any]
    sealed_private: bytes
    active_from: datetime


PRIVATE_KEYS = SealedColumn("signing_keys", "sealed_private")

KEYS = Query(StoredKey, "select * from signing_keys order by active_from")
ADD_KEY = Command(
    "insert into signing_keys (id, public_jwk, sealed_private, created_at, active_from)"
    " values ($1, $2, $3, $4, $5)",
)
DELETE_KEYS_BEFORE = Command("delete from signing_keys where active_from < $1")
LOCK_KEYS = Command("select pg_advisory_xact_lock($1)")


class KeyRing:
    """The keys in memory; read again each minute, and when a token names a key not known yet."""

    def __init__(self, database: Database, box: Box) -> None:
        self._database = database
        self._box = box
        self._keys: list[StoredKey] = []
        self._private: dict[str, ec.EllipticCurvePrivateKey] = {}
        self._public: dict[str, ec.EllipticCurvePublicKey] = {}
        self._loaded_at: datetime | None = None
        self._reading = asyncio.Lock()

    async def load(self) -> None:
        """Read the keys; make the first one when there is none."""
        async with self._database.transaction(Scope.system()) as db:
            keys = await KEYS.all(db)
            if not keys:
                await LOCK_KEYS.run(db, KEY_LOCK)
                keys = await KEYS.all(db)
            if not keys:
                await self._add(db, active_from=clock.now())
                keys = await KEYS.all(db)
        self._private = {key.id: self._private.get(key.id) or self._opened(key) for key in keys}
        self._public = {name: private.public_key() for name, private in self._private.items()}
        self._keys = keys
        self._loaded_at = clock.now()

    def _opened(self, key: StoredKey) -> ec.EllipticCurvePrivateKey:
        try:
            secret = PRIVATE_KEYS.open(self._box, key.id, key.sealed_private)
        except ValueError:
            raise ConfigurationError(
                "The signing keys cannot be decrypted. Set GATEHOUSE_SECRET_KEY to the key they were "
                "stored with, or add that key to GATEHOUSE_PREVIOUS_SECRET_KEYS."
            ) from None
        private = load_der_private_key(secret, None)
        assert isinstance(private, ec.EllipticCurvePrivateKey)  # noqa: S101
        return private

    async def rotate(self) -> str:
        """Publish a new key that signs from `PUBLISH_AHEAD` on; forget keys whose tokens are dead."""
        async with self._database.transaction(Scope.system()) as db:
            await LOCK_KEYS.run(db, KEY_LOCK)
            now = clock.now()
            newest = (await KEYS.all(db))[-1]
            if newest.active_from < now - KEPT_AFTER_USE:
                await DELETE_KEYS_BEFORE.run(db, newest.active_from)
            key_id = await self._add(db, active_from=now + PUBLISH_AHEAD)
        await self.load()
        return key_id

    async def _add(self, db: Db, active_from: datetime) -> str:
        from joserfc.jwk import ECKey  # 7 MB that only the making of a key needs

        private = ec.generate_private_key(ec.SECP256R1())
        public = ECKey.import_key(private.public_key())
        key_id = public.thumbprint()
        jwk = {**public.as_dict(private=False), "kid": key_id, "alg": "ES256", "use": "sig"}
        secret = private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        sealed = PRIVATE_KEYS.seal(self._box, key_id, secret)
        await ADD_KEY.run(db, key_id, jwk, sealed, clock.now(), active_from)
        return key_id

    async def refresh(self) -> None:
        """Read the keys again unless that was done within the last minute."""
        if self._fresh():
            return
        async with self._reading:
            if not self._fresh():
                await self.load()

    def _fresh(self) -> bool:
        return self._loaded_at is not None and clock.now() - self._loaded_at <= RELOAD_AFTER

    def current(self) -> tuple[str, ec.EllipticCurvePrivateKey]:
        now = clock.now()
        active = [key for key in self._keys if key.active_from <= now] or self._keys[:1]
        return active[-1].id, self._private[active[-1].id]

    def public(self, key_id: str) -> ec.EllipticCurvePublicKey | None:
        return self._public.get(key_id)

    def jwks(self) -> dict[str, Any]:
        """The published set (RFC 7517); the signing key first, because some verifiers read only that."""
        current, _ = self.current()
        ordered = sorted(self._keys, key=lambda key: key.id != current)
        return {"keys": [key.public_jwk for key in ordered]}
