"""Sign up: make the person and the company, and mail the link that proves the address.

Nothing tells whether the address is known. A known one gets the same answer after the same
statements, which are then undone; only its owner's mailbox learns of it.
"""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.service import announce
from gatehouse.directory.memberships.service import add_member
from gatehouse.directory.tenants.service import create_tenant
from gatehouse.directory.users.errors import EmailTaken
from gatehouse.directory.users.service import create_user
from gatehouse.identity.login.lockout import place_of
from gatehouse.identity.passwords.service import set_password
from gatehouse.identity.sessions.service import SignedIn, start_session
from gatehouse.identity.signup import queries
from gatehouse.identity.signup.errors import SignUpsClosed
from gatehouse.identity.signup.models import Holder, Made, SignUp
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.policies.passwords.service import check_password
from gatehouse.settings import Settings

PER_IP = Limit("sign_up.ip", 60, 60)
PER_ADDRESS = Limit("sign_up.address", 5, 60)


async def sign_up(
    db: Db, resources: Resources, client: Client, data: SignUp
) -> tuple[Made, SignedIn | None]:
    """The new ids, and the session when the vendor lets people in before their address is proved.

    `SignUpsClosed`, and refusals of the password, come before the address is looked at.
    """
    rules = await queries.RULES.one(db)
    if not rules.is_open:
        raise SignUpsClosed("Signing up is closed. Ask for an invitation.")
    limiter = resources[RateLimiter]
    await limiter.hit(PER_IP, place_of(client.ip))
    await limiter.hit(PER_ADDRESS, data.email)
    if data.password:
        await check_password(
            resources[Settings],
            data.password,
            about=[data.email, data.name, data.company_name, rules.product],
        )
    holder = await queries.HOLDER_BY_EMAIL.first(db, data.email)
    await queries.BEGIN_REHEARSAL.run(db)
    at_once = rules.may_enter_unverified and holder is None
    try:
        made = await _make(db, resources, client, data, holder, activated=at_once)
    except EmailTaken:  # somebody was faster
        await queries.UNDO_REHEARSAL.run(db)
        holder, at_once = await queries.HOLDER_BY_EMAIL.one(db, data.email), False
        made = await _make(db, resources, client, data, holder, activated=False)
    if holder and holder.belongs:
        await queries.UNDO_REHEARSAL.run(db)
        await enqueue(db, "sign_up.mail_holder", user_id=holder.id)
    else:
        await enqueue(db, "activation.mail", tenant_id=made.tenant_id, user_id=made.user_id)
    if not at_once:
        return made, None
    amr = ["pwd"] if data.password else []
    return made, await start_session(
        db, resources, user_id=made.user_id, tenant_id=made.tenant_id, client=client, amr=amr
    )


async def _make(
    db: Db,
    resources: Resources,
    client: Client,
    data: SignUp,
    holder: Holder | None,
    *,
    activated: bool,
) -> Made:
    """Company, administrator and password, and the news of them.

    For a holder who belongs somewhere this is the rehearsal, with an address that nobody has. A holder
    who belongs nowhere joins the new company and keeps name and password: it is the way back in for
    somebody whom every tenant has removed.
    """
    tenant = await create_tenant(db, name=data.company_name)
    joins = holder is not None and not holder.belongs
    email = data.email if holder is None else f"{new_id()}@rehearsal.test"
    user_id = holder.id if holder and joins else await _make_person(db, resources, data, email)
    await add_member(db, tenant_id=tenant.id, user_id=user_id, activated=activated)
    await announce(
        db,
        "tenant.created",
        tenant_id=tenant.id,
        description=f"Created the account {tenant.name}",
        client=client,
        user_id=user_id,
        email=data.email,
        name=tenant.name,
    )
    await announce(
        db,
        "user.signed_up",
        tenant_id=tenant.id,
        description="Signed up",
        client=client,
        user_id=user_id,
        email=data.email,
        name=data.name,
        company_name=tenant.name,
        authentication_type="PASSWORD",
    )
    return Made(user_id, tenant.id)


async def _make_person(db: Db, resources: Resources, data: SignUp, email: str) -> UUID:
    user = await create_user(
        db,
        email=email,
        name=data.name,
        phone_number=data.phone_number,
        metadata=data.metadata,
    )
    if data.password:
        await set_password(db, resources, user.id, data.password)
    return user.id
