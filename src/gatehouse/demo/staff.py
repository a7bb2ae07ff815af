"""The demo's staff: one owner, whose authenticator secret is printed at every start. Created once."""

from gatehouse.access.vendor import StaffRole
from gatehouse.audit.actors import SYSTEM
from gatehouse.demo.people import PASSWORD
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.users import service as users
from gatehouse.identity.factors import queries as authenticators
from gatehouse.identity.passwords import service as passwords
from gatehouse.identity.passwords.models import AcceptedPassword
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.hashing import hash_password
from gatehouse.kit.resources import Resources
from gatehouse.vendor_access.staff import service as staff

COMPANY = "Gatehouse"
OWNER = "owner@gatehouse.test"
# Printed at every start of the demo, as the password is.
AUTHENTICATOR = "GATEHOUSEDEMOSTAFFOWNERSECRETKEY"


async def add_staff(resources: Resources) -> None:
    """Everything or nothing; at the next start it is there already."""
    accepted = AcceptedPassword(await hash_password(PASSWORD))
    async with resources[Database].transaction(Scope.system()) as db:
        if await users.find_by_email(db, OWNER):
            return
        tenant_id = (await tenants.create_tenant(db, name=COMPANY)).id
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
