-- depends: 0096.tenant_list_indexes
-- What the vendor writes itself: its mails and text messages, who sends them, and claims of access tokens.

create table mail_templates (
  id uuid primary key,
  type text not null unique,
  subject text not null,
  html text not null,
  sender_email text,
  from_name text,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column mail_templates.active is 'off: nobody gets this mail';
call gatehouse_keep_to_system('mail_templates');
create trigger configured after insert or update or delete on mail_templates
  for each statement execute function gatehouse_configured();

create table sms_templates (
  id uuid primary key,
  type text not null unique,
  template text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call gatehouse_keep_to_system('sms_templates');
create trigger configured after insert or update or delete on sms_templates
  for each statement execute function gatehouse_configured();

create table mail_configurations (
  id uuid primary key,
  provider text not null check (provider in ('sendgrid', 'ses', 'mailgun')),
  settings jsonb not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table mail_configurations is 'the vendor''s: one row, or none';
create unique index mail_configurations_once on mail_configurations ((true));
call gatehouse_keep_to_system('mail_configurations');
create trigger configured after insert or update or delete on mail_configurations
  for each statement execute function gatehouse_configured();

create table jwt_templates (
  id uuid primary key,
  key text not null unique,
  name text not null,
  description text,
  expiration integer not null check (expiration > 0),
  claims jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call gatehouse_keep_to_system('jwt_templates');
create trigger configured after insert or update or delete on jwt_templates
  for each statement execute function gatehouse_configured();

create table jwt_targeting (
  id uuid primary key,
  rules jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table jwt_targeting is 'the vendor''s: one row, or none; the first rule that fits counts';
create unique index jwt_targeting_once on jwt_targeting ((true));
call gatehouse_keep_to_system('jwt_targeting');
create trigger configured after insert or update or delete on jwt_targeting
  for each statement execute function gatehouse_configured();
