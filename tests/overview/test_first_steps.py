"""What an empty installation still lacks, step by step; in a database where nothing is yet."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import asyncpg
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.overview.service import read_first_steps
from tests.databases import own_database

BY_HAND = {
    "brand": "update vendor set name = 'Umbrella Cloud'",
    "signIn": "update vendor set allow_signups = false",
    "application": "update applications set redirect_uris = '{https://app.umbrella.test/callback}'",
    "plan": "insert into plans (key, name, created_at, updated_at) values ('team', 'Team', now(), now())",
}


@dataclass
class Installation:
    db: Db

    async def done(self) -> set[str]:
        found = (await read_first_steps(self.db)).model_dump(by_alias=True)
        return {name for name, is_done in found.items() if is_done}

    async def run(self, statement: str, *values: object) -> None:
        await self.db.connection.execute(statement, *values)

    async def tenant(self, name: str) -> UUID:
        tenant_id = uuid4()
        statement = "insert into tenants (id, path, name, created_at, updated_at) values ($1, $2, $3, $4, $4)"
        await self.run(statement, tenant_id, f"{tenant_id}/", name, clock.now())
        return tenant_id

    async def member(self, tenant_id: UUID, email: str, *, activated: bool) -> UUID:
        user_id, now = uuid4(), clock.now()
        person = "insert into users (id, email, name, created_at, updated_at) values ($1, $2, $2, $3, $3)"
        await self.run(person, user_id, email, now)
        joins = "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, $3, $4)"
        await self.run(joins, tenant_id, user_id, activated, now)
        return user_id


@pytest.fixture
async def empty(server_url: str) -> AsyncIterator[Installation]:
    async with own_database(server_url) as owner_url:
        connection = await asyncpg.connect(owner_url)
        await connection.execute("set gatehouse.scope = 'system'")
        yield Installation(Db(connection, Scope.system()))
        await connection.close()


@pytest.mark.parametrize("step", BY_HAND)
async def test_each_first_step_is_done_when_its_object_exists(empty: Installation, step: str):
    assert await empty.done() == set()
    await empty.run(BY_HAND[step])
    assert await empty.done() == {step}


async def test_a_customer_is_an_account_that_is_not_the_staffs(empty: Installation):
    company = await empty.tenant("Umbrella")
    owner = await empty.member(company, "ada@umbrella.test", activated=True)
    await empty.run(
        "insert into staff (user_id, role, created_at) values ($1, 'owner', now())", owner
    )
    assert await empty.done() == set()

    customer = await empty.tenant("First Customer")
    await empty.member(customer, "carla@customer.test", activated=False)
    assert await empty.done() == {"customer"}
    # A user who has signed in shows that sign-in is set up.
    await empty.run("update memberships set activated = true")
    assert await empty.done() == {"customer", "signIn"}

    await empty.run("update tenants set deleted_at = now() where id = $1", customer)
    assert "customer" not in await empty.done()
