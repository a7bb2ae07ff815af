-- depends: 0019.system_tables
-- An account's own login, and members by the rights that they hold above.

alter table tenants add column application_url text, add column login_url text;
comment on column tenants.login_url is 'where the account''s people sign in; null: where everybody does';

alter table memberships add column inherited_from uuid;
comment on column memberships.inherited_from is
  'the account above whose membership lets this person in here; ends with it, and with any change of it';

-- What somebody holds below by a membership. They get it again, as it is then, when they enter the next time.
create function gatehouse_end_inherited() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  delete from memberships
  where inherited_from = coalesce(new.tenant_id, old.tenant_id)
    and user_id = coalesce(new.user_id, old.user_id);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create trigger memberships_end_inherited after delete on memberships
  for each row execute function gatehouse_end_inherited();
create trigger memberships_change_inherited after update on memberships
  for each row
  when ((old.activated, old.is_disabled, old.sub_account_access_allowed, old.temporary_expires_at,
         old.sessions_from)
    is distinct from
        (new.activated, new.is_disabled, new.sub_account_access_allowed, new.temporary_expires_at,
         new.sessions_from))
  execute function gatehouse_end_inherited();
create trigger membership_roles_end_inherited after insert or delete on membership_roles
  for each row execute function gatehouse_end_inherited();

-- A role that permits less may no longer let its holders into the accounts below.
create function gatehouse_end_inherited_by_role() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  delete from memberships m using membership_roles mr
  where m.inherited_from is not null and mr.tenant_id = m.inherited_from and mr.user_id = m.user_id
    and mr.role_id in (select role_id from gone);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;

create trigger role_permissions_end_inherited after delete on role_permissions
  referencing old table as gone for each statement execute function gatehouse_end_inherited_by_role();
