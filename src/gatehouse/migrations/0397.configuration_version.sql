-- depends: 0395.session_retention
-- The version of the vendor's configuration, beside the version that all callers have in common. It is a column of
-- its own, because a client that registers itself changes the configuration, and must not invalidate what is
-- remembered of every caller.
alter table common_version
  add column configuration_version bigint not null default (random() * 9e18)::bigint;
