-- depends: 0090.entitlements
-- Accounts and invitations that are opened by a code, and what the vendor offers and allows besides.

alter table vendor add column activation_strategy text not null default 'link'
  check (activation_strategy in ('link', 'code'));
alter table vendor add column activation_code_seconds integer not null default 600
  check (activation_code_seconds between 60 and 600);
alter table vendor add column invitation_strategy text not null default 'link'
  check (invitation_strategy in ('link', 'code'));
alter table vendor add column invitation_code_seconds integer not null default 259200
  check (invitation_code_seconds between 60 and 259200);
alter table vendor add column sign_up_by_phone_number boolean not null default false;
alter table vendor add column sign_up_by_username boolean not null default false;
alter table vendor add column unlock_by_mail boolean not null default false;
alter table vendor add column temporary_users_enabled boolean not null default true;
alter table vendor add column delegation_enabled boolean not null default true;
comment on column vendor.unlock_by_mail is
  'whoever is locked out by wrong passwords gets a link that ends the lock';
comment on column vendor.delegation_enabled is 'somebody may act in a person''s name at all';

alter table one_time_codes add column entering uuid;
alter table one_time_codes add column entering_since timestamptz;
comment on column one_time_codes.entering is 'the tenant whose membership the code activates';
comment on column one_time_codes.entering_since is
  'when the code was given to the person: it opens no membership that began later';

alter table tenants add column sub_account_access text not null default 'defaultOff';
comment on column tenants.sub_account_access is
  'whether people who join may enter the accounts below: defaultOff, defaultOn, alwaysOn';

-- The vendor's own links have no member as their maker.
alter table invite_links alter column user_id drop not null;
comment on column invite_links.user_id is 'its maker; null: the vendor';
