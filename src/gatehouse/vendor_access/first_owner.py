"""Create the first owner of an installation through a link in the server's output, which only its operator
can read.

The alternative is a command (`gatehouse staff add`). A link is valid for one day and one use; each server
start creates its own as long as there is no owner.
"""

from typing import Annotated

from pydantic import Field

from gatehouse.access.client import Client
from gatehouse.access.staff_role import StaffRole
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.memberships import add_member
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.directory.tenants.service import create_tenant
from gatehouse.directory.users.errors import EmailTaken
from gatehouse.directory.users.service import create_user, mark_verified, normalize_email
from gatehouse.identity.passwords import service as passwords
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.identity.passwords.schemas import Address, Password, Token
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.errors import Conflict, NotFound
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Spoken, Wire
from gatehouse.policies.password_rules.service import check_password
from gatehouse.vendor_access import staff


class SetUpLinkOver(NotFound, code="first_owner.link_over"): ...


class AddressTaken(Conflict, code="first_owner.address_taken"): ...


IS_ALIVE = Query(
    bool,
    """
    select exists (select from first_owner_links where token_hash = $1 and expires_at > $2)
      and not exists (select from staff where role = 'owner') as alive
    """,
)
CLOSE = Command("delete from first_owner_links")


class SetUpLink(Wire):
    """The token of the address that the server printed."""

    token: Token


class FirstOwner(SetUpLink):
    email: Address
    name: Annotated[Spoken, Field(min_length=1)]
    company_name: Annotated[Spoken, Field(min_length=1)]
    password: Password


PER_IP = RateLimit("first_owner.ip", 30, 15)


async def check_first_owner_token(db: Db, resources: Resources, client: Client, token: str) -> None:
    """Raises `SetUpLinkOver`, `RateLimited`."""
    await resources[RateLimiter].hit(PER_IP, get_ip_network(client.ip))
    await _require_valid_link(db, token)


async def create_first_owner(
    db: Db, resources: Resources, client: Client, data: FirstOwner
) -> None:
    """An account whose address is believed, in a company of its own, and the owner of everything.
    `SetUpLinkOver`, `AddressTaken`, `InvalidEmail`, `RateLimited`, and the refusals of the password."""
    email = normalize_email(data.email)
    await check_first_owner_token(db, resources, client, data.token)
    await db.pause()
    await check_password(resources, data.password, about=[email, data.name, data.company_name])
    accepted = AcceptedPassword(await hash_password(data.password))
    # Of two concurrent requests, the second finds that there is an owner.
    await staff.lock_staff(db)
    await _require_valid_link(db, data.token)
    try:
        user = await create_user(db, email=email, name=data.name)
    except EmailTaken:
        raise AddressTaken(
            "A user with this address already exists. Use another address, or make that user the owner with "
            "`gatehouse staff add`."
        ) from None
    await mark_verified(db, user.id)
    tenant = await create_tenant(db, name=data.company_name)
    by = by_person(user.id, email, client)
    await add_member(db, tenant_id=tenant.id, user_id=user.id, email=email, by=by, activated=True)
    await passwords.store_password(db, user.id, accepted)
    await announce_event(db, TenantCreated(tenant.id, user.id, tenant.name), by=by)
    await staff.add_staff_member(db, email, StaffRole.OWNER, by=by)
    await CLOSE.run(db)


async def _require_valid_link(db: Db, token: str) -> None:
    if not await IS_ALIVE.one(db, token_hash(token), clock.now()):
        raise SetUpLinkOver(
            "This link has expired. While there is no owner, the server prints a new one when it starts."
        )
