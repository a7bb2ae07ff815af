-- depends: 0236.paying_organizations
-- A code that a newer one replaced is recognized, so that it costs none of the tries of the newer one.
alter table one_time_codes add column former_tokens text[] not null default '{}';
alter table one_time_codes add column former_hashes bytea[] not null default '{}';
comment on column one_time_codes.former_tokens is 'tokens of the codes that this one replaced; they open nothing';
comment on column one_time_codes.former_hashes is 'of each former token and its code';
