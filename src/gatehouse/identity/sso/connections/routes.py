"""Single sign-on connections with their groups and links (wire-api §14; admin portal,
sections sso and users)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso.connections import certificates as _expiry  # noqa: F401  registers its job
from gatehouse.identity.sso.connections import groups, links, metadata, schemas, service
from gatehouse.kit.resources import AllResources

READ = Permission.READ_SAML_CONFIGURATION
WRITE = Permission.WRITE_SAML_CONFIGURATION
DELETE = Permission.DELETE_SAML_CONFIGURATION
CONNECTION = "/configurations/{connection_id}"
router = Router(prefix="/team/resources/sso/v1", tags=["Single sign-on"])


@router.get("/configurations", permission=READ)
async def list_sso_connections(
    db: Transaction, caller: Caller, resources: AllResources
) -> list[schemas.SsoConnectionOut]:
    """List the connections of the account, the oldest first."""
    rows = await service.list_connections(db, caller.tenant_id)
    return [service.to_connection_response(resources, row) for row in rows]


@router.post("/configurations", permission=WRITE, status_code=201)
async def create_sso_connection(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.SsoConnectionIn
) -> schemas.SsoConnectionOut:
    """Create a connection, of type `saml` and disabled unless the body says otherwise. 400 `sso.incomplete`
    when it is enabled too early, `sso.bad_certificate`; 403 `roles.beyond_own`; 409 `sso.too_many`."""
    row = await service.create_connection(db, resources, caller, data)
    return service.to_connection_response(resources, row)


@router.patch(CONNECTION, permission=WRITE)
async def change_sso_connection(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    connection_id: UUID,
    data: schemas.SsoConnectionIn,
) -> schemas.SsoConnectionOut:
    """Change a connection. 400 as for creating one; 403 `roles.beyond_own`, and `sso.outranks_you` for a
    connection with a role that the caller may not give; 404 `sso.not_found`. A connection that is disabled is
    no longer enforced."""
    row = await service.change_connection(db, resources, caller, connection_id, data)
    return service.to_connection_response(resources, row)


@router.delete(CONNECTION, permission=DELETE)
async def delete_sso_connection(db: Transaction, caller: Caller, connection_id: UUID) -> Response:
    """Delete a connection with its domains and groups. 403 `sso.outranks_you`; 404 `sso.not_found`."""
    await service.delete_connection(db, caller, connection_id)
    return Response()


@router.get(CONNECTION + "/roles", permission=READ)
async def list_sso_default_roles(
    db: Transaction, caller: Caller, connection_id: UUID
) -> schemas.RolesBody:
    """List the roles that every user gets who signs in through the connection. 404 `sso.not_found`."""
    row = await service.get_connection(db, caller.tenant_id, connection_id)
    return schemas.RolesBody(role_ids=row.role_ids)


@router.put(CONNECTION + "/roles", permission=WRITE, status_code=201)
async def set_sso_default_roles(
    db: Transaction, caller: Caller, connection_id: UUID, data: schemas.RolesChange
) -> Response:
    """Set the roles that users get at their next sign-in through the connection. 403 `roles.beyond_own`,
    `sso.outranks_you`; 404 `sso.not_found`, `roles.not_found`."""
    await service.set_connection_roles(db, caller, connection_id, data.role_ids, data.base_role_ids)
    return Response(status_code=201)


@router.get(CONNECTION + "/groups", permission=READ)
async def list_sso_groups(
    db: Transaction, caller: Caller, connection_id: UUID
) -> list[schemas.SsoGroupOut]:
    """List the groups of a connection, the oldest first. 404 `sso.not_found`."""
    row = await service.get_connection(db, caller.tenant_id, connection_id)
    return [schemas.SsoGroupOut.model_validate(group) for group in row.groups]


@router.post(CONNECTION + "/groups", permission=WRITE, status_code=201)
async def create_sso_group(
    db: Transaction, caller: Caller, connection_id: UUID, data: schemas.SsoGroupIn
) -> schemas.SsoGroupOut:
    """Create a group; users in this group at the provider get its roles. 403 `roles.beyond_own`,
    `sso.outranks_you`; 404 `sso.not_found`; 409 `sso.group_exists`, `sso.too_many_groups`."""
    return await groups.create_sso_group(db, caller, connection_id, data)


@router.patch(CONNECTION + "/groups/{group_id}", permission=WRITE)
async def change_sso_group(
    db: Transaction,
    caller: Caller,
    connection_id: UUID,
    group_id: UUID,
    data: schemas.SsoGroupChange,
) -> Response:
    """Change a group. 403 `roles.beyond_own`, `sso.outranks_you`; 404 `sso.not_found`, `sso.group_not_found`;
    409 `sso.group_exists`."""
    await groups.change_sso_group(db, caller, connection_id, group_id, data)
    return Response()


@router.delete(CONNECTION + "/groups/{group_id}", permission=DELETE)
async def delete_sso_group(
    db: Transaction, caller: Caller, connection_id: UUID, group_id: UUID
) -> Response:
    """Delete a group; its users lose its roles at their next sign-in. 403 `sso.outranks_you`; 404
    `sso.not_found`, `sso.group_not_found`."""
    await groups.delete_sso_group(db, caller, connection_id, group_id)
    return Response()


@router.get(CONNECTION + "/links", permission=READ)
async def list_sso_links(
    db: Transaction,
    caller: Caller,
    connection_id: UUID,
    query: Annotated[schemas.SsoLinksQuery, Query()],
) -> schemas.SsoLinksPage:
    """The accounts of the identity provider that open accounts here, by address. 404 `sso.not_found`."""
    return await links.list_links(db, caller.tenant_id, connection_id, query)


@router.delete(CONNECTION + "/links", permission=WRITE)
async def release_sso_links(
    db: Transaction, caller: Caller, connection_id: UUID
) -> schemas.ReleasedOut:
    """Release every link of a connection, for example after its application at the identity provider was
    created anew. At the next sign-in users are found by their email address. Users who were removed or
    disabled stay out, and sessions stay. 403 `sso.outranks_you`; 404 `sso.not_found`."""
    return schemas.ReleasedOut(released=await links.release_links(db, caller, connection_id))


@router.delete(CONNECTION + "/links/{link_id}", permission=WRITE)
async def release_sso_link(
    db: Transaction, caller: Caller, connection_id: UUID, link_id: UUID
) -> Response:
    """Release one link. 403 `sso.outranks_you`; 404 `sso.not_found`, `sso.link_not_found`."""
    await links.release_link(db, caller, connection_id, link_id)
    return Response()


@router.get("/users/{user_id}/links", permission=READ)
async def list_sso_links_of_user(
    db: Transaction, caller: Caller, user_id: UUID
) -> list[schemas.SsoLinkOut]:
    """The identity provider's accounts that open the account of this member. 404 `members.not_found`."""
    return await links.list_links_of_member(db, caller.tenant_id, user_id)


@router.delete("/users/{user_id}/links", permission=WRITE)
async def release_sso_links_of_user(
    db: Transaction, caller: Caller, user_id: UUID
) -> schemas.ReleasedOut:
    """Release the links of one member, for example after the identity provider gave the user another
    subject. 403 `sso.outranks_you`; 404 `members.not_found`."""
    return schemas.ReleasedOut(released=await links.release_links_of_member(db, caller, user_id))


@router.post("/configurations/metadata", permission=WRITE, status_code=201)
async def create_sso_connection_by_metadata(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.MetadataIn
) -> schemas.SsoConnectionOut:
    """Create a connection from metadata, of type `saml` and disabled. 400 `sso.bad_metadata`; refused as
    connections are."""
    row = await metadata.save_connection_from_metadata(db, resources, caller, data.metadata)
    return service.to_connection_response(resources, row)


@router.post("/configurations/metadata-url", permission=WRITE, status_code=201)
async def create_sso_connection_by_metadata_url(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.MetadataUrlIn
) -> schemas.SsoConnectionOut:
    """Create a connection from the metadata at a URL. 400 `sso.metadata_unreachable`, also for a private
    address; 429 `rate.limited`."""
    row = await metadata.save_connection_from_metadata_url(db, resources, caller, data.url)
    return service.to_connection_response(resources, row)


@router.put(CONNECTION + "/metadata", permission=WRITE)
async def change_sso_connection_by_metadata(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    connection_id: UUID,
    data: schemas.MetadataIn,
) -> schemas.SsoConnectionOut:
    """Change a connection by metadata: endpoint, entity id and certificates are those of the document.
    Refused as creating is."""
    row = await metadata.save_connection_from_metadata(
        db, resources, caller, data.metadata, connection_id
    )
    return service.to_connection_response(resources, row)


@router.put(CONNECTION + "/metadata-url", permission=WRITE)
async def change_sso_connection_by_metadata_url(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    connection_id: UUID,
    data: schemas.MetadataUrlIn,
) -> schemas.SsoConnectionOut:
    """Change a connection by the metadata at a URL. Refused as creating is."""
    row = await metadata.save_connection_from_metadata_url(
        db, resources, caller, data.url, connection_id
    )
    return service.to_connection_response(resources, row)
