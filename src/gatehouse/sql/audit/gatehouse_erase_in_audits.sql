-- Erases personal data from entries and records each erasure. An entry that has changed since it was read
-- is left alone. The application may not update `audits` in any other way; the record carries a MAC whose
-- key is not in the database.
-- test: tests/audit/test_erased_entries.py::test_what_is_the_persons_goes_and_the_rest_stays
create or replace function gatehouse_erase_in_audits(entries jsonb, at timestamptz) returns integer
language plpgsql security definer as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  changed integer;
  as_said boolean;
begin
  perform set_config('gatehouse.scope', 'system', true);
  with wanted as (
    select * from jsonb_to_recordset(entries) e (created_at timestamptz, id uuid, description text,
      actor_user_id uuid, actor_email text, impersonator_id uuid, acted boolean, data jsonb, before text,
      after text, mac text)
  ), erased as (
    update public.audits a set description = w.description, actor_user_id = w.actor_user_id,
      actor_email = w.actor_email, impersonator_id = w.impersonator_id, data = w.data,
      ip = case when not w.acted then a.ip end, user_agent = case when not w.acted then a.user_agent end
    from wanted w
    where a.created_at = w.created_at and a.id = w.id
      and public.gatehouse_audit_digest(a) = decode(w.before, 'hex')
    returning a.tenant_id, a.created_at, a.id, w.before, w.after, w.mac, public.gatehouse_audit_digest(a) as digest
  ), recorded as (
    insert into public.audit_erasures (tenant_id, created_at, entry_id, digest_before, digest_after, erased_at, mac)
    select coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'), created_at, id, decode(before, 'hex'),
      digest, at, decode(mac, 'hex')
    from erased
  )
  select count(*), bool_and(digest = decode(after, 'hex')) into changed, as_said from erased;
  if not as_said then
    raise exception 'an entry of the audit does not say what its record tells';
  end if;
  perform set_config('gatehouse.scope', scope, true);
  return changed;
end $$;
revoke execute on function gatehouse_erase_in_audits(jsonb, timestamptz) from public;
grant execute on function gatehouse_erase_in_audits(jsonb, timestamptz) to gatehouse_app, gatehouse_system;
