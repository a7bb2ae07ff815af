-- depends: 0114.user_sources
-- People who are fetched from an Auth0 tenant, page after page.

create table auth0_migrations (
  id uuid primary key references user_imports (id) on delete cascade,
  configuration jsonb not null,
  sealed_secret bytea,
  since text,
  page integer not null default 0,
  seen text[] not null default '{}',
  problem text,
  asked_by jsonb not null,
  finished_at timestamptz
);
comment on column auth0_migrations.sealed_secret is 'sealed, and gone once everything is fetched';
comment on column auth0_migrations.since is 'pages begin with whoever was made then';
comment on column auth0_migrations.seen is 'made at the moment of the last one, and taken already';
call gatehouse_keep_to_system('auth0_migrations');
