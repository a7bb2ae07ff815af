"""The two signature algorithms of access tokens: ES256 (RFC 7518 §3.4) and RS256 (§3.3)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.sealed import SealedColumn

PrivateKey = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey

ECDSA_SHA256 = ec.ECDSA(SHA256())
HALF = 32  # bytes of each half of an ES256 signature
RSA_BITS = 2048


class VerifyingKey(Protocol):
    algorithm: str

    def verify(self, signature: bytes, signed: bytes) -> None:
        """Returns when the signature is right; `InvalidSignature` or `ValueError`."""


class SigningKey(VerifyingKey, Protocol):
    """A private key, which also verifies what it has signed."""

    private: Any

    def sign(self, data: bytes) -> bytes: ...


def verify_es256(key: ec.EllipticCurvePublicKey, signature: bytes, signed: bytes) -> None:
    """Raises `InvalidSignature`, `ValueError`."""
    if len(signature) != 2 * HALF:
        raise ValueError("not an ES256 signature")
    r, s = int.from_bytes(signature[:HALF]), int.from_bytes(signature[HALF:])
    key.verify(encode_dss_signature(r, s), signed, ECDSA_SHA256)


def verify_rs256(key: rsa.RSAPublicKey, signature: bytes, signed: bytes) -> None:
    """Raises `InvalidSignature`."""
    key.verify(signature, signed, padding.PKCS1v15(), SHA256())


class Es256:
    algorithm = "ES256"

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self._public = self.private.public_key()

    def sign(self, data: bytes) -> bytes:
        r, s = decode_dss_signature(self.private.sign(data, ECDSA_SHA256))
        return r.to_bytes(HALF) + s.to_bytes(HALF)

    def verify(self, signature: bytes, signed: bytes) -> None:
        verify_es256(self._public, signature, signed)


class Rs256:
    algorithm = "RS256"

    def __init__(self, private: rsa.RSAPrivateKey | None = None) -> None:
        self.private = private or rsa.generate_private_key(65537, RSA_BITS)
        self._public = self.private.public_key()

    def sign(self, data: bytes) -> bytes:
        return self.private.sign(data, padding.PKCS1v15(), SHA256())

    def verify(self, signature: bytes, signed: bytes) -> None:
        verify_rs256(self._public, signature, signed)


ALGORITHMS: dict[str, type[Es256] | type[Rs256]] = {"ES256": Es256, "RS256": Rs256}


def wrap_private_key(private: Any) -> SigningKey:
    """The signing key of a stored private key."""
    if isinstance(private, ec.EllipticCurvePrivateKey):
        return Es256(private)
    return Rs256(private)


ES256 = "ES256"
PUBLISH_AHEAD = timedelta(minutes=10)
RELOAD_AFTER = timedelta(minutes=1)
KEPT_AFTER_USE = timedelta(hours=25)  # more than the longest life of an access token

Tell = Callable[[Db, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class StoredTokenKey:
    id: str
    public_jwk: dict[str, Any]
    sealed_private: bytes
    active_from: datetime

    @property
    def algorithm(self) -> str:
        return str(self.public_jwk["alg"])


PRIVATE_KEYS = SealedColumn("signing_keys", "sealed_private")

KEYS = Query(StoredTokenKey, "select * from signing_keys order by active_from")
ADD_KEY = Command(
    "insert into signing_keys (id, public_jwk, sealed_private, created_at, active_from)"
    " values ($1, $2, $3, $4, $5)",
)
# Access tokens of machines live longer than a key signs: theirs stays, so that it is published as long.
DELETE_KEYS_BEFORE = Command(
    """
    delete from signing_keys k where k.active_from < $1 and k.public_jwk ->> 'alg' = $2
      and not exists (select from api_tokens t where t.signing_key_id = k.id)
    """
)


async def _make_signing_key(algorithm: str) -> SigningKey:
    """Generate a key before a connection is acquired: a large prime takes some tenths of a second to find."""
    check_no_connection_held("key")
    key: SigningKey = await asyncio.to_thread(ALGORITHMS[algorithm])
    return key


class KeyRing:
    """The keys in memory; read again each minute, and when a token names a key not known yet."""

    def __init__(self, database: Database, box: Box) -> None:
        self._database = database
        self._box = box
        self._keys: list[StoredTokenKey] = []
        self._opened: dict[str, SigningKey] = {}
        self._algorithms: set[str] = {ES256}
        self._loaded_at: datetime | None = None
        self._reading = asyncio.Lock()

    async def load(self) -> None:
        """Read the keys; make the first one of each algorithm that is used."""
        async with self._database.transaction(Scope.system()) as db:
            keys = await KEYS.all(db)
        for algorithm in sorted(self._lacking(keys)):
            keys = await self._add_first(algorithm)
        self._opened = {key.id: self._opened.get(key.id) or self._open(key) for key in keys}
        self._keys = keys
        self._loaded_at = clock.now()

    async def have(self, algorithms: Sequence[str]) -> None:
        """Keys of these algorithms, read or made if they are not known yet."""
        self._algorithms.update(algorithms)
        if self._lacking(self._keys):
            await self.load()

    def _lacking(self, keys: Sequence[StoredTokenKey]) -> set[str]:
        return self._algorithms - {key.algorithm for key in keys}

    def _open(self, key: StoredTokenKey) -> SigningKey:
        try:
            secret = PRIVATE_KEYS.open(self._box, key.id, key.sealed_private)
        except ValueError:
            raise ConfigurationError(
                "The signing keys cannot be decrypted. Set GATEHOUSE_SECRET_KEY to the key they were "
                "stored with, or add that key to GATEHOUSE_PREVIOUS_SECRET_KEYS."
            ) from None
        return wrap_private_key(load_der_private_key(secret, None))

    async def rotate(self, algorithm: str = ES256, *, tell: Tell | None = None) -> str:
        """Publish a new key that signs from `PUBLISH_AHEAD` on; delete keys whose tokens have expired. `tell`
        is called in the same transaction."""
        made = await _make_signing_key(algorithm)
        async with self._database.transaction(Scope.system()) as db:
            await take_lock(db, Lock.SIGNING_KEYS)
            now = clock.now()
            known = [key for key in await KEYS.all(db) if key.algorithm == algorithm]
            if known and known[-1].active_from < now - KEPT_AFTER_USE:
                await DELETE_KEYS_BEFORE.run(db, known[-1].active_from, algorithm)
            key_id = await self._add(db, made, active_from=now + PUBLISH_AHEAD)
            if tell:
                await tell(db, key_id)
        await self.load()
        return key_id

    async def _add_first(self, algorithm: str) -> list[StoredTokenKey]:
        """Create the first key and return all keys. Of several processes that start concurrently, one creates
        it."""
        made = await _make_signing_key(algorithm)
        async with self._database.transaction(Scope.system()) as db:
            await take_lock(db, Lock.SIGNING_KEYS)
            keys = await KEYS.all(db)
            if algorithm in {key.algorithm for key in keys}:
                return keys
            await self._add(db, made, active_from=clock.now())
            return await KEYS.all(db)

    async def _add(self, db: Db, made: SigningKey, active_from: datetime) -> str:
        from joserfc.jwk import ECKey, RSAKey  # 7 MB that only the making of a key needs

        algorithm, private = made.algorithm, made.private
        kind = ECKey if algorithm == ES256 else RSAKey
        public = kind.import_key(private.public_key())
        key_id = public.thumbprint()
        jwk = {**public.as_dict(private=False), "kid": key_id, "alg": algorithm, "use": "sig"}
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

    def current(self, algorithm: str = ES256) -> tuple[str, SigningKey]:
        """The key that signs now, with its id."""
        now = clock.now()
        for key in reversed(self._keys):
            if key.algorithm == algorithm and key.active_from <= now:
                return key.id, self._opened[key.id]
        first = next(key for key in self._keys if key.algorithm == algorithm)
        return first.id, self._opened[first.id]

    def find(self, key_id: str) -> VerifyingKey | None:
        return self._opened.get(key_id)

    def jwks(self, first: Sequence[str] = (ES256,)) -> dict[str, Any]:
        """The published set (RFC 7517); the signing key of the first algorithm leads, because some
        verifiers read only that."""
        leading = {self.current(algorithm)[0]: place for place, algorithm in enumerate(first)}
        ordered = sorted(self._keys, key=lambda key: leading.get(key.id, len(leading)))
        return {"keys": [key.public_jwk for key in ordered]}

    def public_pem(self, algorithm: str) -> str:
        """The public half of the key that signs now."""
        public = self.current(algorithm)[1].private.public_key()
        pem: bytes = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        return pem.decode()
