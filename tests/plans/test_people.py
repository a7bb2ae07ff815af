"""Merging two people and erasing one reads no table through, in a big installation."""

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from uuid import UUID

import asyncpg
import httpx
import pytest

from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import open_resources
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.user_merge import queries
from tests.databases import own_database
from tests.erasure.erasing import erase, settled
from tests.plans.big import fill
from tests.plans.people import fill_people
from tests.plans.recorded import Asked, recording
from tests.plans.test_plans import what_reads_too_much
from tests.plans.vendor_reads import backend
from tests.user_merge.merging import ANSWER

# What may be read through, by a part of the statement, and why.
READ_THROUGH = {
    "where lower(holder) = any": "under row-level security no index of an expression serves",
}
REFERENCES = """
select c.conrelid::regclass::text || ' ' || a.attname as place
from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
where c.confrelid = 'users'::regclass and c.contype = 'f' and not exists (
  select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
    and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname), true)
)
order by 1
"""


@pytest.fixture(scope="module")
async def big(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as owner_url:
        await fill(owner_url)
        await fill_people(owner_url)
        yield owner_url


async def person(database: Database, number: int) -> tuple[UUID, str]:
    async with database.transaction(Scope.system()) as db:
        email = f"p{number}@big.test"
        connection = db.connection or await db.open()
        return await connection.fetchval("select id from users where email = $1", email), email


async def merge(resources: Resources, stranger: httpx.AsyncClient) -> None:
    database = resources[Database]
    (goes, goes_email), (stays, stays_email) = (
        await person(database, 100),
        await person(database, 20),
    )
    tokens, request_id, now = [new_token(), new_token()], new_id(), clock.now()
    async with database.transaction(Scope.system()) as db:
        await queries.ADD.run(
            db, request_id, goes, stays, goes_email, stays_email, "Goes", "Stays",
            token_hash(tokens[0]), token_hash(tokens[1]), "x", "x", now, now + timedelta(days=1),
        )  # fmt: skip
    said = []
    for token in tokens:
        body = {"mergeRequestId": str(request_id), "token": token, "agreed": True}
        answer = await stranger.post(ANSWER, json=body)
        said.append(answer.json().get("outcome", answer.text))
    async with database.transaction(Scope.system()) as db:
        ended = await queries.ONE.one(db, now, request_id)
    assert said == ["waiting", "merged"], ended.problem


async def test_neither_merging_nor_erasing_reads_a_table_through(settings: Settings, big: str):
    asked: dict[str, list[Asked]] = {}
    async with open_resources(settings, big, 4) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        async with backend(settings, app, resources) as caller:
            with recording() as asked["merge"]:
                await merge(resources, caller)
            user_id, _ = await person(resources[Database], 30)
            with recording() as asked["erase"]:
                assert (await erase(caller, user_id)).status_code == 202
                await settled(resources[Database], resources)
    clock.reset_clock()
    problems: list[str] = []
    seen = 0
    for name, statements in asked.items():
        for one in {each.sql: each for each in statements}.values():
            if any(part in one.sql for part in READ_THROUGH):
                continue
            with suppress(asyncpg.UniqueViolationError):  # what adds a row has added it by now
                found, count = await what_reads_too_much(big, {name: [one]}, {})
                problems, seen = [*problems, *found], seen + count
    assert not problems, "\n".join(problems)
    assert seen > 60


async def test_references_to_a_deleted_user_are_found_by_indexes(big: str):
    """With the row of a person goes what refers to it, in each of these tables."""
    connection = await asyncpg.connect(big)
    found = {row["place"] for row in await connection.fetch(REFERENCES)}
    await connection.close()
    assert found == set()
