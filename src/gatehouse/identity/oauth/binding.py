"""Binding of tokens to a DPoP key (RFC 9449 §5)."""

import base64
import hashlib
import hmac
from collections.abc import Sequence

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gatehouse.access.dpop import DpopProof, mark_proof_used
from gatehouse.identity.oauth.errors import InvalidDpopProof, NonceNeeded
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application

NONCE_SECONDS = 300


class DpopNonces:
    """DPoP nonces, one per five minutes, computed alike by every process; the nonce of the previous five
    minutes is accepted too."""

    def __init__(self, secrets: Sequence[str]) -> None:
        kdf = HKDF(SHA256(), 32, salt=None, info=b"gatehouse dpop nonces")
        self._key = kdf.derive(secrets[0].encode())

    def current_nonce(self) -> str:
        return self._nonce_of_period(self._current_period())

    def is_current(self, nonce: str) -> bool:
        now = self._current_period()
        return any(
            equal_in_constant_time(nonce.encode(), self._nonce_of_period(number).encode())
            for number in (now, now - 1)
        )

    def _current_period(self) -> int:
        return int(clock.now().timestamp()) // NONCE_SECONDS

    def _nonce_of_period(self, number: int) -> str:
        digest = hmac.digest(self._key, number.to_bytes(8), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:18]).decode()


async def verify_dpop_binding(
    db: Db,
    resources: Resources,
    application: Application,
    proof: DpopProof | None,
    expected: str | None = None,
) -> str | None:
    """Return the thumbprint of the key of the DPoP proof, or None when there is no proof and none is
    required. Raises `InvalidDpopProof` when a required proof is missing, was used before or has another key
    than `expected`, and `NonceNeeded` when it lacks a current nonce. Needs the system scope."""
    if proof is None:
        if expected or application.dpop_bound_access_tokens:
            raise InvalidDpopProof("A DPoP proof is required")
        return None
    if expected and proof.thumbprint != expected:
        raise InvalidDpopProof("The DPoP proof was signed with a different key")
    _check_dpop_nonce(resources, application, proof)
    if not await mark_proof_used(db, proof):
        raise InvalidDpopProof("The DPoP proof was already used")
    return proof.thumbprint


def _check_dpop_nonce(resources: Resources, application: Application, proof: DpopProof) -> None:
    nonces = resources[DpopNonces]
    if proof.nonce is None and not application.dpop_nonce:
        return
    if proof.nonce is None or not nonces.is_current(proof.nonce):
        headers = {"dpop-nonce": nonces.current_nonce()}
        raise NonceNeeded(
            "Retry with a DPoP proof that contains the nonce of the header", headers=headers
        )
