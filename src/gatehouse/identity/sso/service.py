from typing import Any

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.sso import schemas
from gatehouse.identity.sso.errors import ExcludedEmailNotFound
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.errors import Invalid
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.queries import VENDOR

SECTION = "sso"


async def get_domain_rules(db: Db) -> schemas.SsoDomainRulesOut:
    vendor = await VENDOR.one(db)
    return schemas.SsoDomainRulesOut(
        allow_verified_users_to_add_domains=vendor.verified_people_add_domains
    )


async def change_domain_rules(
    db: Db, caller: VendorPrincipal, data: schemas.SsoDomainRulesIn
) -> None:
    configuration = await lock_configuration(db, caller)
    wanted = {"verified_people_add_domains": data.allow_verified_users_to_add_domains}
    await _change_sso_settings(configuration, wanted)


async def get_shared_domains(db: Db) -> schemas.SharedDomainsOut:
    vendor = await VENDOR.one(db)
    return schemas.SharedDomainsOut(
        active=vendor.shared_domains,
        unspecified_tenant_strategy=vendor.unspecified_tenant_strategy,
        use_active_tenant=vendor.use_active_tenant,
    )


async def change_shared_domains(
    db: Db, caller: VendorPrincipal, data: schemas.SharedDomainsIn
) -> None:
    configuration = await lock_configuration(db, caller)
    wanted = {
        "shared_domains": data.active,
        "unspecified_tenant_strategy": data.unspecified_tenant_strategy,
        "use_active_tenant": data.use_active_tenant,
    }
    await _change_sso_settings(configuration, wanted)


async def change_oidc_settings(
    db: Db, resources: Resources, caller: VendorPrincipal, data: schemas.OidcSettingsIn
) -> schemas.OidcSettingsOut:
    """Change the settings of OpenID Connect. An empty `redirectUri` removes the vendor's own."""
    configuration = await lock_configuration(db, caller)
    document: dict[str, Any] = {SECTION: {"oidc_connections": data.active}}
    if data.redirect_uri:
        document[SECTION]["oidc_redirect_uri"] = data.redirect_uri
    elif data.redirect_uri == "":
        document["remove"] = {SECTION: ["oidc_redirect_uri"]}
    await configuration.change(document)
    return await get_oidc_settings(db, resources)


async def get_oidc_settings(db: Db, resources: Resources) -> schemas.OidcSettingsOut:
    vendor = await VENDOR.one(db)
    deployment = resources[Deployment]
    ours = f"{deployment.application_url or deployment.public_url}/account/oidc/callback"
    return schemas.OidcSettingsOut(
        active=vendor.oidc_connections, redirect_uri=vendor.oidc_redirect_uri or ours
    )


async def list_excluded_emails(db: Db) -> list[str]:
    return (await VENDOR.one(db)).sso_excluded_emails


async def add_excluded_email(db: Db, caller: VendorPrincipal, email: str) -> str:
    """Exclude an address from single sign-on; returns its stored form. An address that is already excluded
    changes nothing. Raises `Invalid` when it is not an email address."""
    configuration = await lock_configuration(db, caller)
    try:
        address = normalize_email(email)
    except InvalidEmail:
        raise Invalid("email: must be an email address") from None
    before = await list_excluded_emails(db)
    if address not in before:
        await _change_sso_settings(
            configuration, {"sso_excluded_emails": sorted([*before, address])}
        )
    return address


async def remove_excluded_email(db: Db, caller: VendorPrincipal, email: str) -> None:
    """Raises `ExcludedEmailNotFound` when the address is not excluded."""
    configuration = await lock_configuration(db, caller)
    before = await list_excluded_emails(db)
    left = [one for one in before if one != email.strip().lower()]
    if left == before:
        raise ExcludedEmailNotFound("This address is not exempt")
    await _change_sso_settings(configuration, {"sso_excluded_emails": left})


async def _change_sso_settings(configuration: LockedConfiguration, wanted: dict[str, Any]) -> None:
    given = {name: value for name, value in wanted.items() if value is not None}
    await configuration.change({SECTION: given})
