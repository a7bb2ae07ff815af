"""Bodies of the machine API."""

import re
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, RootModel, StringConstraints

from gatehouse.kit.schemas import Instant, Name, Wire

Kind = Literal["user", "machine", "ci"]
# The holder of a seat, by any name that the tool uses for it.
Subject = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"
    ),
]
# `gatehouse relay key`: 32 bytes in base64url.
RelayKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$")]
Version = Annotated[str, StringConstraints(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]
# One run of a tool: two of the same subject share a seat, which is free when both have ended.
USE_ID = re.compile(r"^[A-Za-z0-9_.:\-]{0,64}$")
# Of one seat at the same time.
MOST_USES = 200
UseId = Annotated[str, StringConstraints(max_length=64, pattern=USE_ID.pattern)]
EventId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:\-]{1,100}$")]

MOST_EVENTS = 1_000


class Validate(Wire):
    subject: Subject | None = Field(None, description="Ask whether they hold a seat, too.")
    kind: Kind | None = None
    version: Version | None = None


class ValidLicense(Wire):
    fingerprint: str
    name: str
    license_type: str
    is_trial: bool
    max_seats: int
    used_seats: int
    valid_to: datetime | None = Field(description="The last instant; null while it is renewed.")


class Validity(Wire):
    valid: bool
    code: Literal["VALID", "EXPIRED", "PAST_DUE", "PAUSED", "SUSPENDED", "REVOKED", "NO_SEAT"]
    license: ValidLicense
    server_time: datetime


class SeatClaim(Wire):
    kind: Kind
    subject: Subject
    name: Name | None = None
    hostname: Name | None = None
    version: Version | None = None
    use: UseId = Field(
        "",
        description="One run of the tool, by an id that it makes up. Several runs of one subject share a "
        "seat; it is free when the last one ends. Runs that name none count as one.",
    )


class SeatOut(Wire):
    id: UUID
    subject: str
    lease_until: datetime


class LeaseOut(Wire):
    lease_until: datetime


class UsageEvent(Wire):
    type: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_.]{0,49}$")]
    subject: Subject
    at: Instant
    seconds: int | None = Field(None, ge=0, le=31 * 86_400)
    version: Version | None = None
    id: EventId = Field(description="The same id again is the same event.")


class UsageEvents(RootModel[Annotated[list[UsageEvent], Field(max_length=MOST_EVENTS)]]):
    """At most a thousand."""


class LicenseFile(Wire):
    """See docs/reference/license-file.md."""

    version: int
    key_id: str
    customer: str
    fingerprint: str
    name: str
    license_type: str
    is_trial: bool
    max_seats: int
    subject: str | None
    entitlements: list[str]
    issued_at: str
    refresh_at: str
    expires_at: str
    valid_to: str | None
    relay_key: str | None = Field(
        None, description="Only in a file for a relay: what it signs the files of its tools with."
    )


class SignedLicenseFile(Wire):
    license: LicenseFile
    algorithm: Literal["Ed25519"]
    signature: str = Field(description="Base64url without padding, over the canonical `license`.")
