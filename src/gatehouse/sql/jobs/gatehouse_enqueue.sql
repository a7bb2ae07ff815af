-- Adds a job. With `once`, no second job with the same key waits or runs; a failed one with that key starts
-- again from its first attempt, so that many failures of one cause do not hide the others.
-- test: tests/kit/test_jobs.py::test_a_job_with_the_same_key_is_queued_once
-- test: tests/kit/test_jobs.py::test_a_tenants_own_transaction_may_enqueue
create or replace function gatehouse_enqueue(name text, content bytea, after interval, once text)
returns void language plpgsql as $$
declare
  scope text := coalesce(current_setting('gatehouse.scope', true), '');
  failed_id bigint;
begin
  perform set_config('gatehouse.scope', 'system', true);
  if once is not null then
    select j.id into failed_id from pgqueuer j where j.dedupe_key = once and j.status = 'failed'
    order by j.id desc limit 1 for update skip locked;
  end if;
  if failed_id is null then
    with added as (
      insert into pgqueuer (priority, entrypoint, payload, execute_after, dedupe_key, headers, status)
      values (0, name, content, now() + coalesce(after, interval '0'), once, '{}', 'queued')
      on conflict (dedupe_key) where status in ('queued', 'picked') and dedupe_key is not null do nothing
      returning id, priority
    )
    insert into pgqueuer_log (job_id, status, entrypoint, priority)
    select added.id, 'queued', name, added.priority from added;
  else
    begin
      with again as (
        update pgqueuer j set status = 'queued', entrypoint = name, payload = content,
          execute_after = now() + coalesce(after, interval '0'), updated = now(), attempts = 0,
          queue_manager_id = null
        where j.id = failed_id and not exists (
          select from pgqueuer o where o.dedupe_key = once and o.status in ('queued', 'picked'))
        returning j.id, j.priority
      )
      insert into pgqueuer_log (job_id, status, entrypoint, priority)
      select again.id, 'queued', name, again.priority from again;
    exception when unique_violation then
      null;  -- another transaction has just added one with this key
    end;
  end if;
  perform set_config('gatehouse.scope', scope, true);
end $$;
