-- depends: 0105.sso_domain_holder
-- Older systems that are asked for people who sign in here for the first time.

create table user_sources (
  id uuid primary key,
  type text not null check (type in ('auth0', 'cognito', 'firebase', 'custom-code', 'federation')),
  name text not null,
  description text not null,
  index integer not null,
  configuration jsonb not null,
  sealed_secrets bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column user_sources.index is 'the lowest is asked first';
comment on column user_sources.configuration is 'as on the wire, without what is secret';
call gatehouse_keep_to_system('user_sources');

create table user_source_applications (
  source_id uuid not null references user_sources (id) on delete cascade,
  application_id uuid not null references applications (id) on delete cascade,
  primary key (source_id, application_id)
);
comment on table user_source_applications is 'whose sign-ins ask the source; without one nobody asks it';
create index user_source_applications_by_application on user_source_applications (application_id);
call gatehouse_keep_to_system('user_source_applications');

create table user_source_users (
  source_id uuid not null references user_sources (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  subject text not null,
  created_at timestamptz not null,
  primary key (source_id, user_id),
  unique (source_id, subject)
);
comment on table user_source_users is 'who came from where';
create index user_source_users_by_user on user_source_users (user_id);
call gatehouse_keep_to_system('user_source_users');
