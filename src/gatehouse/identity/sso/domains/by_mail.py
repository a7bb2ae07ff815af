"""Domain verification by a code, mailed to a mailbox that only the domain's administrators can read.

The mailboxes are reserved for the administrators of a domain (RFC 2142, RFC 5321 §4.5.1). The code is entered
in the portal of the requesting tenant. It is not a link, so that opening the mail alone verifies nothing.
"""

import secrets
from datetime import timedelta
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.identity.mails.service import send_mail
from gatehouse.identity.sso.connections.service import to_change
from gatehouse.identity.sso.domains import queries
from gatehouse.identity.sso.domains.errors import DomainCodeWrong
from gatehouse.identity.sso.domains.schemas import Mailbox
from gatehouse.identity.sso.domains.service import MAY_WRITE, assign_domain, find_domain
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.domain_restrictions.domains import display_domain

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without letters that look alike
LENGTH, MAX_TRIES, LASTS = 10, 10, timedelta(days=1)
MAILS_PER_TENANT = RateLimit("sso.domain.mail.tenant", 20, 60)
MAILS_PER_DOMAIN = RateLimit("sso.domain.mail.domain", 5, 60)


async def send_code(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    connection_id: UUID,
    domain_id: UUID,
    mailbox: Mailbox,
) -> str:
    """Mail a new code and return the address it was sent to; earlier codes become invalid. Raises
    `DomainNotFound`, and the errors of `to_change`."""
    row = await find_domain(db, caller.tenant_id, connection_id, domain_id)
    await db.pause()
    await resources[RateLimiter].hit(MAILS_PER_TENANT, str(caller.tenant_id))
    await resources[RateLimiter].hit(MAILS_PER_DOMAIN, row.domain)
    caller, _ = await to_change(db, caller, MAY_WRITE, connection_id)
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    await queries.KEEP_CODE.run(
        db, caller.tenant_id, domain_id, _hash_code(domain_id, code), clock.now() + LASTS
    )
    address = f"{mailbox}@{row.domain}"
    await send_mail(
        db, resources, "domain-code", address, code=code, domain=display_domain(row.domain)
    )
    return address


async def confirm_domain_by_mail(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    connection_id: UUID,
    domain_id: UUID,
    code: str,
) -> None:
    """Verify a domain with the code from the mail. Raises `DomainCodeWrong` when the code is wrong or has
    expired, which counts as a try, `DomainTaken`, and the errors of `to_change`. Needs the system scope: the
    domain may belong to another tenant."""
    caller, _ = await to_change(db, caller, MAY_WRITE, connection_id)
    row = await find_domain(db, caller.tenant_id, connection_id, domain_id)
    right = await queries.TRY_CODE.first(
        db, caller.tenant_id, domain_id, _hash_code(domain_id, code), MAX_TRIES, clock.now()
    )
    if not right:
        raise DomainCodeWrong("The code is not right or is over. Have a new one sent.")
    await assign_domain(db, resources, row, "email", by_caller(caller, client))


def _hash_code(domain_id: UUID, code: str) -> bytes:
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return token_hash(f"{domain_id}\n{plain}")
