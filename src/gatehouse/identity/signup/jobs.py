"""What becomes of a sign-up with a known address."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.directory.people.invite_links import join as links
from gatehouse.directory.people.invite_links.models import OpenedLink
from gatehouse.directory.people.membership.service import let_below
from gatehouse.directory.tenants.service import take_turns
from gatehouse.directory.users.service import get_user, lock_user
from gatehouse.identity.mails import service as mails
from gatehouse.identity.signup import placed, queries
from gatehouse.identity.signup.models import Holder, Place
from gatehouse.identity.signup.service import open_company
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job


@job("sign_up.known_address")
async def answer_holder(
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
) -> None:
    """Who came by an invite link gets a mail that invites. Who belongs nowhere gets the new company, or the
    place that the vendor's service has chosen: the way back in for somebody whom every tenant has removed.
    An account in use: how to get in. One that still waits: its activation link once more.

    Not done while the stranger waits, because it takes another time than making somebody new. Name and
    password of the account stay.
    """
    async with context.database.transaction(Scope.system()) as db:
        link = await links.open_link(db, bytes.fromhex(invitation)) if invitation else None
        chosen = await _place(db, place, role_ids)
        await lock_user(db, UUID(user_id))  # of several sign-ups one opens a company
        holder = await queries.HOLDER.first(db, UUID(user_id))
        if holder is None:
            return
        client = Client(ip, user_agent)
        if link and await _invite(db, link, holder.id, client):
            await let_below(db, link.tenant_id, holder.id, may_enter_below)
            return
        if not holder.belongs and not invitation:
            tenant_id = await _enter(db, holder, client, company_name, chosen)
            if chosen or place is None:  # what was said of a place that is gone holds nowhere else
                await let_below(db, tenant_id, holder.id, may_enter_below)
            await enqueue(
                db, "activation.mail", tenant_id=tenant_id, user_id=holder.id,
                request=request, sealed_code=sealed_code,
            )  # fmt: skip
        elif not holder.verified:
            await enqueue(
                db, "activation.resend", email=holder.email,
                request=request, sealed_code=sealed_code,
            )  # fmt: skip
        else:
            await mails.send(
                db,
                context.resources,
                "already-registered",
                holder.email,
                name=holder.name,
                link=mails.link(context.resources, "/account/login"),
                reset_link=mails.link(context.resources, "/account/forget-password"),
            )


async def _place(db: Db, tenant_id: str | None, role_ids: Sequence[str]) -> Place | None:
    """Nobody removes people there meanwhile. None also where it is gone."""
    if tenant_id is None:
        return None
    await take_turns(db, UUID(tenant_id))
    wanted = [UUID(one) for one in role_ids]
    name = await queries.PLACE.first(db, UUID(tenant_id), wanted)
    return Place(UUID(tenant_id), name, wanted) if name is not None else None


async def _enter(
    db: Db, holder: Holder, client: Client, company_name: str, place: Place | None
) -> UUID:
    if place:
        await placed.take(db, place, holder.id, client, holder.email, holder.name, activated=False)
        return place.tenant_id
    return await open_company(
        db, holder.id, client, email=holder.email, name=holder.name, company_name=company_name,
        activated=False,
    )  # fmt: skip


async def _invite(db: Db, link: OpenedLink, user_id: UUID, client: Client) -> bool:
    """Whether the person was no member of the link's company, and may accept to be one now."""
    user = await get_user(db, user_id)
    if await links.join(db, link, user, client, activated=False) != "joined":
        return False
    await enqueue(db, "activation.mail", tenant_id=link.tenant_id, user_id=user_id)
    return True
