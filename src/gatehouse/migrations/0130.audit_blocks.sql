-- depends: 0105.sso_domain_holder
-- Blocks say what the audit held when they were made, so that a change behind the program's back is found.
-- Their key is sealed: whoever has nothing but the database cannot make one.
-- Entries that belong to no account are under the id of nothing but zeros.
create table audit_blocks (
  tenant_id uuid not null,
  number bigint not null check (number > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  entries uuid[] not null,
  digests bytea not null,
  previous_last_at timestamptz,
  previous bytea not null,
  mac bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, number),
  check (octet_length(digests) = 16 * cardinality(entries))
);
call gatehouse_protect('audit_blocks');
revoke all on audit_blocks from gatehouse_app;
grant select, insert, delete on audit_blocks to gatehouse_app;
create index audit_blocks_by_age on audit_blocks (last_at);

create table audit_keys (
  id uuid primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);

call gatehouse_keep_to_system('audit_keys');

-- The last entry that is in a block; of one row.
create table audit_sealed_until (
  at timestamptz not null,
  id uuid not null
);
create unique index audit_sealed_until_once on audit_sealed_until ((true));
insert into audit_sealed_until values ('1970-01-01Z', '00000000-0000-0000-0000-000000000000');

call gatehouse_keep_to_system('audit_sealed_until');

-- The first 16 bytes of a SHA-256 over all that an entry says. What an entry may say later gets a function
-- of its own: what this one gives for an entry stays the same for ever.
create function gatehouse_audit_digest(entry audits) returns bytea language sql stable as $$
  select substring(sha256(convert_to(jsonb_build_array(
    entry.id, entry.tenant_id, (extract(epoch from entry.created_at) * 1000000)::bigint, entry.action,
    entry.severity, entry.description, entry.actor_user_id, entry.actor_email, entry.ip, entry.user_agent,
    entry.data, entry.actor_kind, entry.impersonator_id
  )::text, 'UTF8')) from 1 for 16)
$$;
