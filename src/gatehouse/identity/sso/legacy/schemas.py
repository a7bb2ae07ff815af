"""The one connection of older clients (wire-api §14)."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import StringConstraints

from gatehouse.identity.sso.connections.schemas import SsoConnectionIn, SsoConnectionOut
from gatehouse.kit.schemas import Wire


class LegacyIn(SsoConnectionIn):
    """`domain` is added to the existing domains; `isSamlActive` is the earlier name of `enabled`."""

    domain: Annotated[str, StringConstraints(strip_whitespace=True, max_length=253)] | None = None
    is_saml_active: bool | None = None


class LegacyOut(Wire):
    """The oldest connection and its first domain; without any, only that nothing is enabled."""

    enabled: bool
    is_saml_active: bool
    domain: str | None = None
    validated: bool | None = None
    generated_verification: str | None = None
    sso_endpoint: str | None = None
    public_certificate: str | None = None
    sign_request: bool | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    acs_url: str | None = None
    sp_entity_id: str | None = None
    oidc_client_id: str | None = None
    oidc_secret: str | None = None
    type: str | None = None

    @classmethod
    def of(cls, shown: SsoConnectionOut | None) -> Self:
        if shown is None:
            return cls(enabled=False, is_saml_active=False)
        first = shown.domains[0] if shown.domains else None
        same = {name: getattr(shown, name) for name in cls.model_fields if hasattr(shown, name)}
        return cls(
            **same,
            is_saml_active=shown.enabled,
            domain=first.domain if first else None,
            validated=first.validated if first else None,
        )


class OwnAddresses(Wire):
    """The values that an administrator enters at the provider."""

    acs_url: str
    sp_entity_id: str


class OidcState(Wire):
    """Whether connections of OpenID Connect can be enabled, and where providers send users back to."""

    active: bool
    redirect_uri: str
