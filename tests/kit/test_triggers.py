"""What each trigger enforces for every writer: statements as the application's role, rolled back at the
end."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from gatehouse.kit.db import Db

CONFIGURATION = [
    "application_secrets",
    "application_shared_secrets",
    "applications",
    "captcha_policies",
    "feature_flags",
    "features",
    "jwt_targeting",
    "jwt_templates",
    "mail_configurations",
    "mail_templates",
    "metadata",
    "mobile_apps",
    "plans",
    "prehooks",
    "sms_templates",
    "social_providers",
    "vendor",
    "vendor_credentials",
    "vendor_events",
]
READ_BY_OWNER = {
    "licenses", "passwords", "roster", "roster_search", "tenants", "users", "vendor_credentials",
}  # fmt: skip
ENTITLEMENTS = ["billing_subscriptions", "entitlements", "features", "licenses", "plans"]


class Rows:
    """Adds rows with as few columns as they can have."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self.connection = connection

    async def add(self, table: str, **values: Any) -> asyncpg.Record:
        columns = ", ".join(values)
        places = ", ".join(f"${n}" for n in range(1, len(values) + 1))
        return await self.connection.fetchrow(
            f"insert into {table} ({columns}) values ({places}) returning *", *values.values()
        )

    async def tenant(self, **values: Any) -> UUID:
        one = uuid4()
        await self._add_now("tenants", {"id": one, "path": f"{one}/", "name": "Acme"} | values)
        return one

    async def user(self, **values: Any) -> UUID:
        one = uuid4()
        given = {"id": one, "email": f"{one.hex}@example.com", "name": "Ada"} | values
        await self._add_now("users", given)
        return one

    async def _add_now(self, table: str, values: dict[str, Any]) -> None:
        now = await self.connection.fetchval("select now()")
        await self.add(table, **values, created_at=now, updated_at=now)

    async def member(self, tenant: UUID, user: UUID, **values: Any) -> None:
        await self.run(
            "insert into memberships (tenant_id, user_id, activated, created_at)"
            " values ($1, $2, true, now())",
            tenant, user,
        )  # fmt: skip
        for name, value in values.items():
            await self.run(
                f"update memberships set {name} = $3 where tenant_id = $1 and user_id = $2",
                tenant, user, value,
            )  # fmt: skip

    async def session(self, tenant: UUID, user: UUID, **values: Any) -> UUID:
        one, now = uuid4(), await self.connection.fetchval("select now()")
        await self.add(
            "sessions", id=one, user_id=user, tenant_id=tenant, created_at=now, last_used_at=now,
            expires_at=now, auth_time=now, **values,
        )  # fmt: skip
        return one

    async def run(self, statement: str, *arguments: Any) -> None:
        await self.connection.execute(statement, *arguments)

    async def one(self, statement: str, *arguments: Any) -> Any:
        return await self.connection.fetchval(statement, *arguments)


@pytest.fixture
async def rows(db: Db) -> AsyncIterator[Rows]:
    transaction = db.connection.transaction()
    await transaction.start()
    try:
        yield Rows(db.connection)
    finally:
        await transaction.rollback()


@pytest.fixture
async def member(rows: Rows) -> tuple[UUID, UUID]:
    tenant, user = await rows.tenant(), await rows.user()
    await rows.member(tenant, user)
    return tenant, user


Member = tuple[UUID, UUID]


# The member index


async def test_a_new_membership_is_in_the_member_index(rows: Rows, member: Member):
    name = "select name from roster where tenant_id = $1 and user_id = $2"
    assert await rows.one(name, *member) == "ada"


async def test_a_new_member_is_found_by_search(rows: Rows, member: Member):
    words = "select words from roster_search where tenant_id = $1 and user_id = $2"
    assert (await rows.one(words, *member)).startswith("ada ")


COUNTED = "select sum(people) from roster_counts where tenant_id = $1"


async def test_new_members_are_counted(rows: Rows, member: Member):
    assert await rows.one(COUNTED, member[0]) == 1


async def test_removed_members_are_not_counted(rows: Rows, member: Member):
    before = await rows.one(COUNTED, member[0])
    await rows.run("delete from memberships where tenant_id = $1 and user_id = $2", *member)
    assert await rows.one(COUNTED, member[0]) == before - 1


async def test_a_change_of_a_user_reaches_the_member_index(rows: Rows, member: Member):
    await rows.run("update users set name = 'Grace' where id = $1", member[1])
    name = "select name from roster where tenant_id = $1 and user_id = $2"
    assert await rows.one(name, *member) == "grace"


async def test_a_change_of_a_membership_reaches_the_member_index(rows: Rows, member: Member):
    await rows.run(
        "update memberships set is_disabled = true where tenant_id = $1 and user_id = $2", *member
    )
    disabled = "select is_disabled from roster where tenant_id = $1 and user_id = $2"
    assert await rows.one(disabled, *member) is True


BREACHED = "select password_breached from roster where tenant_id = $1 and user_id = $2"
ADD_PASSWORD = (
    "insert into passwords (user_id, hash, changed_at, breached_at) values ($1, '', now(), {})"
)


async def test_a_breached_password_that_is_added_shows_in_the_member_index(
    rows: Rows, member: Member
):
    await rows.run(ADD_PASSWORD.format("now()"), member[1])
    assert await rows.one(BREACHED, *member) is True


async def test_a_password_that_is_found_in_a_breach_shows_in_the_member_index(
    rows: Rows, member: Member
):
    await rows.run(ADD_PASSWORD.format("null"), member[1])
    await rows.run("update passwords set breached_at = now() where user_id = $1", member[1])
    assert await rows.one(BREACHED, *member) is True


async def test_a_breached_password_that_is_removed_shows_no_longer(rows: Rows, member: Member):
    await rows.run(ADD_PASSWORD.format("now()"), member[1])
    await rows.run("update roster set password_breached = true where user_id = $1", member[1])
    await rows.run("delete from passwords where user_id = $1", member[1])
    assert await rows.one(BREACHED, *member) is False


async def test_the_breached_password_of_a_disabled_member_does_not_show(rows: Rows, member: Member):
    await rows.run(ADD_PASSWORD.format("now()"), member[1])
    await rows.run("update roster set password_breached = true where user_id = $1", member[1])
    await rows.run("update memberships set is_disabled = true where user_id = $1", member[1])
    assert await rows.one(BREACHED, *member) is False


# Memberships


async def test_a_new_membership_keeps_the_end_of_the_earlier_one(rows: Rows):
    tenant, user = await rows.tenant(), await rows.user()
    await rows.run(
        "insert into ended_memberships values ($1, $2, now() - interval '1 day')", tenant, user
    )
    await rows.member(tenant, user)
    kept = "select sessions_from = now() - interval '1 day' from memberships where user_id = $1"
    assert await rows.one(kept, user) is True


@pytest.fixture
async def inherited(rows: Rows, member: Member) -> Member:
    """The tenant below and its member, who is one by the membership above."""
    below = await rows.tenant()
    await rows.member(below, member[1])
    await rows.run(
        "update memberships set inherited_from = $1 where tenant_id = $2", member[0], below
    )
    return below, member[1]


IS_MEMBER = "select exists (select from memberships where tenant_id = $1 and user_id = $2)"


@pytest.fixture
async def role(rows: Rows) -> UUID:
    added: UUID = (await rows.add("roles", key=uuid4().hex, name="Role"))["id"]
    return added


ADD_ROLE = "insert into membership_roles (tenant_id, user_id, role_id) values ($1, $2, $3)"


async def test_inherited_memberships_end_when_the_membership_above_changes(
    rows: Rows, member: Member, inherited: Member
):
    await rows.run("update memberships set is_disabled = true where tenant_id = $1", member[0])
    assert await rows.one(IS_MEMBER, *inherited) is False


async def test_inherited_memberships_end_with_the_membership_above(
    rows: Rows, member: Member, inherited: Member
):
    await rows.run("delete from memberships where tenant_id = $1", member[0])
    assert await rows.one(IS_MEMBER, *inherited) is False


async def test_inherited_memberships_end_when_a_role_is_assigned_above(
    rows: Rows, member: Member, inherited: Member, role: UUID
):
    await rows.run(ADD_ROLE, *member, role)
    assert await rows.one(IS_MEMBER, *inherited) is False


async def test_inherited_memberships_end_when_a_role_is_removed_above(
    rows: Rows, member: Member, role: UUID
):
    await rows.run(ADD_ROLE, *member, role)
    below = await rows.tenant()
    await rows.member(below, member[1])
    await rows.run(
        "update memberships set inherited_from = $1 where tenant_id = $2", member[0], below
    )
    await rows.run("delete from membership_roles where tenant_id = $1", member[0])
    assert await rows.one(IS_MEMBER, below, member[1]) is False


async def test_inherited_memberships_end_when_the_role_above_loses_a_permission(
    rows: Rows, member: Member, role: UUID
):
    await rows.run(ADD_ROLE, *member, role)
    await rows.run(
        "insert into role_permissions (role_id, permission_id) select $1, id from permissions limit 1",
        role,
    )
    below = await rows.tenant()
    await rows.member(below, member[1])
    await rows.run(
        "update memberships set inherited_from = $1 where tenant_id = $2", member[0], below
    )
    await rows.run("delete from role_permissions where role_id = $1", role)
    assert await rows.one(IS_MEMBER, below, member[1]) is False


# Users


ADD_VERIFIED = (
    "insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)"
    " values (gen_random_uuid(), $1, $2, now(), now(), now())"
)


async def test_no_user_is_added_with_the_verified_address_of_another(rows: Rows):
    owner, address = await rows.user(), f"{uuid4().hex}@example.com"
    await rows.run(ADD_VERIFIED, owner, address)
    added = await rows.user(email=address)
    assert await rows.one("select exists (select from users where id = $1)", added) is False


async def test_no_user_gets_the_verified_address_of_another(rows: Rows):
    owner, other, address = await rows.user(), await rows.user(), f"{uuid4().hex}@example.com"
    await rows.run(ADD_VERIFIED, owner, address)
    with pytest.raises(asyncpg.UniqueViolationError):
        await rows.run("update users set email = $1 where id = $2", address, other)


ENROLLED = "select mfa_enrolled from users where id = $1"
FACTORS = {
    "authenticators": "(id, user_id, sealed_secret, created_at, confirmed_at)"
    " values (gen_random_uuid(), $1, '', now(), now())",
    "mfa_phones": "(id, user_id, phone_number, created_at) values (gen_random_uuid(), $1, '+1', now())",
    "mfa_emails": "(user_id, created_at) values ($1, now())",
    "webauthn_credentials": "(id, user_id, credential_id, public_key, sign_count, device_type, is_passkey,"
    " is_second_factor, is_backed_up, created_at)"
    " values (gen_random_uuid(), $1, gen_random_uuid()::text::bytea, '', 0, 'Platform', false, true, false,"
    " now())",
}


@pytest.mark.parametrize("table", FACTORS)
async def test_a_user_with_a_factor_is_enrolled_in_mfa(rows: Rows, table: str):
    user = await rows.user()
    await rows.run(f"insert into {table} {FACTORS[table]}", user)
    assert await rows.one(ENROLLED, user) is True
    await rows.run(f"delete from {table} where user_id = $1", user)
    assert await rows.one(ENROLLED, user) is False


# Sessions


ADD_CONNECTION = """
insert into sso_connections (id, tenant_id, type, enabled, enforced, override_active_tenant, sso_endpoint,
  idp_entity_id, audience, sign_request, metadata_source, metadata_url, oidc_client_id, created_at,
  updated_at)
values ($1, $2, 'oidc', true, false, false, '', '', '', false, 'form', '', '', now(), now())
"""


async def test_a_session_has_entered_its_own_tenant(rows: Rows, member: Member):
    session = await rows.session(*member)
    entered = "select tenant_id from session_tenants where session_id = $1"
    assert await rows.one(entered, session) == member[0]


END = "update sessions set ended_at = now(), end_reason = 'signed_out' where id = $1"


async def test_sessions_of_applications_end_with_their_parent(rows: Rows, member: Member):
    parent = await rows.session(*member)
    child = await rows.session(*member, parent_id=parent)
    await rows.run(END, parent)
    assert await rows.one("select ended_at = now() from sessions where id = $1", child) is True


async def test_the_end_of_a_session_is_sent_to_its_application(rows: Rows, member: Member):
    application = await rows.add(
        "applications",
        key=uuid4().hex,
        name="App",
        backchannel_logout_uri="https://app.example/logout",
    )
    session = await rows.session(*member, application_id=application["id"])
    await rows.run(END, session)
    key = f"oauth.tell_of_end:{session}"
    assert await rows.one("select count(*) from pgqueuer where dedupe_key = $1", key) == 1


async def test_the_id_token_of_the_identity_provider_is_deleted_with_the_session(
    rows: Rows, member: Member
):
    connection = uuid4()
    await rows.run(ADD_CONNECTION, connection, member[0])
    session = await rows.session(*member)
    await rows.run(
        "insert into openid_sessions (id, tenant_id, connection_id, user_id, session_id, issuer, subject,"
        " sealed_id_token, created_at) values (gen_random_uuid(), $1, $2, $3, $4, '', '', 'sealed', now())",
        member[0], connection, member[1], session,
    )  # fmt: skip
    await rows.run(END, session)
    kept = "select count(sealed_id_token) from openid_sessions where session_id = $1"
    assert await rows.one(kept, session) == 0


async def test_a_new_tenant_has_the_session_policy_of_the_vendor(rows: Rows):
    await rows.run("update vendor set session_idle_enabled = true, session_idle_seconds = 1234")
    tenant = await rows.tenant()
    idle = "select idle_seconds from session_policies where tenant_id = $1 and inherited"
    assert await rows.one(idle, tenant) == 1234


# Licensing


async def test_the_key_of_a_new_license_is_found_by_its_hash(rows: Rows):
    tenant, organization, license_id = await rows.tenant(), uuid4(), uuid4()
    await rows.run(
        "insert into organizations (id, tenant_id, name, billing_email, created_at)"
        " values ($1, $2, '', '', now())",
        organization, tenant,
    )  # fmt: skip
    await rows.run(
        "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats, key,"
        " fingerprint, created_at, updated_at)"
        " values ($1, $2, $3, '', '', false, 1, 'A-KEY', $4, now(), now())",
        license_id, tenant, organization, uuid4().hex,
    )  # fmt: skip
    found = "select license_id from license_keys where key_hash = sha256('A-KEY')"
    assert await rows.one(found) == license_id


# Notifications, by statements that change no row


@pytest.fixture
async def heard(db: Db) -> AsyncIterator[asyncio.Queue[str]]:
    channels = ("gatehouse_configured", "ch_pgqueuer")
    queue: asyncio.Queue[str] = asyncio.Queue()

    def hear(_: object, __: object, channel: str, ___: object) -> None:
        queue.put_nowait(channel)

    for channel in channels:
        await db.connection.add_listener(channel, hear)
    yield queue
    for channel in channels:
        await db.connection.remove_listener(channel, hear)


@pytest.mark.parametrize("table", CONFIGURATION)
async def test_a_change_of_the_configuration_is_announced(
    db: Db, heard: asyncio.Queue[str], table: str
):
    await db.connection.execute(f"update {table} set {await first_column(db, table)} where false")
    await until_heard(heard, "gatehouse_configured")


async def first_column(db: Db, table: str) -> str:
    """An assignment that each statement trigger of the table notices."""
    if table == "vendor_credentials":
        return "revoked_at = null"
    name = await db.connection.fetchval(
        "select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = ''"
        " and not attisdropped and attidentity = '' order by attnum limit 1",
        table,
    )
    return f"{name} = {name}"


async def test_a_change_of_the_queue_is_announced(db: Db, heard: asyncio.Queue[str]):
    await db.connection.execute("delete from pgqueuer where false")
    await until_heard(heard, "ch_pgqueuer")


async def until_heard(heard: asyncio.Queue[str], channel: str) -> None:
    """Others of this database may announce something too, on the other channel."""
    async with asyncio.timeout(5):
        while await heard.get() != channel:
            pass


@pytest.mark.parametrize("table", ENTITLEMENTS)
async def test_a_change_of_entitlements_is_recorded(rows: Rows, table: str):
    count = "select count(*) from entitlement_changes"
    before = await rows.one(count)
    await rows.run(f"delete from {table} where false")
    assert await rows.one(count) == before + 1


async def test_an_extension_of_a_license_is_recorded(rows: Rows):
    count = "select count(*) from entitlement_changes"
    before = await rows.one(count)
    await rows.run("update licenses set extended_until = null where false")
    assert await rows.one(count) == before + 1


# Policies for the application and for the owner


async def test_a_tenant_may_record_a_change_of_entitlements_and_add_a_message(rows: Rows):
    await rows.run("select set_config('gatehouse.scope', $1, true)", f"{{{uuid4()}}}")
    await rows.run("insert into entitlement_changes (n) values (1)")
    await rows.run(
        "insert into outgoing_messages (id, channel, recipient, created_at)"
        " values (gen_random_uuid(), 'mail', 'a@example.com', now())"
    )
    for table in ("entitlement_changes", "outgoing_messages"):
        assert await rows.one(f"select exists (select from {table})") is False


async def test_a_tenant_changes_no_role_of_the_vendor(rows: Rows, role: UUID):
    tenant = await rows.tenant()
    await rows.run("select set_config('gatehouse.scope', $1, true)", f"{{{tenant}}}")
    assert await rows.one("select exists (select from roles where id = $1)", role) is True
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await rows.run("update roles set name = 'Mine' where id = $1", role)


async def test_what_the_owner_reads_for_the_application(db: Db):
    """Row security binds an owner who is no superuser, as on most servers of providers."""
    found = await db.connection.fetch(
        "select relname from pg_policy join pg_class c on c.oid = polrelid"
        " where polroles = array[relowner] and polcmd in ('*', 'r')"
        " and pg_get_expr(polqual, polrelid) = 'true'"
    )
    assert {row[0] for row in found} == READ_BY_OWNER


async def test_each_month_of_the_audit_has_an_index_of_severe_entries(rows: Rows):
    await rows.run(
        "select gatehouse_keep_audit_months(now() + interval '400 days', interval '10 years')"
    )
    without = """
        select count(*) filter (where not exists (
          select from pg_index i
          where i.indrelid = c.oid and pg_get_expr(indpred, indrelid) like '%Critical%')),
          count(*)
        from pg_class c where relkind = 'r' and relname ~ '^audits_[0-9]'
    """
    missing, months = await rows.connection.fetchrow(without)
    assert (missing, months > 3) == (0, True)
