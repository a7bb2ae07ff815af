"""The public keys that a tool is shipped with."""

import base64
import hashlib
from collections.abc import Mapping
from typing import Any, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def base64url(text: object, size: int) -> bytes:
    """Base64url without padding, written the one way that there is; `ValueError`."""
    if not isinstance(text, str):
        raise ValueError("no text")
    raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if len(raw) != size or base64.urlsafe_b64encode(raw).rstrip(b"=").decode() != text:
        raise ValueError("not the bytes that were expected")
    return raw


class PublicKeys:
    """By their ids, as `/.well-known/gatehouse-license-keys.json` has them. Ship that document with the
    tool: keys that are fetched where the tool runs could be anybody's."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """`ValueError` when it has no key of license files."""
        self._keys = {
            str(key["kid"]): Ed25519PublicKey.from_public_bytes(base64url(key["x"], 32))
            for key in document["keys"]
            if key.get("kty") == "OKP" and key.get("crv") == "Ed25519"
        }
        if not self._keys:
            raise ValueError("no public key of license files")

    @classmethod
    def of_relay(cls, key: object) -> Self:
        """The one that the vendor's file for a relay names; `ValueError`."""
        base64url(key, 32)
        named = hashlib.sha256(str(key).encode()).digest()[:12]
        kid = base64.urlsafe_b64encode(named).decode()
        return cls({"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": key}]})

    def __contains__(self, key_id: object) -> bool:
        return key_id in self._keys

    def fits(self, key_id: str, signature: bytes, message: bytes) -> bool:
        try:
            self._keys[key_id].verify(signature, message)
        except InvalidSignature:
            return False
        return True
