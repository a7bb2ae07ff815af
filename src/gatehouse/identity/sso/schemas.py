"""The vendor's settings of single sign-on on the wire (wire-api §14)."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.configuration.models import UnspecifiedTenant
from gatehouse.vendor.document.section import WebAddress

Domain = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=3, max_length=253, pattern=r"^[^\x00-\x20\x7f]*$"
    ),
]


def _refuse_unvalidated_domains(wanted: bool | None) -> bool | None:
    if wanted:
        raise ValueError("cannot be turned on, because a domain is used only after it is validated")
    return wanted


Never = Annotated[bool | None, AfterValidator(_refuse_unvalidated_domains)]


class SsoDomainRulesIn(Wire):
    """Fields that are missing stay unchanged. `allowVerifiedUsersToAddDomains`: the domain of an
    administrator's own verified address needs no record."""

    allow_verified_users_to_add_domains: bool | None = None
    skip_domain_verification: Never = None
    bypass_domain_cross_validation: Never = None


class SsoDomainRulesOut(Wire):
    allow_verified_users_to_add_domains: bool
    skip_domain_verification: bool = False
    bypass_domain_cross_validation: bool = False


class SharedDomainsIn(Wire):
    """Fields that are missing stay unchanged. `active`: several accounts may validate one domain. Where a
    sign-in names no account, `useActiveTenant` selects the account in which the user was last active, if it
    has the domain; else `unspecifiedTenantStrategy` decides."""

    active: bool | None = None
    unspecified_tenant_strategy: UnspecifiedTenant | None = None
    use_active_tenant: bool | None = None


class SharedDomainsOut(Wire):
    active: bool
    unspecified_tenant_strategy: UnspecifiedTenant
    use_active_tenant: bool


class ExcludedEmail(Wire):
    email: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=3, max_length=320),
        Field(examples=["user@example.com"]),
    ]


class OidcSettingsIn(Wire):
    """`active`: connections of OpenID Connect can be enabled, and users can sign in through them.
    `redirectUri`: where providers send users back to; empty: the sign-in page."""

    active: bool
    redirect_uri: Annotated[str, StringConstraints(max_length=0)] | WebAddress | None = None


class OidcSettingsOut(Wire):
    active: bool
    redirect_uri: str


class ForcedDomainIn(Wire):
    """`tenantId`: the account that owns the domain, where several accounts have added it. `validated` false:
    you no longer verify it."""

    tenant_id: TenantId | None = None
    validated: bool = True
