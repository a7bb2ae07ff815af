-- depends: 0183.business_over_time
-- What the payment provider says of a subscription and what is kept here, where the two differ; and sessions in which
-- one of the vendor's own people acts for somebody.
create table payment_differences (
  id uuid not null,
  tenant_id uuid not null references tenants (id) on delete cascade,
  organization_id uuid not null,
  license_id uuid,
  subscription_id text not null,
  kind text not null check (kind in ('changed', 'missing', 'unlicensed', 'replaced', 'blocked')),
  provider jsonb not null,
  kept jsonb not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  note text,
  noted_by text,
  noted_at timestamptz,
  resolution text check (resolution in ('agreed', 'corrected', 'accepted', 'stopped')),
  resolved_by text,
  resolved_at timestamptz,
  primary key (tenant_id, id)
);
comment on column payment_differences.provider is 'what it says: status, seats, price and end; empty: it knows of none';
comment on column payment_differences.kept is 'the same as it is kept here; empty: nothing is';
comment on column payment_differences.note is 'why it is right as it is; what is said later of the same difference stays quiet';
comment on column payment_differences.resolution is 'both sides agreed by themselves, or the next look corrected ours, or a person had it done';
call gatehouse_protect('payment_differences');
create unique index payment_differences_open on payment_differences (tenant_id, subscription_id, kind)
  where resolved_at is null;
create index payment_differences_by_id on payment_differences (id);
create index payment_differences_newest on payment_differences (found_at desc, id desc);
create index payment_differences_by_organization on payment_differences (tenant_id, organization_id)
  where resolved_at is null;
create index payment_differences_waiting on payment_differences (found_at desc, id desc)
  where resolved_at is null;

alter table impersonations add column by_staff boolean not null default false;
comment on column impersonations.by_staff is 'whoever asked is one of the vendor''s own people, and need not belong to the account';
alter table sessions add column impersonator_is_staff boolean not null default false;
comment on column sessions.impersonator_is_staff is 'the one who acts is of the vendor''s staff: the session ends when they may no more';
