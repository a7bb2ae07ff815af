-- depends: 0180.set_based_rosters
-- How many people a file has brought each account, until that is announced: once it is done, and not once for each
-- of its steps, as files seldom come sorted by account.
create table user_import_news (
  import_id uuid not null,
  tenant_id uuid not null,
  people bigint not null,
  told_from timestamptz not null,
  primary key (tenant_id, import_id)
);
comment on column user_import_news.told_from is 'a file that has stood still since then was stopped';
call gatehouse_protect('user_import_news');
create index user_import_news_by_import on user_import_news (import_id, tenant_id);
create index user_import_news_due on user_import_news (told_from);
