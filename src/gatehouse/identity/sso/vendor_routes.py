"""Single sign-on settings of the vendor for all accounts (wire-api §14)."""

from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import UnnamedRoute, VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.identity.sso import schemas, service
from gatehouse.identity.sso.domains.models import DomainOut
from gatehouse.identity.sso.domains.service import (
    mark_verified_by_vendor,
    unmark_verified_by_vendor,
)
from gatehouse.kit.resources import AllResources

SSO = "/team/resources/sso/v1"
SETTINGS = f"{SSO}/configurations"
SHARED, EXCLUDED = f"{SETTINGS}/multiple-sso-per-domain", f"{SETTINGS}/excluded-emails"
router = Router(tags=["Vendor"], route_class=VendorRoute)
shared = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)


@router.get(f"{SETTINGS}/domains", permission=VendorPermission.READ_CONFIGURATION)
async def get_sso_domain_rules(db: VendorTransaction) -> schemas.SsoDomainRulesOut:
    """Get the rules for how accounts verify their domains."""
    return await service.get_domain_rules(db)


@router.put(f"{SETTINGS}/domains", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def change_sso_domain_rules(
    db: VendorTransaction, caller: VendorCaller, data: schemas.SsoDomainRulesIn
) -> schemas.SsoDomainRulesOut:
    """Change the rules for domains; in force everywhere within a second. 400 where a domain would count
    without verification."""
    await service.change_domain_rules(db, caller, data)
    return await service.get_domain_rules(db)


@router.put(
    f"{SETTINGS}/domains/{{domain}}/force-validate", permission=VendorPermission.WRITE_CONFIGURATION
)
async def force_sso_domain(
    db: VendorTransaction,
    caller: VendorCaller,
    resources: AllResources,
    domain: schemas.Domain,
    data: schemas.ForcedDomainIn | None = None,
) -> DomainOut:
    """Validate a domain on your authority: the account owns it without a record, and no other account does.
    With `validated` false this ends, and the domain counts only if the account has verified it. 404
    `sso.unknown_domain` where no account has added it; 409 `sso.domain_ambiguous`."""
    data, by = data or schemas.ForcedDomainIn(), caller.actor
    if data.validated:
        row = await mark_verified_by_vendor(db, resources, domain, data.tenant_id, by)
    else:
        row = await unmark_verified_by_vendor(db, domain, data.tenant_id, by)
    validated = data.validated or row.validated_by not in (None, "vendor")
    shown = {"validated": validated, "missing_since": None}
    return DomainOut.from_row(row).model_copy(update=shown)


@shared.get(f"{SSO}/oidc/configurations", permission=VendorPermission.READ_CONFIGURATION)
async def get_oidc_settings(
    db: VendorTransaction, resources: AllResources
) -> schemas.OidcSettingsOut:
    """Get the settings of OpenID Connect, which hold for every account."""
    return await service.get_oidc_settings(db, resources)


@router.get(SHARED, permission=VendorPermission.READ_CONFIGURATION)
async def get_shared_sso_domains(db: VendorTransaction) -> schemas.SharedDomainsOut:
    """Get whether several accounts may have one domain, and which of them a sign-in leads to."""
    return await service.get_shared_domains(db)


@router.put(SHARED, permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def change_shared_sso_domains(
    db: VendorTransaction, caller: VendorCaller, data: schemas.SharedDomainsIn
) -> schemas.SharedDomainsOut:
    """Change the settings of shared domains; in force everywhere within a second. Once disabled, accounts
    keep the domains they have, sign-ins lead to the oldest connection, and no second account can validate a
    domain."""
    await service.change_shared_domains(db, caller, data)
    return await service.get_shared_domains(db)


@router.get(EXCLUDED, permission=VendorPermission.READ_CONFIGURATION)
async def list_sso_excluded_emails(db: VendorTransaction) -> list[schemas.ExcludedEmail]:
    """List the addresses that do not use single sign-on; 500 at most."""
    return [schemas.ExcludedEmail(email=one) for one in await service.list_excluded_emails(db)]


@router.post(EXCLUDED, permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def exclude_sso_email(
    db: VendorTransaction, caller: VendorCaller, data: schemas.ExcludedEmail
) -> schemas.ExcludedEmail:
    """Exclude an address: its user signs in another way from now on, also where the company enforces single
    sign-on."""
    return schemas.ExcludedEmail(email=await service.add_excluded_email(db, caller, data.email))


@router.delete(f"{EXCLUDED}/{{email}}", permission=VendorPermission.WRITE_CONFIGURATION)
async def include_sso_email(db: VendorTransaction, caller: VendorCaller, email: str) -> Response:
    """Remove an address from the excluded ones. 404 `sso.not_excluded`."""
    await service.remove_excluded_email(db, caller, email)
    return Response()


@router.post(
    f"{SSO}/oidc/configurations", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201
)
async def change_oidc_settings(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.OidcSettingsIn,
) -> schemas.OidcSettingsOut:
    """Set whether accounts may use a provider of OpenID Connect, and where it sends users back to. When
    disabled, no user is sent to one."""
    return await service.change_oidc_settings(db, resources, caller, data)
