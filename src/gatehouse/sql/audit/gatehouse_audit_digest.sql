-- The first 16 bytes of the SHA-256 of an entry. Blocks of the audit are built from it, so its result for
-- an entry must never change: a new column needs a new function.
-- test: tests/audit/test_chain.py::test_a_changed_entry_is_found_and_named
create or replace function gatehouse_audit_digest(entry audits) returns bytea language sql stable as $$
  select substring(sha256(convert_to(jsonb_build_array(
    entry.id, entry.tenant_id, (extract(epoch from entry.created_at) * 1000000)::bigint, entry.action,
    entry.severity, entry.description, entry.actor_user_id, entry.actor_email, entry.ip, entry.user_agent,
    entry.data, entry.actor_kind, entry.impersonator_id
  )::text, 'UTF8')) from 1 for 16)
$$;
