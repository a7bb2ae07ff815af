"""Listing and release of the links between identity provider accounts and users (ADR 18), for administrators.

After a release, the next sign-in is decided as for an unknown subject: by an address of a verified domain. A
user who was removed or disabled stays out.
"""

from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.people import memberships
from gatehouse.directory.people.errors import MemberNotFound
from gatehouse.directory.roles.service import lock_and_reload_caller
from gatehouse.identity.external.models import ReleasedLink
from gatehouse.identity.external.queries import (
    RELEASE_ALL_LINKS,
    RELEASE_LINK,
    RELEASE_LINKS_OF_MEMBER,
)
from gatehouse.identity.sso.connections import queries
from gatehouse.identity.sso.connections import service as connections
from gatehouse.identity.sso.connections.schemas import SsoLinkOut, SsoLinksPage
from gatehouse.identity.sso.errors import SsoLinkNotFound
from gatehouse.identity.sso.events import SsoLinkReleased, SsoLinksReleased
from gatehouse.kit.db import Command, Db
from gatehouse.kit.lists import ListQuery, pattern_containing
from gatehouse.kit.paging import PageMetadata

MAY_RELEASE = Permission.WRITE_SAML_CONFIGURATION


async def list_links(
    db: Db, tenant_id: UUID, connection_id: UUID, query: ListQuery
) -> SsoLinksPage:
    """A page of a connection's links by address. Raises `SsoConnectionNotFound`."""
    await connections.get_connection(db, tenant_id, connection_id)
    pattern = pattern_containing(query.filter) if query.filter else "%"
    total = await queries.COUNT_LINKS.one(db, tenant_id, connection_id, pattern)
    links = await queries.LINKS_PAGE.all(
        db, tenant_id, connection_id, pattern, query.limit, query.offset
    )
    return SsoLinksPage(items=links, metadata=PageMetadata.from_total(total, query.limit))


async def list_links_of_member(db: Db, tenant_id: UUID, user_id: UUID) -> list[SsoLinkOut]:
    """The links of a member, the oldest first. Raises `MemberNotFound`."""
    await _require_member(db, tenant_id, user_id)
    return await queries.LINKS_OF_MEMBER.all(db, tenant_id, user_id)


async def release_link(db: Db, caller: Principal, connection_id: UUID, link_id: UUID) -> None:
    """Release one link. Raises `SsoConnectionNotFound`, `SsoConnectionOutranksYou` or `SsoLinkNotFound`."""
    caller, _ = await connections.lock_connection_for_change(db, caller, MAY_RELEASE, connection_id)
    released = await RELEASE_LINK.first(db, caller.tenant_id, connection_id, link_id)
    if released is None:
        raise SsoLinkNotFound("The link was not found")
    await _announce_released_links(db, caller, [released])


async def release_links(db: Db, caller: Principal, connection_id: UUID) -> int:
    """Release every link of a connection. Returns how many there were. Raises `SsoConnectionNotFound` or
    `SsoConnectionOutranksYou`."""
    caller, _ = await connections.lock_connection_for_change(db, caller, MAY_RELEASE, connection_id)
    count = await RELEASE_ALL_LINKS.one(db, caller.tenant_id, connection_id)
    event = SsoLinksReleased(caller.tenant_id, connection_id, count)
    await announce_event(db, event, by=caller.actor)
    return count


async def release_links_of_member(db: Db, caller: Principal, user_id: UUID) -> int:
    """Release the links of a member at every connection of the tenant. Returns how many there were. Raises
    `MemberNotFound`, and `SsoConnectionOutranksYou` for a connection with a role that the caller may not
    give."""
    caller = await lock_and_reload_caller(db, caller, MAY_RELEASE)
    await _require_member(db, caller.tenant_id, user_id)
    released = await RELEASE_LINKS_OF_MEMBER.all(db, caller.tenant_id, user_id)
    changed = {link.connection_id for link in released}
    rows = await connections.list_connections(db, caller.tenant_id)
    await connections.require_givable_roles(db, caller, [row for row in rows if row.id in changed])
    await _announce_released_links(db, caller, released)
    return len(released)


async def _require_member(db: Db, tenant_id: UUID, user_id: UUID) -> None:
    if await memberships.find_membership(db, tenant_id, user_id) is None:
        raise MemberNotFound("The user was not found")


async def _announce_released_links(db: Db, caller: Principal, released: list[ReleasedLink]) -> None:
    news = [
        SsoLinkReleased(caller.tenant_id, link.connection_id, link.user_id, link.email)
        for link in released
    ]
    await announce_all(db, news, by=caller.actor)


MOVE = Command("select gatehouse_move_sso_links($1, $2, $3)")


async def move_sso_links(db: Db, tenant_id: UUID, from_id: UUID, to_id: UUID) -> None:
    """Move the links of the tenant's connections from one account to another, after the tenant's directory
    has identified both as one user. A link ends if its connection may not open the second account, or already
    opens it with another subject."""
    await MOVE.run(db, tenant_id, from_id, to_id)
