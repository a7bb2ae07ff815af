-- depends: 0398.sessions_by_retention
-- What `gatehouse_lock` inserts and deletes. Unlogged: after a crash no transaction has a lock.
create unlogged table locks (
  key bigint not null,
  constraint locks_pkey primary key (key)
);
comment on column locks.key is 'number or hash of what is locked';
