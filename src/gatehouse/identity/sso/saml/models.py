"""The expected values for a SAML response, and the identity that it yields."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.x509 import Certificate

from gatehouse.identity.sso.claims import USUAL_NAMES, ClaimNames

CLOCK_SKEW = timedelta(minutes=3)
EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"


def is_case_insensitive_format(name_id_format: str | None) -> bool:
    """Whether name ids of this format that differ only in case are equal: mail systems and directories treat
    addresses so."""
    return name_id_format == EMAIL_ADDRESS


@dataclass(frozen=True, slots=True)
class ExpectedResponse:
    """The expected values, from the connection and the pending sign-in.

    `request_id` is the AuthnRequest that is answered; None for an unsolicited response, which
    `allows_unsolicited` must permit. `certificates` are all that are pinned, so that an old and a new one
    overlap. Without an `issuer` any issuer is accepted if the signature matches one of those certificates.
    """

    issuer: str | None
    certificates: tuple[Certificate, ...]
    audience: str
    acs_url: str
    now: datetime
    request_id: str | None = None
    allows_unsolicited: bool = False
    decryption_keys: tuple[RSAPrivateKey, ...] = ()
    skew: timedelta = CLOCK_SKEW
    claims: ClaimNames = USUAL_NAMES


@dataclass(frozen=True, slots=True)
class SamlIdentity:
    """The user who signed in, as the verified assertion says.

    `name_id` is the subject by which the connection knows the user. `usable_until` is how long the
    assertion's id has to be remembered, to detect replays.
    """

    issuer: str
    name_id: str
    name_id_format: str | None
    email: str | None
    name: str | None
    attributes: Mapping[str, tuple[str, ...]]
    groups: tuple[str, ...]
    session_index: str | None
    session_until: datetime | None
    authenticated_at: datetime | None
    authn_context: tuple[str, ...]
    assertion_id: str
    usable_until: datetime
    in_response_to: str | None = field(default=None)
    name_qualifier: str | None = None
    sp_name_qualifier: str | None = None
    groups_left_out: bool = False
