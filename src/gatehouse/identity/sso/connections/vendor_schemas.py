"""Connections of an account on the wire, as infrastructure code writes and compares them."""

from base64 import b64encode
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field

from gatehouse.identity.sso.connections.certificates import read_certificates
from gatehouse.identity.sso.connections.errors import BadCertificate
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.schemas import SsoConnectionIn, SsoConnectionOut
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId


def _not_here(given: Any) -> Any:
    if given:
        raise ValueError("is not supported here; leave it out")
    return given


NotHere = Annotated[int | None, AfterValidator(_not_here)]
NotHereText = Annotated[str | None, Field(max_length=2000), AfterValidator(_not_here)]


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
    def as_given(
        cls, row: SsoConnection, shown: SsoConnectionOut, given: str | None, secret: str
    ) -> Self:
        values = shown.model_dump() | {
            "tenant_id": row.tenant_id,
            "public_certificate": _pinned_certificate(row, given),
            "sp_entity_id": row.audience,
            "oidc_secret": secret,
        }
        return cls.model_validate(values)


def _pinned_certificate(row: SsoConnection, given: str | None) -> str:
    """The certificate as the client sent it, or the pinned one in base64 if it was changed in the portal
    since."""
    pinned = {one["fingerprint"] for one in row.certificates}
    if given and pinned == _fingerprints_of(given):
        return given
    return b64encode("".join(one["pem"] for one in row.certificates).encode()).decode()


def _fingerprints_of(text: str) -> set[str]:
    try:
        return {one.fingerprint for one in read_certificates(text)}
    except BadCertificate:
        return set()
