-- depends: 0130.audit_blocks
-- How far the audit was sent to a collector outside; of one row, made when there is one for the first time.
-- While somebody sends, `leased_until` keeps others from sending the same.
create table audit_stream (
  at timestamptz not null,
  id uuid not null,
  leased_until timestamptz,
  failing_since timestamptz,
  last_error text
);
create unique index audit_stream_once on audit_stream ((true));

call gatehouse_keep_to_system('audit_stream');
