"""The license file that the vendor signed for this relay."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pydantic import ValidationError

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.licensing.license_api.license_file import STAMP, VERSION
from gatehouse.licensing.license_api.schemas import SignedLicenseFile
from gatehouse.licensing.license_api.signing import encode_canonical_json
from gatehouse.relay.key import RelayKey

MOST_BYTES = 65_536
PublicKeys = Mapping[str, Ed25519PublicKey]


class FileRefused(Exception):
    """`code` is one of those that tools know for license files, and `OTHER_RELAY`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class RelayFile:
    """`envelope`: as it came, for the tools that check it too. `content`: what is signed."""

    envelope: dict[str, Any]
    content: dict[str, Any]
    max_seats: int
    issued_at: datetime
    refresh_at: datetime
    expires_at: datetime
    valid_to: datetime | None


def read_public_keys(path: Path) -> tuple[PublicKeys, bytes]:
    """By their ids, and the document itself. Raises `ConfigurationError`."""
    try:
        text = path.read_bytes()
        keys = {
            str(one["kid"]): Ed25519PublicKey.from_public_bytes(_decode_base64url(one["x"]))
            for one in json.loads(text)["keys"]
            if one.get("crv") == "Ed25519"
        }
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read ({error.strerror}). Your vendor gives you this file, as the tool's "
            "public keys."
        ) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ConfigurationError(f"{path} holds no public keys of license files.") from None
    if not keys:
        raise ConfigurationError(f"{path} holds no public keys of license files.")
    return keys, text


def read_relay_file(text: bytes, keys: PublicKeys, own: RelayKey) -> RelayFile:
    """Its form, its signature, and that it is for this relay; not whether it counts now. Raises
    `FileRefused`."""
    try:
        envelope = _parse_license_envelope(text)
        signed = SignedLicenseFile.model_validate(envelope)
        content, written = envelope["license"], _decode_base64url(signed.signature)
    except (ValidationError, ValueError, RecursionError):
        raise FileRefused("MALFORMED", "The license file cannot be read") from None
    key = keys.get(signed.license.key_id)
    if key is None:
        raise FileRefused(
            "UNKNOWN_SIGNER", "The license file is signed with a key that is not known"
        )
    try:
        key.verify(written, encode_canonical_json(content))
    except (InvalidSignature, ValueError):
        raise FileRefused("CHANGED", "The license file was changed after it was signed") from None
    if signed.license.version != VERSION:
        raise FileRefused("UNKNOWN_VERSION", "The license file is for a newer version of the relay")
    if content.get("relayKey") != own.public:
        raise FileRefused(
            "OTHER_RELAY", f"The license file is not for this relay, whose key is {own.public}"
        )
    return _build_relay_file(envelope, content)


def _build_relay_file(envelope: dict[str, Any], content: dict[str, Any]) -> RelayFile:
    try:
        return RelayFile(
            envelope,
            content,
            content["maxSeats"],
            _parse_instant(content["issuedAt"]),
            _parse_instant(content["refreshAt"]),
            _parse_instant(content["expiresAt"]),
            _parse_instant(content["validTo"]) if content["validTo"] else None,
        )
    except (TypeError, ValueError):
        raise FileRefused("MALFORMED", "The license file cannot be read") from None


def _parse_license_envelope(text: bytes) -> dict[str, Any]:
    """An object without a name twice and without fractions. Raises `ValueError`."""
    if len(text) > MOST_BYTES:
        raise ValueError("too long")
    value = json.loads(
        text,
        object_pairs_hook=_refuse_duplicate_names,
        parse_float=_refuse_fraction,
        parse_constant=_refuse_fraction,
    )
    if not isinstance(value, dict) or set(value) != {"license", "algorithm", "signature"}:
        raise ValueError("no license file")
    return value


def _refuse_duplicate_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name twice")
    return made


def _refuse_fraction(text: str) -> Any:
    raise ValueError(f"not a whole number: {text}")


def _decode_base64url(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _parse_instant(text: str) -> datetime:
    return datetime.strptime(text, STAMP).replace(tzinfo=UTC)
