-- depends: 0065.user_identifiers
-- Whose password is known from a breach. A tenant sees it of whoever has accepted and may come in: those whom
-- it can have mailed a link. Kept by triggers, so that no writer can forget it.
alter table roster add column password_breached boolean not null default false;
comment on column roster.password_breached is 'the password is known from a breach, and the member may come in';

create function gatehouse_breached(tenant uuid, person uuid) returns boolean language sql stable as $$
  select exists (
    select from passwords p join memberships m on m.user_id = p.user_id
    where p.user_id = person and p.breached_at is not null
      and m.tenant_id = tenant and m.activated and not m.is_disabled
  )
$$;

create function gatehouse_enroll_breached() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
begin
  perform set_config('gatehouse.scope', 'system', true);
  new.password_breached := gatehouse_breached(new.tenant_id, new.user_id);
  perform set_config('gatehouse.scope', scope, true);
  return new;
end $$;
create trigger roster_breached before insert on roster
  for each row execute function gatehouse_enroll_breached();

-- Of whoever the changed row, of `passwords` or of `memberships`, is about.
create function gatehouse_follow_breach() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  perform set_config('gatehouse.scope', 'system', true);
  update roster r set password_breached = not r.password_breached
  where r.user_id = person
    and r.tenant_id in (select m.tenant_id from memberships m where m.user_id = person)
    and r.password_breached <> gatehouse_breached(r.tenant_id, r.user_id);
  perform set_config('gatehouse.scope', scope, true);
  return null;
end $$;
create trigger roster_follow_new_password after insert on passwords
  for each row when (new.breached_at is not null)
  execute function gatehouse_follow_breach();
create trigger roster_follow_password after update of breached_at on passwords
  for each row when ((old.breached_at is null) <> (new.breached_at is null))
  execute function gatehouse_follow_breach();
create trigger roster_follow_gone_password after delete on passwords
  for each row when (old.breached_at is not null)
  execute function gatehouse_follow_breach();
create trigger roster_follow_access after update of activated, is_disabled on memberships
  for each row
  when ((old.activated, old.is_disabled) is distinct from (new.activated, new.is_disabled))
  execute function gatehouse_follow_breach();

update roster r set password_breached = true
from passwords p
where p.breached_at is not null and r.user_id = p.user_id and gatehouse_breached(r.tenant_id, r.user_id);
