-- depends: 0392.access_versions
-- The triggers of versions, which lock sixteen tables, are created with this and not while 0392 gives a version
-- to each user. Who was added between has none yet, so nothing of them is remembered before their next change.
insert into common_version default values;
