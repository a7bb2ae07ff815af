"""Single sign-on as older clients call it (wire-api §14): one connection, the account's oldest."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import BoundlessTransaction, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso.connections import groups, legacy, schemas
from gatehouse.identity.sso.connections import service as connections
from gatehouse.identity.sso.connections.legacy import LegacyIn, LegacyOut, OidcState, OwnAddresses
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.current import configuration_of

SAML, GROUPS = "/v1/saml/configurations", "/v2/saml/configurations/groups"
router = Router(prefix="/team/resources/sso", tags=["Single sign-on"])


@router.get(
    "/v1/oidc/configurations", permission=Permission.READ_SAML_CONFIGURATION, status_code=201
)
async def get_oidc_state(resources: AllResources) -> OidcState:
    """Get the values to enter at a provider of OpenID Connect. Status 201, as clients expect it."""
    active = configuration_of(resources).vendor.oidc_connections
    return OidcState(active=active, redirect_uri=connections.get_oidc_redirect_uri(resources))


@router.get(SAML, permission=Permission.READ_SAML_CONFIGURATION, response_model_exclude_none=True)
async def get_saml_connection(
    db: Transaction, caller: Caller, resources: AllResources
) -> LegacyOut:
    """Get the oldest connection; without one, only that nothing is enabled."""
    return await legacy.get_oldest_connection(db, resources, caller.tenant_id)


@router.post(SAML, permission=Permission.WRITE_SAML_CONFIGURATION, response_model_exclude_none=True)
async def save_saml_connection(
    db: Transaction, caller: Caller, resources: AllResources, data: LegacyIn
) -> LegacyOut:
    """Create or change the oldest connection, and add the domain. Refused as connections and domains are."""
    return await legacy.save_oldest_connection(db, resources, caller, data)


@router.put(SAML + "/metadata", permission=Permission.WRITE_SAML_CONFIGURATION)
async def save_saml_metadata(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.MetadataIn
) -> LegacyOut:
    """Create or change the oldest connection by the provider's metadata. 400 `sso.bad_metadata`; refused as
    connections are."""
    return await legacy.save_oldest_connection_from_metadata(db, resources, caller, data.metadata)


@router.get(SAML + "/vendor-config", permission=Permission.READ_SAML_CONFIGURATION)
async def get_saml_addresses(resources: AllResources) -> OwnAddresses:
    """Get the values to enter at a provider of SAML."""
    ours = connections.get_service_provider_addresses(resources)
    return OwnAddresses(acs_url=ours.acs_url, sp_entity_id=ours.sp_entity_id)


@router.get(SAML + "/roles/default", permission=Permission.READ_SAML_CONFIGURATION)
async def list_saml_default_roles(db: Transaction, caller: Caller) -> schemas.RolesBody:
    """List the default roles of the oldest connection; none without one."""
    rows = await connections.list_connections(db, caller.tenant_id)
    return schemas.RolesBody(role_ids=rows[0].role_ids if rows else [])


@router.post(SAML + "/roles/default", permission=Permission.WRITE_SAML_CONFIGURATION)
async def set_saml_default_roles(
    db: Transaction, caller: Caller, data: schemas.RolesBody
) -> Response:
    """Set the default roles of the oldest connection. 403 `roles.beyond_own`, `sso.outranks_you`; 404
    `sso.not_found`, `roles.not_found`."""
    connection_id = await legacy.get_oldest_connection_id(db, caller.tenant_id)
    await connections.set_connection_roles(db, caller, connection_id, data.role_ids)
    return Response()


@router.put("/v1/saml/validations/domain", permission=Permission.WRITE_SAML_CONFIGURATION)
async def validate_saml_domain(
    db: BoundlessTransaction, caller: Caller, resources: AllResources
) -> LegacyOut:
    """Look for the TXT record of the first domain. Refused as validating a domain is."""
    return await legacy.verify_first_domain(db, resources, caller)


@router.get(GROUPS, permission=Permission.READ_SAML_CONFIGURATION)
async def list_saml_groups(db: Transaction, caller: Caller) -> list[schemas.SsoGroupOut]:
    """List the groups of the oldest connection; none without one."""
    rows = await connections.list_connections(db, caller.tenant_id)
    return [schemas.SsoGroupOut.model_validate(group) for group in rows[0].groups] if rows else []


@router.post(GROUPS, permission=Permission.WRITE_SAML_CONFIGURATION)
async def create_saml_group(db: Transaction, caller: Caller, data: schemas.SsoGroupIn) -> Response:
    """Create a group of the oldest connection. Refused as groups of a connection are; 404 `sso.not_found`
    without one."""
    connection_id = await legacy.get_oldest_connection_id(db, caller.tenant_id)
    await groups.create_sso_group(db, caller, connection_id, data)
    return Response()


@router.patch(GROUPS + "/{group_id}", permission=Permission.WRITE_SAML_CONFIGURATION)
async def change_saml_group(
    db: Transaction, caller: Caller, group_id: UUID, data: schemas.SsoGroupChange
) -> Response:
    """Change a group of the oldest connection. Refused as groups of a connection are."""
    connection_id = await legacy.get_oldest_connection_id(db, caller.tenant_id)
    await groups.change_sso_group(db, caller, connection_id, group_id, data)
    return Response()


@router.delete(GROUPS + "/{group_id}", permission=Permission.DELETE_SAML_CONFIGURATION)
async def delete_saml_group(db: Transaction, caller: Caller, group_id: UUID) -> Response:
    """Delete a group of the oldest connection. Refused as groups of a connection are."""
    connection_id = await legacy.get_oldest_connection_id(db, caller.tenant_id)
    await groups.delete_sso_group(db, caller, connection_id, group_id)
    return Response()
