"""What the owner of a known address is told about a sign-up with it."""

from uuid import UUID

from gatehouse.identity.mails import service as mails
from gatehouse.identity.passwords.service import drop_password
from gatehouse.identity.signup import queries
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, enqueue, job


@job("sign_up.mail_holder")
async def mail_holder(context: JobContext, user_id: str) -> None:
    """An account in use: how to get in. One that still waits: its activation link once more.

    Then nobody knows which of several strangers owns the address, so none of their passwords counts:
    whoever opens the mail chooses one. The names of the first sign-up stay.
    """
    async with context.database.transaction(Scope.system()) as db:
        holder = await queries.HOLDER.first(db, UUID(user_id))
        if holder is None:
            return
        if not holder.verified:
            await drop_password(db, holder.id)
            await enqueue(db, "activation.resend", email=holder.email)
            return
        await mails.send(
            db,
            context.resources,
            "already-registered",
            holder.email,
            name=holder.name,
            link=mails.link(context.resources, "/account/login"),
            reset_link=mails.link(context.resources, "/account/forget-password"),
        )
