"""Expand, migrate, contract: each migration leaves the version before working."""

import re

import pytest

from gatehouse.kit.db.migrate import MIGRATIONS, list_known_migrations
from tests.operations.migration_rules import (
    CURRENT_SQL,
    faults,
    rule_faults,
    shape_faults,
    statements,
)

# These were there before the first release, when nothing older could run.
FIRST = "0010"
# Made before the first release too: no installation has rows whose writers their indexes could hold up.
INDEXED_EARLY = {"0013.lists"}
NEW = [name for name in list_known_migrations() if name.partition(".")[0] > FIRST]


def text_of(name: str) -> str:
    return (MIGRATIONS / f"{name}.sql").read_text()


def test_each_migration_leaves_the_version_before_working():
    found = {name: faults(text_of(name)) + shape_faults(text_of(name)) for name in NEW}
    for name in INDEXED_EARLY & found.keys():
        found[name] = [fault for fault in found[name] if not fault.startswith("index ")]
    assert {name: said for name, said in found.items() if said} == {}


def test_migrations_create_no_functions_views_triggers_or_policies():
    later = [name for name in list_known_migrations() if name.partition(".")[0] > CURRENT_SQL]
    found = {name: rule_faults(text_of(name)) for name in later}
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize(
    "sql",
    [
        "create or replace function f() returns int language sql as 'select 1'",
        "create trigger t after insert on users for each row execute function f()",
        "create view v as select 1",
        "create policy p on users using (true)",
        "call enable_row_security('users')",
        "comment on table users is 'People.'",
        "do $$ begin create function f() returns int language sql as 'select 1'; end $$",
    ],
)
def test_what_belongs_in_current_sql_is_found(sql: str):
    assert len(rule_faults(sql)) == 1


def test_migrations_may_drop_functions_and_triggers():
    sql = "drop trigger t on users; drop function f(); comment on column users.name is 'Full name.'"
    assert rule_faults(sql) == []


def test_migrations_have_a_number_each_and_name_what_they_follow():
    names = list_known_migrations()
    assert len({name.partition(".")[0] for name in names}) == len(names)
    for position, name in enumerate(names[1:], 1):
        depends = re.match(r"-- depends: (\S+(?: \S+)*)\n", text_of(name))
        assert depends, name
        assert set(depends[1].split()) <= set(names[:position]), name


@pytest.mark.parametrize(
    "sql",
    [
        "drop table users",
        "DROP TABLE IF EXISTS users CASCADE",
        "alter table users drop column name",
        "alter table if exists only users add column a text, drop column b",
        "alter table users rename column name to called",
        "alter table users rename to people",
        "alter view roster_source rename to source",
        "alter table users alter column name type varchar(9)",
        "alter table users alter name set data type text",
        "alter table users alter column name set not null",
        "alter table users alter column name drop default",
        "alter table users add column age int not null default 3; alter table users alter age drop default",
        "alter table users add column age int not null",
        "alter table users add column a int default 1, add column b int not null",
        "alter table users add constraint old check (age > 3)",
        "alter table users add check (age > 3)",
        "alter table users add constraint one unique (name)",
        "alter table users add foreign key (tenant_id) references tenants (id)",
        "create index by_name on users (name)",
        "create unique index if not exists by_name on public.users (name)",
        "drop function gatehouse_knows",
        "truncate users",
        "/* fine */ select ';--'; -- ok\ndrop view roster_source",
        "do $$ begin if true then alter table users drop column name; end if; end $$",
    ],
)
def test_statements_that_break_older_code_or_block_requests_are_found(sql: str):
    assert len(faults(sql)) == 1


@pytest.mark.parametrize(
    "sql",
    [
        "create table new (id int); create index by_id on new (id)",
        "create table new (id int); alter table new alter id set not null",
        "alter table users add column age int",
        "alter table users add column age int not null default 3",
        "alter table users add column since date default now(); alter table users alter since drop default",
        "alter table users add constraint old check (age > 3) not valid",
        "alter table users validate constraint old",
        "alter table users alter column name drop not null",
        "alter table users drop constraint users_name_key",
        "create or replace view roster_source as select 1",
        "drop index concurrently if exists by_name; create index concurrently by_name on users (name)",
        "create index by_name on permissions (name)",
        "insert into texts values ('drop table users; alter table users drop column name')",
        "-- drop table users;\nselect 1",
        "comment on table users is 'rename; it''s not; drop table users'",
        "-- contracts: 1.4.0\nalter table users drop column name",
    ],
)
def test_a_migration_that_only_adds_passes(sql: str):
    assert faults(sql) == []


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("-- contracts: next\ndrop table users", "name a version"),
        ("create index concurrently a on users (name)", "transactional: false"),
        ("-- transactional: false\ncreate index concurrently a on b (c);\nselect 1", "a file of"),
        ("-- transactional: false\nupdate a set b = 1", "a file of"),
        ("-- transactional: false\n-- one; two\ncreate index concurrently a on users (b)", "no semicolon"),
    ],
)  # fmt: skip
def test_the_shape_of_a_file_is_checked(sql: str, says: str):
    [fault] = shape_faults(sql)
    assert says in fault


def test_what_writes_only_what_differs_may_stand_outside_of_a_transaction():
    backfill = (
        "with n as (select 1 as b) update a set b = n.b from n where a.b is distinct from n.b"
    )
    assert shape_faults(f"-- transactional: false\n{backfill}") == []


def test_a_contracting_migration_blocks_no_requests_either():
    assert faults("-- contracts: 1.4.0\ncreate index by_name on users (name)")


def test_statements_are_told_apart():
    sql = "select ';', $$ a; b $$, \"x;y\"; -- c;\n/* d; */ select $t$ ; $$ $t$"
    assert len(list(statements(sql))) == 2
    assert (
        sum(
            len(list(statements((MIGRATIONS / f"{name}.sql").read_text())))
            for name in list_known_migrations()
        )
        > 150
    )
