-- depends: 0118.oauth_keys
-- What people have let other companies' applications know of them.

create table oauth_consents (
  user_id uuid not null references users (id) on delete cascade,
  application_id uuid not null references applications (id) on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, application_id)
);
comment on column oauth_consents.updated_at is 'when they were asked last';
call gatehouse_keep_to_person('oauth_consents');
create index oauth_consents_by_application on oauth_consents (application_id);

alter table sessions add column scopes text[];
comment on column sessions.scopes is 'all that its tokens tell and open; null: whatever the person may';
alter table authorization_codes add column scopes text[];
