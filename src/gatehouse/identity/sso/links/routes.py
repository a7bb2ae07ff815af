"""Links of single sign-on (admin portal, sections sso and users)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso.links import service
from gatehouse.identity.sso.links.schemas import (
    ReleasedOut,
    SsoLinkOut,
    SsoLinksPage,
    SsoLinksQuery,
)
from gatehouse.kit.paging import PageMetadata

OF_CONNECTION = "/team/resources/sso/v1/configurations/{connection_id}/links"
OF_MEMBER = "/team/resources/sso/v1/users/{user_id}/links"
router = Router(tags=["Single sign-on"])


@router.get(OF_CONNECTION, permission=Permission.READ_SAML_CONFIGURATION)
async def list_sso_links(
    db: Transaction,
    caller: Caller,
    connection_id: UUID,
    query: Annotated[SsoLinksQuery, Query()],
) -> SsoLinksPage:
    """The accounts of the identity provider that open accounts here, by address. 404 `sso.not_found`."""
    rows, total = await service.list_links(db, caller.tenant_id, connection_id, query)
    return SsoLinksPage(
        items=[SsoLinkOut.model_validate(row) for row in rows],
        metadata=PageMetadata(total_items=total, total_pages=-(-total // query.limit)),
    )


@router.delete(OF_CONNECTION, permission=Permission.WRITE_SAML_CONFIGURATION)
async def release_sso_links(
    db: Transaction, caller: Caller, client: CurrentClient, connection_id: UUID
) -> ReleasedOut:
    """Release every link of a connection, for example after its application at the identity provider was
    created anew. At the next sign-in users are found by their email address. Users who were removed or
    disabled stay out, and sessions stay. 403 `sso.outranks_you`; 404 `sso.not_found`."""
    return ReleasedOut(released=await service.release_all(db, caller, client, connection_id))


@router.delete(OF_CONNECTION + "/{link_id}", permission=Permission.WRITE_SAML_CONFIGURATION)
async def release_sso_link(
    db: Transaction, caller: Caller, client: CurrentClient, connection_id: UUID, link_id: UUID
) -> Response:
    """Release one link. 403 `sso.outranks_you`; 404 `sso.not_found`, `sso.link_not_found`."""
    await service.release_link(db, caller, client, connection_id, link_id)
    return Response()


@router.get(OF_MEMBER, permission=Permission.READ_SAML_CONFIGURATION)
async def list_sso_links_of_user(
    db: Transaction, caller: Caller, user_id: UUID
) -> list[SsoLinkOut]:
    """The identity provider's accounts that open the account of this member. 404 `members.not_found`."""
    rows = await service.list_links_of_member(db, caller.tenant_id, user_id)
    return [SsoLinkOut.model_validate(row) for row in rows]


@router.delete(OF_MEMBER, permission=Permission.WRITE_SAML_CONFIGURATION)
async def release_sso_links_of_user(
    db: Transaction, caller: Caller, client: CurrentClient, user_id: UUID
) -> ReleasedOut:
    """Release the links of one member, for example after the identity provider gave the user another
    subject. 403 `sso.outranks_you`; 404 `members.not_found`."""
    return ReleasedOut(released=await service.release_of_member(db, caller, client, user_id))
