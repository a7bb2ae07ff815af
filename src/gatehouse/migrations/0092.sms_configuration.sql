-- depends: 0091.codes_and_switches
-- The vendor's own account at a gateway for text messages.

create table sms_configurations (
  id uuid primary key,
  provider text not null check (provider in ('twilio')),
  account_id text not null,
  sealed_token bytea not null,
  sender text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table sms_configurations is 'the vendor''s: one row, or none; with it the deployment''s own counts no more';
create unique index sms_configurations_once on sms_configurations ((true));
call gatehouse_keep_to_system('sms_configurations');
