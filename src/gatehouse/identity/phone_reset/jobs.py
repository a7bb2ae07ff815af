"""The mailed code that verifies the email address."""

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.users import service as users
from gatehouse.identity.mails import service
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.phone_reset.events import PhoneResetRequested
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job


@job("phone_reset.mail_code")
async def mail_code(
    context: JobContext, email: str, request: str, sealed_code: str, ip: str, user_agent: str
) -> None:
    """Mail the code. Only to a verified address: an account from an unverified sign-up has no number to
    replace."""
    async with context.database.transaction(Scope.system()) as db:
        person = await users.find_by_email(db, email)
        if person is None or not person.verified:
            return
        if not await codes.bind_one_time_code(db, request, person.id, person.email):
            return
        code = codes.open_sealed_code(context.resources[Box], request, sealed_code)
        await service.send_mail(db, context.resources, "phone-reset", person.email, code=code)
        by = by_person(person.id, person.email, Client(ip, user_agent))
        await announce_event(db, PhoneResetRequested(person.default_tenant_id, person.id), by=by)
