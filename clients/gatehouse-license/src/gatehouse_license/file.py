"""The license file, verified without a network."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self

from gatehouse_license import errors
from gatehouse_license.canonical import canonical, parse
from gatehouse_license.errors import FileRefused
from gatehouse_license.keys import PublicKeys, base64url

VERSION = 1
ALGORITHM = "Ed25519"
STAMP = "%Y-%m-%dT%H:%M:%SZ"
RELAY = "relay"
OF_THE_LICENSE = (
    "customer", "fingerprint", "name", "license_type", "is_trial", "max_seats", "entitlements", "valid_to",
)  # fmt: skip
DATES = ("issuedAt", "refreshAt", "expiresAt", "validTo")


@dataclass(frozen=True, slots=True)
class LicenseFile:
    """What a verified file says. `expires_at`: the last instant of the file; `valid_to`: of the license."""

    customer: str
    fingerprint: str
    name: str
    license_type: str
    is_trial: bool
    max_seats: int
    subject: str | None
    entitlements: tuple[str, ...]
    issued_at: datetime
    refresh_at: datetime
    expires_at: datetime
    valid_to: datetime | None
    key_id: str
    signature: str

    @classmethod
    def of(cls, content: Mapping[str, Any], signature: str) -> Self:
        """`KeyError`, `TypeError`, `ValueError` for what is no license file."""
        valid_to = content["validTo"]
        return cls(
            customer=_text(content["customer"]),
            fingerprint=_text(content["fingerprint"]),
            name=_text(content["name"]),
            license_type=_text(content["licenseType"]),
            is_trial=bool(content["isTrial"]),
            max_seats=int(content["maxSeats"]),
            subject=None if content["subject"] is None else _text(content["subject"]),
            entitlements=tuple(_text(one) for one in content["entitlements"]),
            issued_at=instant(content["issuedAt"]),
            refresh_at=instant(content["refreshAt"]),
            expires_at=instant(content["expiresAt"]),
            valid_to=None if valid_to is None else instant(valid_to),
            key_id=_text(content["keyId"]),
            signature=signature,
        )

    @property
    def dates(self) -> dict[str, str | None]:
        """As they are written in the file."""
        known = (self.issued_at, self.refresh_at, self.expires_at, self.valid_to)
        return {
            name: at.strftime(STAMP) if at else None for name, at in zip(DATES, known, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Newest:
    """What is remembered of the newest file that was ever taken: files from before it count no more."""

    issued_at: datetime
    signature: str | None = None
    dates: Mapping[str, str | None] | None = None


def read_file(text: bytes, keys: PublicKeys, newest: Newest | None = None) -> LicenseFile:
    """Its form and its signature; whether it counts at this moment says `check_file`. `FileRefused`.

    A file that a relay signed brings the vendor's file for that relay, and says nothing beyond it.
    """
    try:
        envelope = parse(text)
    except ValueError:
        raise refused(errors.MALFORMED) from None
    if RELAY not in envelope:
        file, relay_key = _verified(envelope, keys, newest)
        if relay_key is not None:
            raise refused(errors.OTHER_SUBJECT)
        return file
    by_vendor, relay_key = _verified(envelope.pop(RELAY), keys, None)
    if relay_key is None:
        raise refused(errors.UNKNOWN_SIGNER)
    file, _ = _verified(envelope, relay_key, newest)
    if not _is_within(file, by_vendor):
        raise refused(errors.CHANGED)
    return file


def _is_within(file: LicenseFile, by_vendor: LicenseFile) -> bool:
    """Whether a relay's file says what the vendor's says, and for no longer."""
    same = all(getattr(file, name) == getattr(by_vendor, name) for name in OF_THE_LICENSE)
    return (
        same and file.issued_at >= by_vendor.issued_at and file.expires_at <= by_vendor.expires_at
    )


def _verified(
    envelope: Any, keys: PublicKeys, newest: Newest | None
) -> tuple[LicenseFile, PublicKeys | None]:
    """The file, and the key of the relay that it is for."""
    try:
        content, written = envelope["license"], envelope["signature"]
        if set(envelope) != {"license", "algorithm", "signature"} or not isinstance(content, dict):
            raise ValueError("not a license file")
        message, key_id = canonical(content), _text(content["keyId"])
    except (KeyError, TypeError, ValueError, RecursionError):
        raise refused(errors.MALFORMED) from None
    if envelope["algorithm"] != ALGORITHM:
        raise refused(errors.UNKNOWN_ALGORITHM)
    if key_id not in keys:
        raise refused(errors.UNKNOWN_SIGNER)
    try:
        is_signed = keys.fits(key_id, base64url(written, 64), message)
    except ValueError:
        is_signed = False
    if not is_signed:
        raise refused(_what_changed(content, written, newest))
    if content.get("version") != VERSION:
        raise refused(errors.UNKNOWN_VERSION)
    try:
        relay_key = content.get("relayKey")
        return LicenseFile.of(content, written), None if relay_key is None else PublicKeys.of_relay(
            relay_key
        )
    except (KeyError, TypeError, ValueError):
        raise refused(errors.MALFORMED) from None


def check_file(
    file: LicenseFile, now: datetime, subject: str | None = None, newest: Newest | None = None
) -> None:
    """Whether a verified file counts at this time, for this subject; `FileRefused`."""
    if file.subject is not None and file.subject != subject:
        raise refused(errors.OTHER_SUBJECT)
    if newest is not None and file.issued_at < newest.issued_at:
        raise refused(errors.OLDER_FILE)
    if now <= file.expires_at:
        return
    is_over = file.valid_to is not None and now > file.valid_to
    raise refused(errors.EXPIRED if is_over else errors.OFFLINE_TOO_LONG)


def _what_changed(content: Mapping[str, Any], signature: object, newest: Newest | None) -> str:
    """A file that is known by its signature, with other dates, was given more time by hand."""
    if newest is None or newest.signature is None or signature != newest.signature:
        return errors.CHANGED
    dates = {name: content.get(name) for name in DATES}
    return errors.CHANGED if dates == newest.dates else errors.DATE_CHANGED


def instant(text: object) -> datetime:
    """`2026-11-21T10:00:00Z` and nothing else; `ValueError`, `TypeError`."""
    return datetime.strptime(_text(text), STAMP).replace(tzinfo=UTC)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


TEXTS = {
    errors.NO_FILE: "There is no license file for this tool",
    errors.MALFORMED: "The license file cannot be read",
    errors.UNKNOWN_ALGORITHM: "The license file is signed in a way that this tool does not know",
    errors.UNKNOWN_SIGNER: "The license file is signed with a key that this tool does not know",
    errors.CHANGED: "The license file was changed after it was signed",
    errors.DATE_CHANGED: "A date in the license file was changed after it was signed",
    errors.UNKNOWN_VERSION: "The license file is made for a newer version of this tool",
    errors.OTHER_SUBJECT: "The license file is for somebody else",
    errors.OLDER_FILE: "A newer license file was used here before",
    errors.CLOCK_SET_BACK: "The clock of this computer was set back. Set it right, or connect to the network",
    errors.EXPIRED: "The license has ended",
    errors.OFFLINE_TOO_LONG: "This tool was without its license server for too long. Connect to the network",
}


def refused(code: str) -> FileRefused:
    return FileRefused(code, TEXTS[code])
