"""Handle a sign-up with a known address."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.directory.people.invite_links import service as links
from gatehouse.directory.people.invite_links.queries import OpenedLink
from gatehouse.directory.people.memberships import allow_access_to_tenants_below, find_membership
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users.service import get_user, lock_user
from gatehouse.identity.mails.service import mail_already_registered
from gatehouse.identity.ownership.service import add_sign_up_request
from gatehouse.identity.signup import join_tenant, queries
from gatehouse.identity.signup.models import SignupEmailHolder, SignupTenant
from gatehouse.identity.signup.service import open_company
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job


@dataclass(frozen=True, slots=True)
class _SignupPayload:
    """`tenant_id` is the id that the browser got, for the company that this sign-up opens."""

    name: str
    company_name: str
    phone_number: str | None
    metadata: dict[str, Any]
    tenant_id: UUID | None


@job("sign_up.known_address")
async def handle_known_address(
    context: JobContext,
    user_id: str,
    company_name: str,
    ip: str,
    user_agent: str,
    invitation: str | None = None,
    request: str | None = None,
    sealed_code: str | None = None,
    place: str | None = None,
    role_ids: Sequence[str] = (),
    may_enter_below: bool | None = None,
    tenant_id: str | None = None,
    name: str | None = None,
    phone_number: str | None = None,
    metadata: dict[str, Any] | None = None,
) -> None:
    """Handle a sign-up with a known address. A user who came by an invite link gets a mail that invites.
    A user who is active in no tenant, or has not verified the address, gets a mail that opens the new
    company, or the tenant that the vendor's service has chosen: neither a pending invitation nor an
    earlier sign-up by another user replaces it. A user of an active account gets a mail that says how to
    sign in.

    Done in a job, because it takes another time than creating a new user. Name and password of a verified
    account stay.
    """
    async with context.database.transaction(Scope.system()) as db:
        link = (
            await links.find_and_lock_invite_link(db, bytes.fromhex(invitation))
            if invitation
            else None
        )
        chosen = await _lock_chosen_tenant(db, place, role_ids)
        await lock_user(db, UUID(user_id))  # of concurrent sign-ups only one opens a company
        holder = await queries.HOLDER.first(db, UUID(user_id))
        if holder is None:
            return
        client = Client(ip, user_agent)
        if link and await _invite_by_link(db, link, holder.id, client):
            await allow_access_to_tenants_below(db, link.tenant_id, holder.id, may_enter_below)
            return
        if not invitation and not (holder.verified and holder.belongs):
            opens = UUID(tenant_id) if tenant_id else None
            said = _SignupPayload(holder.name, company_name, None, {}, opens)
            if not holder.verified:
                said = _SignupPayload(
                    name or holder.name, company_name, phone_number, metadata or {}, opens
                )
            entered = await _join_or_open_tenant(db, holder, client, said, chosen)
            if chosen or place is None:  # an answer about a tenant that is gone applies to no other
                await allow_access_to_tenants_below(db, entered, holder.id, may_enter_below)
            await enqueue(
                db, "activation.mail", tenant_id=entered, user_id=holder.id,
                request=request, sealed_code=sealed_code,
            )  # fmt: skip
        elif not holder.verified:
            await enqueue(
                db, "activation.resend", email=holder.email,
                request=request, sealed_code=sealed_code,
            )  # fmt: skip
        else:
            await mail_already_registered(db, context.resources, holder.email, holder.name)


async def _lock_chosen_tenant(
    db: Db, tenant_id: str | None, role_ids: Sequence[str]
) -> SignupTenant | None:
    """Lock the tenant against concurrent removals of members. None when there is none, or it no longer
    exists."""
    if tenant_id is None:
        return None
    await lock_tenant(db, UUID(tenant_id))
    wanted = [UUID(one) for one in role_ids]
    name = await queries.PLACE.first(db, UUID(tenant_id), wanted)
    return SignupTenant(UUID(tenant_id), name, wanted) if name is not None else None


async def _join_or_open_tenant(
    db: Db,
    holder: SignupEmailHolder,
    client: Client,
    said: _SignupPayload,
    place: SignupTenant | None,
) -> UUID:
    """Join the tenant that the mailed link activates: the chosen one, the new company, or the one that an
    earlier sign-up with the same details has opened."""
    if place:
        if await find_membership(db, place.tenant_id, holder.id):
            return place.tenant_id
        await join_tenant.join_chosen_tenant(
            db, place, holder.id, client, holder.email, said.name, activated=False
        )
        tenant_id = place.tenant_id
    else:
        same = await queries.SAME_REQUEST.first(db, holder.id, said.name, said.company_name)
        if same and not (said.phone_number or said.metadata):
            return same
        tenant_id = await open_company(
            db, holder.id, client, email=holder.email, name=said.name,
            company_name=said.company_name, activated=False, tenant_id=said.tenant_id,
        )  # fmt: skip
    await add_sign_up_request(
        db, tenant_id, holder.id, name=said.name, company_name=said.company_name,
        phone_number=said.phone_number, metadata=said.metadata, opened_company=place is None,
    )  # fmt: skip
    return tenant_id


async def _invite_by_link(db: Db, link: OpenedLink, user_id: UUID, client: Client) -> bool:
    """Whether the user was not a member of the link's tenant, and has been invited to it now."""
    user = await get_user(db, user_id)
    if await links.join_tenant_by_link(db, link, user, client, activated=False) != "joined":
        return False
    await enqueue(db, "activation.mail", tenant_id=link.tenant_id, user_id=user_id)
    return True
