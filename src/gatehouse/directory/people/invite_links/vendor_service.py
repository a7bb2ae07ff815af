from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal, protect_staff_home
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.errors import MemberNotFound
from gatehouse.directory.people.invite_links import queries
from gatehouse.directory.people.invite_links import service as links
from gatehouse.directory.people.invite_links.errors import InviteLinkNotFound, MakerNeeded
from gatehouse.directory.people.invite_links.events import InviteLinkCreated, InviteLinkDeleted
from gatehouse.directory.people.invite_links.schemas import InviteLink
from gatehouse.directory.people.invite_links.vendor_schemas import VendorInviteLinkWish
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.roles.errors import RoleNotFound
from gatehouse.directory.roles.service import roles_by_id
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def create_invite_link(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    wish: VendorInviteLinkWish,
) -> InviteLink:
    """Create a link of a member, replacing their previous one; it cannot give more than the member may.
    Raises `TenantNotFound`, `MemberNotFound`, `RoleNotFound`, or `MakerNeeded` when no member is named."""
    if wish.user_id is None:
        raise MakerNeeded("userId: is needed, a link is worth what its maker may do")
    await get_tenant(db, wish.tenant_id)
    await protect_staff_home(db, caller, wish.tenant_id)
    if await memberships.find_membership(db, wish.tenant_id, wish.user_id) is None:
        raise MemberNotFound("The user was not found")
    wanted = set(wish.role_ids or [])
    if len(await roles_by_id(db, [wish.tenant_id], list(wanted))) < len(wanted):
        raise RoleNotFound("A role was not found")
    made = await links.replace_invite_link(db, resources, wish.tenant_id, wish.user_id, wish)
    event = InviteLinkCreated(wish.tenant_id, made.id)
    await announce_event(db, event, by=by_vendor(caller, client))
    return made


async def list_all(
    db: Db, resources: Resources, limit: int, offset: int, *, may_use: bool
) -> list[InviteLink]:
    """All valid links; token and URL are empty unless the caller `may_use` them."""
    found = await queries.ALL.all(db, clock.now(), limit, offset)
    listed = [links.to_invite_link(resources, one) for one in found]
    if may_use:
        return listed
    return [one.model_copy(update={"token": "", "url": ""}) for one in listed]


async def delete_invite_link(
    db: Db, caller: VendorPrincipal, client: Client, link_id: UUID
) -> None:
    """Delete a link; it no longer admits users. Raises `InviteLinkNotFound`."""
    tenant_id = await queries.END.first(db, link_id)
    if tenant_id is None:
        raise InviteLinkNotFound("There is no such invite link")
    await announce_event(db, InviteLinkDeleted(tenant_id, link_id), by=by_vendor(caller, client))
