-- depends: 0048.second_factors
-- transactional: false
-- Finds the authenticator apps that nobody confirmed, to delete them.
drop index concurrently if exists authenticators_unconfirmed;
create index concurrently authenticators_unconfirmed on authenticators (created_at)
  where confirmed_at is null;
