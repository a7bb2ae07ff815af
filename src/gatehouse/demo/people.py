"""The demo's company: Acme, its sub-accounts, and its users. Created once."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.staff_role import StaffRole
from gatehouse.audit.actors import SYSTEM
from gatehouse.demo import queries
from gatehouse.demo.history import add_audit_history
from gatehouse.demo.names import (
    ADMINISTRATOR,
    AUTHENTICATOR,
    COLLEAGUES,
    OWNER,
    PASSWORD,
    SIGN_INS,
    build_demo_address,
)
from gatehouse.directory.people import memberships
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.users import service as users
from gatehouse.identity.factors import queries as authenticators
from gatehouse.identity.passwords import service as passwords
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.resources import Resources
from gatehouse.vendor_access import staff

COMPANY = "Acme"
SUB_ACCOUNTS = {
    "Acme Europe": ("Acme Germany", "Acme France", "Acme Nordics"),
    "Acme Labs": (),
    "Acme North America": ("Acme Canada", "Acme Mexico"),
}
PEOPLE_BELOW = 4


async def create_demo_company(database: Database) -> None:
    """Everything or nothing; at the next start it is there already."""
    async with database.one_statement() as db:
        if await users.find_user_by_email(db, ADMINISTRATOR):
            return
    accepted = AcceptedPassword(await hash_password(PASSWORD))
    async with database.transaction(Scope.system()) as db:
        tenant_id = (await tenants.create_tenant(db, name=COMPANY, is_reseller=True)).id
        await queries.AGE_TENANT.run(db, tenant_id, clock.now() - timedelta(days=60))
        administrator = None
        for email, name, role in SIGN_INS:
            user_id = await _add_demo_user(db, tenant_id, email, name, role, days_ago=60)
            await passwords.store_password(db, user_id, accepted)
            administrator = administrator or user_id
        for number, name in enumerate(COLLEAGUES):
            address = build_demo_address(name)
            role = "Editor" if number % 4 == 1 else "ReadOnly"
            pending = number % 8 == 5
            await _add_demo_user(
                db, tenant_id, address, name, role,
                days_ago=3 + number * 2, pending=pending,
            )  # fmt: skip
        await _add_sub_accounts(db, tenant_id)
        await queries.LET_BELOW.run(db, tenant_id, administrator)
        await add_audit_history(db, tenant_id)


async def _add_sub_accounts(db: Db, company: UUID) -> None:
    """Create the sub-accounts, each with some users; those with sub-accounts of their own are resellers."""
    number = 0
    for name, below in SUB_ACCOUNTS.items():
        account = await tenants.create_tenant(
            db, name=name, parent_id=company, is_reseller=bool(below)
        )
        made = [account]
        for lower in below:
            made.append(await tenants.create_tenant(db, name=lower, parent_id=account.id))
        for one in made:
            await queries.AGE_TENANT.run(db, one.id, clock.now() - timedelta(days=55 - number))
            for place in range(PEOPLE_BELOW):
                first, last = COLLEAGUES[number % 24], COLLEAGUES[(number * 5 + 7) % 24]
                person = f"{first.partition(' ')[0]} {last.partition(' ')[2]}"
                domain = f"{one.name.lower().replace(' ', '-')}.test"
                await _add_demo_user(
                    db, one.id, build_demo_address(person, domain), person,
                    "Admin" if place == 0 else "ReadOnly", days_ago=5 + number,
                )  # fmt: skip
                number += 1


async def _add_demo_user(
    db: Db,
    tenant_id: UUID,
    email: str,
    name: str,
    role: str,
    *,
    days_ago: int,
    pending: bool = False,
) -> UUID:
    user = await users.create_user(db, email=email, name=name)
    await memberships.add_member(
        db, tenant_id=tenant_id, user_id=user.id, email=email, by=SYSTEM, role_keys=[role],
        activated=not pending, invited_name=name if pending else None,
    )  # fmt: skip
    if not pending:
        await users.mark_verified(db, user.id)
    joined = clock.now() - timedelta(days=days_ago, minutes=days_ago * 7)
    seen = None if pending else clock.now() - timedelta(hours=days_ago * 5 % 400)
    await queries.AGE_MEMBER.run(db, tenant_id, user.id, joined, seen)
    return user.id


VENDOR_COMPANY = "Gatehouse"


async def create_demo_staff(resources: Resources) -> None:
    """Everything or nothing; at the next start it is there already."""
    accepted = AcceptedPassword(await hash_password(PASSWORD))
    async with resources[Database].transaction(Scope.system()) as db:
        if await users.find_user_by_email(db, OWNER):
            return
        tenant_id = (await tenants.create_tenant(db, name=VENDOR_COMPANY)).id
        user = await users.create_user(db, email=OWNER, name="Odile Owner")
        await memberships.add_member(
            db, tenant_id=tenant_id, user_id=user.id, email=OWNER, by=SYSTEM, role_keys=["Admin"],
            activated=True,
        )  # fmt: skip
        await users.mark_verified(db, user.id)
        await passwords.store_password(db, user.id, accepted)
        authenticator_id = new_id()
        sealed = authenticators.SECRETS.seal(
            resources[Box], authenticator_id, AUTHENTICATOR.encode()
        )
        await authenticators.ADD_AUTHENTICATOR.run(
            db, authenticator_id, user.id, sealed, 0, clock.now()
        )
        await staff.add_staff_member(db, OWNER, StaffRole.OWNER, by=SYSTEM)
