"""Single sign-on connections on the wire (wire-api §14, §16), and as infrastructure code writes them."""

from base64 import b64encode
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
)

from gatehouse.identity.sso.connections.certificates import parse_pinned_certificates
from gatehouse.identity.sso.connections.models import ConnectionType, MetadataSource, SsoConnection
from gatehouse.identity.sso.domains.models import DomainOut
from gatehouse.identity.sso.errors import BadCertificate
from gatehouse.kit.lists import ListQuery
from gatehouse.kit.outbound import AddressRefused, split_url
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Name, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.vendor.client.saml import SamlAddresses

# Shown instead of a stored secret. A client that sends it back leaves the secret unchanged.
HIDDEN = "••••••••"
MOST_ROLES = 100
NO_CONTROL = r"^[^\x00-\x1f\x7f]*$"


def _check_url(url: str) -> str:
    try:
        if url:
            split_url(url)
    except AddressRefused as error:
        raise ValueError(str(error)) from None
    return url


def _refuse_skipped_validation(skip: bool | None) -> bool | None:
    if skip:
        raise ValueError(
            "cannot be turned on, because only email addresses of validated domains can sign in"
        )
    return skip


Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=2000, pattern=r"^[^\x00-\x1f\x7f]*$"),
]
ClaimName = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=300, pattern=NO_CONTROL)
]
GroupsClaim = Annotated[ClaimName, StringConstraints(min_length=1)]
# RFC 6749 §3.3.
Scope = Annotated[str, StringConstraints(max_length=200, pattern=r"^[\x21\x23-\x5b\x5d-\x7e]+$")]
Scopes = Annotated[list[Scope], Field(max_length=20)]
Url = Annotated[Line, AfterValidator(_check_url)]
Pem = Annotated[str, StringConstraints(strip_whitespace=True, max_length=50_000)]
Secret = Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00-\x1f\x7f]*$")]
RoleIds = Annotated[list[UUID], Field(max_length=MOST_ROLES)]
Type = Annotated[ConnectionType | None, BeforeValidator(lambda value: value or None)]


class SsoConnectionIn(Wire):
    """Fields that are missing or null stay unchanged. `ssoEndpoint` is the issuer where `type` is `oidc`;
    `publicCertificate` may hold several certificates in PEM, and replaces the existing ones; `spEntityId` is
    the audience, where the provider uses another one than the default; `oidcSecret` may be the placeholder.
    `overrideActiveTenant`: users enter this account, not their usual one. `enforced`: users of the
    connection's domains cannot sign in any other way. `idpInitiated`: of SAML, sign-ins may begin at the
    provider. `sloEndpoint`: the address that a SAML provider has for sign-outs; `sloByPost`: sign-out
    messages go by HTTP-POST only. `oidcLogout`: a provider of OpenID Connect is notified of sign-outs, where
    it supports that. `oidcScopes`: requested besides openid, email and profile. `emailClaim`, `groupsClaims`:
    the claims or SAML attributes with the email address and the groups, where their names are not the usual
    ones; the usual names are then ignored; a claim may be a path, such as `realm_access.roles`.
    `groupsSeparator`: splits one value into several groups. `ssoByPost`: SAML requests go by HTTP-POST."""

    type: Type = None
    enabled: bool | None = None
    enforced: bool | None = None
    override_active_tenant: bool | None = None
    sso_endpoint: Url | None = None
    idp_entity_id: Line | None = None
    sp_entity_id: Line | None = None
    public_certificate: Pem | None = None
    sign_request: bool | None = None
    idp_initiated: bool | None = None
    slo_endpoint: Url | None = None
    slo_by_post: bool | None = None
    oidc_logout: bool | None = None
    sso_by_post: bool | None = None
    oidc_scopes: Scopes | None = None
    email_claim: ClaimName | None = None
    groups_claims: Annotated[list[GroupsClaim], Field(max_length=10)] | None = None
    groups_separator: Annotated[str, StringConstraints(max_length=5, pattern=NO_CONTROL)] | None = (
        None
    )
    oidc_client_id: Line | None = None
    oidc_secret: Secret | None = None
    role_ids: RoleIds | None = None
    skip_email_domain_validation: Annotated[
        bool | None, AfterValidator(_refuse_skipped_validation)
    ] = None


class CertificateOut(Wire):
    id: UUID
    fingerprint: str
    not_before: datetime
    expires_at: datetime


class SsoGroupOut(Wire):
    id: UUID
    group: str
    role_ids: list[UUID]


class RolesBody(Wire):
    role_ids: RoleIds


class RolesChange(RolesBody):
    """`baseRoleIds` are the roles that the editor started with: with them, only roles added and removed since
    are applied."""

    base_role_ids: RoleIds | None = None


class SsoConnectionOut(Wire):
    """`generatedVerification` is the `txtRecord` of the first domain; `certificates` are the parts of
    `publicCertificate`; `sloUrl` is where the provider sends browsers of users who sign out, and for OpenID
    Connect `oidcLogoutUri`; `oidcBackchannelLogoutUri` is where the provider sends logout tokens."""

    id: UUID
    type: ConnectionType
    enabled: bool
    enforced: bool
    override_active_tenant: bool
    sso_endpoint: str
    idp_entity_id: str
    public_certificate: str
    certificates: list[CertificateOut]
    sign_request: bool
    idp_initiated: bool
    slo_endpoint: str = ""
    slo_by_post: bool = False
    slo_url: str = ""
    oidc_logout: bool = False
    oidc_logout_uri: str = ""
    oidc_backchannel_logout_uri: str = ""
    acs_url: str
    sp_entity_id: str
    metadata_source: MetadataSource
    metadata_url: str
    sso_by_post: bool = False
    oidc_scopes: list[str] = Field(default_factory=list)
    email_claim: str = ""
    groups_claims: list[str] = Field(default_factory=list)
    groups_separator: str = ""
    oidc_client_id: str
    oidc_secret: str
    oidc_redirect_uri: str
    generated_verification: str
    domains: list[DomainOut]
    role_ids: list[UUID]
    groups: list[SsoGroupOut]
    skip_email_domain_validation: Literal[False] = False
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_row(cls, row: SsoConnection, ours: SamlAddresses, redirect_uri: str) -> Self:
        domains = [DomainOut.from_json(domain) for domain in row.domains]
        kept = {name: getattr(row, name) for name in cls.model_fields if hasattr(row, name)}
        shown = {
            "public_certificate": "".join(one["pem"] for one in row.certificates),
            "slo_url": ours.slo_url,
            "oidc_logout_uri": ours.oidc_logout_url,
            "oidc_backchannel_logout_uri": ours.oidc_backchannel_url,
            "acs_url": ours.acs_url,
            "sp_entity_id": row.audience or ours.sp_entity_id,
            "oidc_secret": HIDDEN if row.sealed_oidc_secret else "",
            "oidc_redirect_uri": redirect_uri,
            "generated_verification": domains[0].txt_record if domains else "",
            "domains": domains,
        }
        return cls.model_validate(kept | shown)


def _refuse_unsupported_field(given: Any) -> Any:
    if given:
        raise ValueError("is not supported. Omit it.")
    return given


NotHere = Annotated[int | None, AfterValidator(_refuse_unsupported_field)]
NotHereText = Annotated[
    str | None, Field(max_length=2000), AfterValidator(_refuse_unsupported_field)
]


class TenantSsoIn(SsoConnectionIn):
    """A connection as for the account itself; `tenantId` is the account that owns it. `publicCertificate` may
    be base64 of PEM. Users of sub-accounts get access as the hierarchy says, and groups come from the
    provider's responses: `subAccountAccessLimit` is not supported, and `idpClientId` is not used to query the
    provider."""

    tenant_id: TenantId
    sub_account_access_limit: NotHere = None
    idp_client_id: NotHereText = None
    idp_client_secret: NotHereText = None


class TenantSsoConnectionOut(SsoConnectionOut):
    """`publicCertificate` letter by letter as it was given while the pinned certificates are unchanged, else
    in base64 of PEM; `spEntityId` only where it differs from `GET /metadata?entityName=saml`; `oidcSecret` is
    empty except for a credential that names `vendor.see.secrets`."""

    tenant_id: ShownTenantId
    sub_account_access_limit: int = 0
    idp_client_id: str = ""
    idp_client_secret: str = ""

    @classmethod
    def from_connection(cls, row: SsoConnection, shown: SsoConnectionOut, secret: str) -> Self:
        values = shown.model_dump() | {
            "tenant_id": row.tenant_id,
            "public_certificate": _choose_shown_certificate(row),
            "sp_entity_id": row.audience,
            "oidc_secret": secret,
        }
        return cls.model_validate(values)


def _choose_shown_certificate(row: SsoConnection) -> str:
    """The certificate as the client sent it, or the pinned one in base64 if it was changed in the portal
    since."""
    pinned = {one["fingerprint"] for one in row.certificates}
    given = row.certificate_given
    if given and pinned == _parse_fingerprints(given):
        return given
    return b64encode("".join(one["pem"] for one in row.certificates).encode()).decode()


def _parse_fingerprints(text: str) -> set[str]:
    try:
        return {one.fingerprint for one in parse_pinned_certificates(text)}
    except BadCertificate:
        return set()


GroupName = Annotated[Name, StringConstraints(min_length=1)]


class SsoGroupIn(Wire):
    """`group` is the name, or the id, that the provider sends for it, letter for letter."""

    group: GroupName
    role_ids: RoleIds = Field(default_factory=list)


class SsoGroupChange(Wire):
    """Fields that are missing or null stay unchanged. `baseRoleIds` are the roles that the editor started
    with: only roles added and removed since are applied then."""

    group: GroupName | None = None
    role_ids: RoleIds | None = None
    base_role_ids: RoleIds | None = None


class SsoLinkOut(Wire):
    """An account of the identity provider that opens an account here. `subject` and `email` are what the
    identity provider sent: the name id or `sub`, and the address of the last sign-in. `userId` and
    `userEmail` are null for a user who has left the account."""

    id: UUID
    connection_id: UUID
    subject: str
    email: str
    user_id: UUID | None
    user_email: str | None
    created_at: datetime
    last_used_at: datetime


class SsoLinksPage(Page[SsoLinkOut]):
    pass


class SsoLinksQuery(ListQuery):
    """`_filter` is a part of the address or the subject; `_offset` counts rows. Counted up to 10,000."""


class ReleasedOut(Wire):
    released: int


class MetadataIn(Wire):
    """The metadata document."""

    metadata: Annotated[str, StringConstraints(min_length=1, max_length=700_000)]


class MetadataUrlIn(Wire):
    """The URL of the metadata document."""

    url: Annotated[
        Url,
        StringConstraints(min_length=1),
        Field(examples=["https://idp.example.com/metadata"]),
    ]
