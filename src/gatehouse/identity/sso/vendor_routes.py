"""Single sign-on, as the vendor settles it for all accounts (wire-api §14)."""

from typing import Annotated

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    UnnamedRoute,
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.identity.sso import service
from gatehouse.identity.sso.connections.schemas import DomainOut
from gatehouse.identity.sso.domains.challenge import record_of
from gatehouse.identity.sso.domains.service import (
    mark_verified_by_vendor,
    unmark_verified_by_vendor,
)
from gatehouse.identity.sso.schemas import (
    Domain,
    ExcludedEmail,
    ForcedDomainIn,
    OidcSettingsIn,
    OidcSettingsOut,
    SharedDomainsIn,
    SharedDomainsOut,
    SsoDomainRulesIn,
    SsoDomainRulesOut,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.policies.domain_restrictions.domains import display_domain

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_CONFIGURATION)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

SSO = "/team/resources/sso/v1"
SETTINGS = f"{SSO}/configurations"
SHARED, EXCLUDED = f"{SETTINGS}/multiple-sso-per-domain", f"{SETTINGS}/excluded-emails"
router = Router(tags=["Vendor"], route_class=VendorRoute)
shared = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)


@router.get(f"{SETTINGS}/domains")
async def get_sso_domain_rules(db: VendorTransaction, caller: CanRead) -> SsoDomainRulesOut:
    """How accounts show that a domain is theirs."""
    return await service.get_domain_rules(db)


@router.put(f"{SETTINGS}/domains", status_code=201)
async def change_sso_domain_rules(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: SsoDomainRulesIn
) -> SsoDomainRulesOut:
    """In force everywhere within a second. 400 where a domain would count without any proof."""
    await service.change_domain_rules(db, caller, client, data)
    return await service.get_domain_rules(db)


@router.put(f"{SETTINGS}/domains/{{domain}}/force-validate")
async def force_sso_domain(
    db: VendorTransaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    domain: Domain,
    data: ForcedDomainIn | None = None,
) -> DomainOut:
    """You vouch for it: it is the account's, without a record, and nobody else's. With `validated` false you
    no longer do, and it counts only if the account has shown it. 404 `sso.unknown_domain` where no account
    has added it; 409 `sso.domain_ambiguous`."""
    data, by = data or ForcedDomainIn(), by_vendor(caller, client)
    if data.validated:
        row = await mark_verified_by_vendor(db, resources, domain, data.tenant_id, by)
    else:
        row = await unmark_verified_by_vendor(db, domain, data.tenant_id, by)
    validated = data.validated or row.validated_by not in (None, "vendor")
    return DomainOut(
        id=row.id,
        domain=display_domain(row.domain),
        validated=validated,
        txt_record=record_of(row.token),
    )


@shared.get(f"{SSO}/oidc/configurations")
async def get_oidc_settings(
    db: VendorTransaction, resources: AllResources, caller: CanRead
) -> OidcSettingsOut:
    """As it stands for every account."""
    return await service.get_oidc(db, resources)


@router.get(SHARED)
async def get_shared_sso_domains(db: VendorTransaction, caller: CanRead) -> SharedDomainsOut:
    """Whether several accounts may have one domain, and which of them a sign-in leads to."""
    return await service.get_shared_domains(db)


@router.put(SHARED, status_code=201)
async def change_shared_sso_domains(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: SharedDomainsIn
) -> SharedDomainsOut:
    """In force everywhere within a second. Once it is switched off, accounts keep what they have, sign-ins
    lead to the oldest connection, and no second account validates a domain."""
    await service.change_shared_domains(db, caller, client, data)
    return await service.get_shared_domains(db)


@router.get(EXCLUDED)
async def list_sso_excluded_emails(db: VendorTransaction, caller: CanRead) -> list[ExcludedEmail]:
    """Who does not sign in through their company; 500 at most."""
    return [ExcludedEmail(email=one) for one in await service.list_excluded(db)]


@router.post(EXCLUDED, status_code=201)
async def exclude_sso_email(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: ExcludedEmail
) -> ExcludedEmail:
    """They sign in another way from now on, also where their company requires its own."""
    return ExcludedEmail(email=await service.exclude_email(db, caller, client, data.email))


@router.delete(f"{EXCLUDED}/{{email}}")
async def include_sso_email(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, email: str
) -> Response:
    """404 `sso.not_excluded`."""
    await service.include_email(db, caller, client, email)
    return Response()


@router.post(f"{SSO}/oidc/configurations", status_code=201)
async def change_oidc_settings(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: OidcSettingsIn,
) -> OidcSettingsOut:
    """Whether accounts may bring a provider of OpenID Connect, and where it sends people back to. Switched
    off, nobody is sent to one."""
    return await service.change_oidc(db, resources, caller, client, data)
