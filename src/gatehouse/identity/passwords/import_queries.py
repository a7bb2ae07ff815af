"""Statements that add the passwords of many users at once."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

ADD_IMPORTED_PASSWORDS = Command(
    """
    insert into passwords (user_id, hash, changed_at)
    select * from unnest($1::uuid[], $2::text[]) as p (user_id, hash) cross join (select $3::timestamptz) t
    """
)

# A later file may set the hash of a member who has no password: one who has never signed in, has no other
# sign-in method, and belongs to this tenant alone, so that a file of one tenant gives no access to others.
ADD_MISSING_PASSWORDS = Query(
    UUID,
    """
    insert into passwords (user_id, hash, changed_at)
    select p.user_id, p.hash, $4
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as p (tenant_id, user_id, hash)
    join memberships m on m.tenant_id = p.tenant_id and m.user_id = p.user_id
    join users u on u.id = p.user_id
    where m.last_seen_at is null and u.last_login_at is null
      and not exists (
        select from memberships o where o.user_id = p.user_id and o.tenant_id <> p.tenant_id)
      and not exists (select from sessions s where s.user_id = p.user_id)
      and not exists (select from external_identities e where e.user_id = p.user_id)
      and not exists (select from user_source_users s where s.user_id = p.user_id)
      and not exists (select from webauthn_credentials w where w.user_id = p.user_id)
    order by p.user_id
    on conflict do nothing
    returning user_id
    """,
)
