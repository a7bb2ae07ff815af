"""Portal metadata: what the vendor has set, else the default."""

from typing import Any

from gatehouse.kit.db import Database
from gatehouse.kit.tenant_ids import inner_id_or_none
from gatehouse.vendor.client import queries
from gatehouse.vendor.client.saml import ENTITY as SAML
from gatehouse.vendor.client.saml import build_saml_addresses
from gatehouse.vendor.client.schemas import MetadataRow
from gatehouse.vendor.client.sections import CONFIGURATIONS, PROPERTIES, merge_portal_entry
from gatehouse.vendor.configuration.snapshot import Snapshot

ADMIN_BOX = "adminBox"
TOKEN_PAGES = ("apiTokens", "personalApiTokens")


def find_public_metadata(
    snapshot: Snapshot, entity_name: str, public_url: str
) -> MetadataRow | None:
    """Metadata of `find_metadata`; for `saml` including the addresses that identity providers use."""
    found = find_metadata(snapshot, entity_name)
    if found is None or entity_name != SAML:
        return found
    ours = build_saml_addresses(snapshot, public_url)
    addresses = {"acsUrl": ours.acs_url, "spEntityId": ours.sp_entity_id}
    return _replace_configuration(found, found.configuration | addresses)


def find_metadata(snapshot: Snapshot, entity_name: str) -> MetadataRow | None:
    """Metadata of one entity. `adminBox` gets the vendor's color, unless it has a theme of its own, and loses
    the pages of features that are turned off."""
    set_by_vendor = snapshot.metadata.get(entity_name)
    configuration, properties = CONFIGURATIONS.get(entity_name), PROPERTIES.get(entity_name)
    if set_by_vendor is None and configuration is None and properties is None:
        return None
    vendor = snapshot.vendor
    found = set_by_vendor or MetadataRow(
        id=vendor.id,
        vendor_id=vendor.id,
        entity_name=entity_name,
        configuration=configuration or {},
        properties=properties or [],
        created_at=vendor.created_at,
        updated_at=vendor.updated_at,
    )
    if entity_name == ADMIN_BOX and vendor.accent_color:
        found = _add_accent_color(found, vendor.accent_color)
    if entity_name == ADMIN_BOX and not vendor.api_tokens_enabled:
        found = _hide_pages(found, TOKEN_PAGES)
    return found


async def apply_login_box_of_tenant(
    database: Database, found: MetadataRow, tenant_id: str, alias: str
) -> MetadataRow:
    """Apply the login box settings of the tenant with this id, or else this alias. Both are hints: without
    such a tenant, the vendor's appearance remains."""
    named = inner_id_or_none(tenant_id)
    async with database.one_statement() as db:
        own = await queries.LOGIN_BOX.first(db, named, alias.replace("\x00", ""))
    return (
        _replace_configuration(found, merge_portal_entry(found.configuration, own))
        if own
        else found
    )


def _add_accent_color(found: MetadataRow, color: str) -> MetadataRow:
    theme: dict[str, Any] = {"theme": {"palette": {"primary": {"main": color}}}}
    return _replace_configuration(found, theme | found.configuration)


def _hide_pages(found: MetadataRow, pages: tuple[str, ...]) -> MetadataRow:
    navigation = found.configuration.get("navigation")
    hidden = {page: {"visibility": "hidden"} for page in pages}
    shown = navigation if isinstance(navigation, dict) else {}
    return _replace_configuration(found, {**found.configuration, "navigation": shown | hidden})


def _replace_configuration(found: MetadataRow, configuration: dict[str, Any]) -> MetadataRow:
    return found.model_copy(update={"configuration": configuration})
