from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from gatehouse.identity.sso.claims import ClaimNames

ConnectionType = Literal["saml", "okta", "azure", "google", "oidc"]
MetadataSource = Literal["form", "file", "url"]
OIDC = "oidc"


@dataclass(frozen=True, slots=True)
class SsoConnection:
    """An identity provider of a tenant. `sso_endpoint` is the address for SAML requests, or the issuer of
    OpenID Connect. `certificate_given`: as a vendor's backend sent it. `certificates`, `domains` and `groups`
    are rows as JSON, the oldest first."""

    id: UUID
    tenant_id: UUID
    type: ConnectionType
    enabled: bool
    enforced: bool
    override_active_tenant: bool
    sso_endpoint: str
    idp_entity_id: str
    audience: str
    sign_request: bool
    metadata_source: MetadataSource
    metadata_url: str
    oidc_client_id: str
    sealed_oidc_secret: bytes | None = field(repr=False)
    idp_initiated: bool
    slo_endpoint: str
    slo_by_post: bool
    oidc_logout: bool
    oidc_scopes: list[str]
    email_claim: str
    groups_claims: list[str]
    groups_separator: str
    sso_by_post: bool
    created_at: datetime
    updated_at: datetime
    certificate_given: str | None
    certificates: list[dict[str, Any]]
    domains: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    role_ids: list[UUID]

    @property
    def is_oidc(self) -> bool:
        return self.type == OIDC

    @property
    def validated_domains(self) -> frozenset[str]:
        """The validated domains of the connection."""
        return frozenset(row["domain"] for row in self.domains if row["validated"])

    @property
    def claim_names(self) -> ClaimNames:
        return ClaimNames(
            self.email_claim,
            tuple(self.groups_claims),
            self.groups_separator,
            self.validated_domains,
        )

    @property
    def missing_fields(self) -> list[str]:
        """The required fields that have no value, by their wire names."""
        needed = (
            {
                "ssoEndpoint": self.sso_endpoint,
                "oidcClientId": self.oidc_client_id,
                "oidcSecret": self.sealed_oidc_secret,
            }
            if self.is_oidc
            else {"ssoEndpoint": self.sso_endpoint, "publicCertificate": self.certificates}
        )
        return [name for name, value in needed.items() if not value]

    @property
    def granted_role_ids(self) -> set[UUID]:
        """All roles that the connection may assign, by default or by group."""
        by_group = {UUID(role) for group in self.groups for role in group["roleIds"]}
        return by_group | set(self.role_ids)
