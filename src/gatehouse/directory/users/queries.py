"""Statements on users. Users are global; who may see them is decided through memberships."""

from uuid import UUID

from gatehouse.directory.users.models import KnownAddress, User
from gatehouse.kit.db import Command, Query

USER = Query(User, "select * from users where id = $1")

# Also by an additional address that the user has verified.
USER_BY_EMAIL = Query(User, "select * from users where id = gatehouse_person_of($1)")

# A user is created for an address, which no tenant scope shows, so the database function uses a wider scope
# for it. With `or_find` an existing user with the address is returned, locked against deletion until the
# transaction ends; without it there is no row then. The address may also be a verified additional address of
# a user.
ADD_USER = Query(User, "select * from gatehouse_add_person($1, $2, $3, $4, $5, or_find => false)")
ADD_OR_FIND_USER = Query(
    User, "select * from gatehouse_add_person($1, $2, $3, '{}', $4, or_find => true)"
)

VERIFY_USER = Command(
    """
    with answered as (delete from sign_up_requests where user_id = $1)
    update users set verified = true, metadata_claimed = false, updated_at = $2 where id = $1
    """
)

VOUCH = Command("update users set vouched_at = $2 where id = $1")
# Only the first verification after the vendor marked the address verified: access from before may belong to
# another person.
PROVE = Query(
    UUID,
    """
    update users set proved_at = $2
    where id = $1 and vouched_at is not null and (proved_at > vouched_at) is not true
    returning id
    """,
)

RENAME_USER = Command("update users set name = $2, updated_at = $3 where id = $1")

# Waits for transactions that add the user to a tenant. A separate statement: a statement that waits continues
# with its old snapshot and would not see the new membership.
LOCK_USER = Command("select id from users where id = $1 for update")

RETIRE_ID = Command(
    """
    insert into person_id_successors (retired_hash, seed)
    values (sha256(convert_to($1::uuid::text, 'UTF8')), $2) on conflict do nothing
    """
)

FORGET_USER = Command(
    """
    delete from users u where u.id = $1 and not u.verified
      and not exists (select from memberships m where m.user_id = u.id)
    """,
)

# Name ($2), phone number ($3) and metadata ($4) of the sign-up that takes effect; the name stays if $2 is
# null. Metadata set by the vendor stays too.
SET_SIGN_UP_DETAILS = Command(
    """
    update users set name = coalesce($2, name), phone_number = $3,
      metadata = case when metadata_claimed or metadata = '{}' then $4 else metadata end,
      metadata_claimed = false
    where id = $1
    """
)

SET_EMAIL = Command(
    "update users set email = $2, verified = verified or $4, updated_at = $3 where id = $1"
)

# The metadata was given for an address that is not verified.
CLAIM_METADATA = Command("update users set metadata_claimed = true where id = $1")

# Writes nothing if nothing has changed, because each change updates the member lists of the tenants of the
# user.
FOLLOW_SOURCE = Command(
    """
    update users set name = coalesce($2, name), profile_picture_url = coalesce($3, profile_picture_url),
      updated_at = $4
    where id = $1 and (coalesce($2, name), coalesce($3, profile_picture_url))
      is distinct from (name, profile_picture_url)
    """
)

# Each part comes with a flag that says whether it is given.
UPDATE_USER = Command(
    """
    update users set updated_at = $2,
      name = case when $3::bool then $4 else name end,
      phone_number = case when $5::bool then $6 else phone_number end,
      profile_picture_url = case when $7::bool then $8 else profile_picture_url end,
      metadata = case when $9::bool then $10::jsonb else metadata end,
      metadata_claimed = metadata_claimed and not $9::bool,
      vendor_metadata = case when $11::bool then $12::jsonb else vendor_metadata end,
      mfa_bypass = case when $13::bool then $14 else mfa_bypass end,
      external_id = case when $15::bool then $16 else external_id end
    where id = $1
    """
)

SET_INVISIBLE = Command("update users set invisible = $2, updated_at = $3 where id = $1")

SET_SUPER_USER = Command("update users set is_super_user = $2, updated_at = $3 where id = $1")

# The source that created the user; shown in lists of users.
SET_PROVIDER = Command("update users set provider = $2 where id = $1")

LOCK_ACCOUNT = Command(
    "update users set locked_at = coalesce(locked_at, $2), updated_at = $2 where id = $1"
)

LOCK_ACCOUNT_UNLESS_STAFF = Query(
    UUID,
    """
    update users u set locked_at = coalesce(locked_at, $2), updated_at = $2
    where id = $1 and not exists (select from staff s where s.user_id = u.id) returning id
    """,
)

# Passwords, factors, keys, codes, sessions, memberships and personal tokens are deleted with the row.
DELETE_USER = Command("delete from users where id = $1")

EMPTY_USER = Command(
    """
    update users set email = $2, name = $3, phone_number = null, profile_picture_url = null,
      metadata = '{}', vendor_metadata = '{}', external_id = null, verified = false, vouched_at = null,
      proved_at = null, mfa_enrolled = false,
      provider = 'local', default_tenant_id = null, last_login_at = null, invisible = true,
      is_super_user = false, mfa_bypass = false, locked_at = $4, erasing_since = $4, updated_at = $4
    where id = $1
    """
)

# A JSON list, so that one statement takes all users. Users who exist by now give no row. The id computed from
# an address is taken when its user has another address now; then a new id is used. Sorted, as are the
# statements that follow, so that two imports of the same users wait for each other without deadlock.
ADD_IMPORTED_USERS = Query(
    KnownAddress,
    """
    with asked as materialized (
      select x.*, gatehouse_person_id(x.email) as first_id
      from jsonb_to_recordset($1::jsonb) as x (id uuid, email text, name text, phone text, picture text,
        provider text, metadata jsonb, vendor_metadata jsonb, external_id text, verified boolean,
        tenant_id uuid)
    )
    insert into users (id, email, name, phone_number, profile_picture_url, provider, metadata,
      vendor_metadata, external_id, verified, vouched_at, default_tenant_id, created_at, updated_at)
    select case when u.id is null then x.first_id else x.id end,
      x.email, x.name, x.phone, x.picture, x.provider, x.metadata, x.vendor_metadata,
      x.external_id, x.verified, case when x.verified then $2::timestamptz end, x.tenant_id, $2, $2
    from asked x left join users u on u.id = x.first_id
    order by x.email
    on conflict (email) do nothing
    returning email, id as user_id
    """,
)

# The name of a user who has verified no address and whose default tenant is $2. It stays when they accept.
RENAME_UNVERIFIED = Command(
    """
    update users set name = $3, updated_at = $4
    where id = $1 and not verified and default_tenant_id = $2
    """
)

ADD_SIGN_UP_REQUEST = Command(
    """
    insert into sign_up_requests
      (tenant_id, user_id, name, company_name, phone_number, metadata, opened_company, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    """
)

# Each part comes with a flag that says whether it is given.
UPDATE_PROFILE = Command(
    """
    update users set updated_at = $2,
      name = case when $3::bool then $4 else name end,
      phone_number = case when $5::bool then $6 else phone_number end,
      metadata = case when $7::bool then $8::jsonb else metadata end,
      metadata_claimed = metadata_claimed or ($7::bool and not verified),
      profile_picture_url = case when $9::bool then $10 else profile_picture_url end
    where id = $1
    """,
)
SET_PICTURE_URL = Command(
    "update users set profile_picture_url = $2, updated_at = $3 where id = $1"
)

UNLOCK_ACCOUNT = Command("update users set locked_at = null, updated_at = $2 where id = $1")


SET_DEFAULT_TENANT = Command(
    "update users set default_tenant_id = $2, updated_at = $3 where id = $1"
)

SET_DEFAULT_TENANT_OF_MEMBER = Query(
    UUID,
    """
    update users u set default_tenant_id = $2, updated_at = $3 where u.id = $1 and exists (
      select from memberships m where m.user_id = u.id and m.tenant_id = $2
    ) returning u.id
    """,
)

SET_DEFAULT_TENANT_IN_FORCE = Query(
    bool,
    """
    update users u set default_tenant_id = $2, updated_at = $3 where u.id = $1 and exists (
      select from memberships_in_force m where m.user_id = u.id and m.tenant_id = $2 and m.until > $3
    ) returning true
    """,
)

# A separate statement: the new membership is visible in the scope of the tenant only from the next statement
# on.
SET_FIRST_TENANT = Command(
    "update users set default_tenant_id = $1 where id = $2 and default_tenant_id is null"
)

# Any tenant can invite a user who never accepts, and is then the default tenant of a new user.
REPLACE_DEFAULT_TENANT = Command(
    """
    update users u set default_tenant_id = $1
    where u.id = $2 and u.default_tenant_id is distinct from $1
      and not exists (
        select from memberships m
        where m.user_id = u.id and m.activated and m.tenant_id <> $1
          and (u.default_tenant_id is null or m.tenant_id = u.default_tenant_id))
      and exists (select from memberships m where m.tenant_id = $1 and m.user_id = u.id)
    """
)

# For the users $1: replace a default tenant that is one of $2 with $3.
REPLACE_DEFAULT_TENANTS = Command(
    """
    update users set default_tenant_id = $3::uuid
    where id = any ($1::uuid[]) and default_tenant_id = any ($2::uuid[])
    """
)

# User $2 gets the default tenant of user $1, unless they have one.
COPY_DEFAULT_TENANT = Command(
    """
    update users u set updated_at = $3, default_tenant_id = coalesce(u.default_tenant_id, (
      select a.default_tenant_id from users a where a.id = $1))
    where u.id = $2
    """
)
