-- depends: 0173.home_url
-- Addresses that a server prints while nobody owns the installation.
create table first_owner_links (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
call gatehouse_keep_to_system('first_owner_links');
