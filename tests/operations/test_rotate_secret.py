"""A new secret key: everything that is stored comes under it, and the old one can be thrown away."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from gatehouse.access.signing_keys import KeyRing
from gatehouse.identity.sso.own_keys import PRIVATE
from gatehouse.kit import clock, sealed
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.sealed import SEALED_COLUMNS, count_old_values, reseal_all_columns
from gatehouse.providers.outgoing import CONTENT, Outbox
from tests.databases import own_database
from tests.operations.test_commands import run

OLD, NEW = "the-old-key-of-enough-letters-for-it", "the-new-key-of-enough-letters-for-it"
BOTH = Box([NEW, OLD])
KEYS, MESSAGES = "signing_keys.sealed_private", "outgoing_messages.sealed_content"


@pytest.fixture
async def url(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as own:
        yield own


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await Database.connect(url, connections=3)
    yield opened
    await opened.close()


async def fill(database: Database, key: str, messages: int) -> None:
    await KeyRing(database, Box([key])).load()
    async with database.transaction(Scope.system()) as db:
        for number in range(messages):
            await Outbox(Box([key])).queue_sms(db, "+1 555 0100", f"code {number}")


async def opened_with(database: Database, key: str) -> list[bytes]:
    """Every waiting message; `ValueError` when one does not open."""
    async with database.transaction(Scope.system()) as db:
        rows = await (await db.open()).fetch(
            "select id, sealed_content from outgoing_messages order by id"
        )
    return [CONTENT.open(Box([key]), row["id"], row["sealed_content"]) for row in rows]


async def add_saml_key(database: Database, key: str) -> None:
    row_id = new_id()
    async with database.transaction(Scope.system()) as db:
        await (await db.open()).execute(
            "insert into saml_keys (id, certificate, sealed_private, created_at) values ($1, '', $2, $3)",
            row_id, PRIVATE.seal(Box([key]), row_id, b"private"), clock.now(),
        )  # fmt: skip


async def test_every_sealed_column_of_the_schema_is_known(db):
    rows = await db.connection.fetch(
        "select table_name || '.' || column_name from information_schema.columns"
        " where column_name like 'sealed%' and table_schema = 'public'"
    )
    assert {row[0] for row in rows} == {column.name for column in SEALED_COLUMNS.load_items()}
    assert {KEYS, MESSAGES} <= {row[0] for row in rows}


async def test_the_old_key_is_needed_for_the_rotation_and_not_afterwards(database, url, tmp_path):
    await fill(database, OLD, 3)
    before = await opened_with(database, OLD)
    await add_saml_key(database, OLD)
    settings = {"database_url": url, "data_dir": str(tmp_path), "secret_key": NEW}

    async def command(*arguments: str, status: int = 0, **more: str) -> str:
        return await asyncio.to_thread(run, *arguments, status=status, **settings, **more)

    said = await command("rotate-secret", status=1)
    assert "GATEHOUSE_PREVIOUS_SECRET_KEYS" in said
    assert await opened_with(database, OLD) == before
    # One of them in a column that the doctor itself has no use for.
    assert "5 values are sealed with another one" in await command("doctor", status=1)

    both = f'["{OLD}"]'
    found = await command("doctor", status=1, previous_secret_keys=both)
    assert "5 values are sealed with an earlier one" in found
    said = await command("rotate-secret", previous_secret_keys=both)
    assert f"{KEYS}: 1 rows" in said
    assert f"{MESSAGES}: 3 rows" in said
    assert f"{PRIVATE.name}: 1 rows" in said
    assert await opened_with(database, NEW) == before
    assert b"code 0" in before[0]

    assert "is published" in await command("rotate-keys")
    assert f"{KEYS}: 0 rows" in await command("rotate-secret")


async def test_an_interrupted_rotation_continues_where_it_stopped(database, monkeypatch):
    """After whole steps: each is committed before the next begins."""
    await fill(database, OLD, sealed.STEP + 5)
    seal, count = Box.seal, 0

    def until_killed(self: Box, plain: bytes, context: str) -> bytes:
        nonlocal count
        count += context.startswith("outgoing_messages")
        if count > sealed.STEP + 2:
            raise KeyboardInterrupt
        return seal(self, plain, context)

    with monkeypatch.context() as patched:
        patched.setattr(Box, "seal", until_killed)
        with pytest.raises(KeyboardInterrupt):
            await reseal_all_columns(database, BOTH)
    assert await count_old_values(database, BOTH) == 5
    assert (await reseal_all_columns(database, BOTH))[MESSAGES] == 5
    assert set((await reseal_all_columns(database, BOTH)).values()) == {0}
    assert len(await opened_with(database, NEW)) == sealed.STEP + 5


async def test_a_locked_row_is_waited_for_and_delays_no_others(database, url, monkeypatch):
    """A message is held while it is sent."""
    monkeypatch.setattr(sealed, "PAUSE_SECONDS", 0.01)
    await fill(database, OLD, 4)
    sender = await asyncpg.connect(url)
    held = sender.transaction()
    await held.start()
    await sender.execute("set local gatehouse.scope = 'system'")
    await sender.execute("select 1 from outgoing_messages order by id limit 1 for update")
    renewing = asyncio.create_task(reseal_all_columns(database, BOTH))
    while await count_old_values(database, BOTH) > 1:
        pass
    assert not renewing.done()
    await held.commit()
    await sender.close()
    assert (await renewing)[MESSAGES] == 4
    assert len(await opened_with(database, NEW)) == 4


async def test_rows_that_stay_locked_are_reported(database, url, monkeypatch):
    monkeypatch.setattr(sealed, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(sealed, "PASSES", 3)
    await fill(database, OLD, 1)
    sender = await asyncpg.connect(url)
    async with sender.transaction():
        await sender.execute("select 1 from outgoing_messages for update")
        with pytest.raises(ConfigurationError, match="1 values are in use"):
            await reseal_all_columns(database, BOTH)
    await sender.close()


async def test_a_value_of_a_lost_key_is_named_and_the_rest_is_kept(database):
    await fill(database, "a-key-that-nobody-has-any-longer-at-all", 1)
    with pytest.raises(ConfigurationError, match="cannot be decrypted"):
        await reseal_all_columns(database, BOTH)


async def test_a_running_server_signs_and_sends_through_all_of_it(database):
    """It was started with both keys, as the guide says, and reads whatever key a value is under."""
    await fill(database, OLD, 1)
    keys = KeyRing(database, BOTH)
    await keys.load()
    before, _ = keys.current()
    await reseal_all_columns(database, BOTH)
    await keys.load()
    assert keys.current()[0] == before
    fresh = KeyRing(database, Box([NEW]))
    await fresh.load()
    assert fresh.current()[0] == before
    assert isinstance(await keys.rotate(), str)
