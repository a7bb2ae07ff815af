"""Signing keys turn over while two processes sign and verify (security bar T8)."""

from collections.abc import AsyncIterator
from datetime import timedelta

import asyncpg
import orjson
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from joserfc.util import urlsafe_b64decode

from gatehouse.access.signing_keys import KEPT_AFTER_USE, PUBLISH_AHEAD, RELOAD_AFTER, KeyRing
from gatehouse.access.tokens import AccessTokens, InvalidToken
from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database
from gatehouse.kit.db.locks import Lock
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.licensing.license_api.signing import LicenseKeys
from tests.databases import own_database
from tests.lock_held import until_released

SECRET = "a-key-for-tests-that-is-long-enough"
AUDIENCE = "audience"


class Process:
    """What one process knows: its own keys, read from the database that all share."""

    def __init__(self, database: Database, *secrets: str) -> None:
        self.keys = KeyRing(database, Box(secrets or [SECRET]))
        self.tokens = AccessTokens(self.keys, "https://id.test", 300, ExternalIds(database))

    async def started(self) -> "Process":
        await self.keys.load()
        return self

    def issue(self, **claims: str) -> str:
        return self.tokens.sign({"sub": "pat", **claims}, audience=AUDIENCE)

    async def accepts(self, token: str) -> bool:
        try:
            await self.tokens.verify(token, audiences=[AUDIENCE])
        except InvalidToken:
            return False
        return True

    @property
    def published(self) -> list[str]:
        return [key["kid"] for key in self.keys.jwks()["keys"]]


@pytest.fixture
async def url(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as own:
        yield own


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await Database.connect(url, connections=2)
    yield opened
    await opened.close()


async def test_processes_that_start_together_agree_on_one_key(database):
    first, second = await Process(database).started(), await Process(database).started()
    assert first.published == second.published
    assert len(first.published) == 1
    assert await second.accepts(first.issue())
    assert await first.accepts(second.issue())


async def test_a_new_key_is_published_at_once_and_signs_when_all_clients_know_it(database):
    one, other = await Process(database).started(), await Process(database).started()
    [old] = one.published
    before = one.issue()
    new = await one.keys.rotate()
    assert one.published == [old, new]
    assert key_of(one.issue()) == old

    clock.advance_clock(RELOAD_AFTER + timedelta(seconds=1))
    await other.keys.refresh()
    assert other.published == [old, new]

    clock.advance_clock(PUBLISH_AHEAD - RELOAD_AFTER - timedelta(seconds=2))
    assert key_of(one.issue()) == old
    late = one.issue()
    clock.advance_clock(timedelta(seconds=2))
    for process in (one, other):
        assert key_of(process.issue()) == new
        assert process.published[0] == new  # some verifiers read only the first
        assert await process.accepts(late)
    assert not await other.accepts(before)  # of age alone: it is older than its 300 s


async def test_a_process_that_heard_nothing_learns_a_key_from_the_token(database):
    one, other = await Process(database).started(), await Process(database).started()
    await one.keys.rotate()
    clock.advance_clock(PUBLISH_AHEAD)
    token = one.issue()
    assert key_of(token) not in other.published
    assert await other.accepts(token)


async def test_unknown_keys_do_not_make_it_read_again_and_again(database, url):
    """Anybody can make up key ids."""
    process = await Process(database).started()
    reader = await asyncpg.connect(url)
    await reader.execute("drop table signing_keys")
    await reader.close()
    made_up = (
        "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Im1hZGUtdXAifQ."
        + process.issue().split(".", 1)[1]
    )
    for _ in range(5):
        assert not await process.accepts(made_up)
    assert await process.accepts(process.issue())


async def test_old_keys_are_forgotten_once_their_tokens_are_dead(database):
    one, other = await Process(database).started(), await Process(database).started()
    [first] = one.published
    second = await one.keys.rotate()
    third = await one.keys.rotate()
    assert set(one.published) == {first, second, third}
    clock.advance_clock(PUBLISH_AHEAD + KEPT_AFTER_USE + timedelta(seconds=1))
    fourth = await one.keys.rotate()
    assert one.published == [third, fourth]
    await other.keys.refresh()
    assert other.published == [third, fourth]
    assert other.keys.find(first) is None


async def test_a_token_of_a_day_outlives_two_rotations(database):
    process = await Process(database).started()
    lasting = process.tokens.sign({"sub": "pat"}, audience=AUDIENCE, seconds=86_400)
    for _ in range(2):
        await process.keys.rotate()
        clock.advance_clock(timedelta(hours=11))
    assert await process.accepts(lasting)


async def test_a_removed_key_is_dead_in_every_process(database, url):
    """An operator who deletes a leaked key must not have to find every process."""
    process = await Process(database).started()
    leaked = process.issue()
    owner = await asyncpg.connect(url)
    await owner.execute("delete from signing_keys")
    await owner.close()
    clock.advance_clock(RELOAD_AFTER + timedelta(seconds=1))
    await process.keys.refresh()
    assert key_of(process.issue()) != key_of(leaked)
    fresh = AccessTokens(process.keys, "https://id.test", 300, ExternalIds(database))
    with pytest.raises(InvalidToken):
        await fresh.verify(leaked, audiences=[AUDIENCE])


async def test_private_keys_are_sealed_with_the_secret_key(database):
    process = await Process(database).started()
    [stored] = process.keys._keys
    assert b"PRIVATE" not in stored.sealed_private
    assert "d" not in stored.public_jwk
    with pytest.raises(ConfigurationError, match="GATEHOUSE_PREVIOUS_SECRET_KEYS"):
        await Process(database, "another-secret-of-enough-letters").started()
    after = await Process(database, "another-secret-of-enough-letters", SECRET).started()
    assert await after.accepts(process.issue())


async def test_another_library_verifies_before_during_and_after(database):
    process = await Process(database).started()
    tokens = [process.issue()]
    await process.keys.rotate()
    published = KeySet.import_key_set({"keys": process.keys.jwks()["keys"]})
    clock.advance_clock(PUBLISH_AHEAD)
    tokens.append(process.issue())
    for token in tokens:
        assert jwt.decode(token, published, ["ES256"]).claims["aud"] == AUDIENCE
    assert len({key_of(token) for token in tokens}) == 2


def key_of(token: str) -> str:
    key: str = orjson.loads(urlsafe_b64decode(token.split(".")[0].encode()))["kid"]
    return key


@pytest.fixture
async def process(database: Database) -> Process:
    return await Process(database).started()


def respelled(token: str) -> dict[str, str]:
    """The same token for a careless decoder, in other letters (RFC 7515 §2 allows one spelling)."""
    head, payload, signature = token.split(".")
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    stray = alphabet[alphabet.index(signature[-1]) | 1]
    return {
        "padding": f"{head}.{payload}.{signature}==",
        "line break": f"{head}.{payload}.{signature}\n",
        "line break within": f"{head}.{payload[:8]}\n{payload[8:]}.{signature}",
        "stray bits": f"{head}.{payload}.{signature[:-1]}{stray}",
        "other alphabet": f"{head}.{payload}.{signature.replace('-', '+').replace('_', '/')}",
        "foreign letters": f"{head}.{payload}.{signature}é",
        "ignored letters": f"{head}.{payload}.!{signature}",
    }


async def test_a_token_has_one_spelling(process):
    for _ in range(3):
        token = process.issue()
        changed = {name: other for name, other in respelled(token).items() if other != token}
        assert len(changed) >= 6
        for name, other in changed.items():
            assert not await process.accepts(other), name
        assert await process.accepts(token)


@pytest.mark.parametrize("part", [0, 1, 2])
async def test_parts_that_are_no_objects_are_refused(process, part):
    for odd in ["", "bnVsbA", "W10", "NQ", "e30", "InRleHQi", "e30" * 4000]:
        parts = process.issue().split(".")
        parts[part] = odd
        assert not await process.accepts(".".join(parts))


async def test_a_remembered_token_still_ends(process):
    token = process.issue()
    assert await process.accepts(token)
    clock.advance_clock(timedelta(seconds=290))
    assert await process.accepts(token)
    clock.advance_clock(timedelta(seconds=11))
    assert not await process.accepts(token)


async def test_keys_are_made_one_at_a_time(database):
    started = Process(database).started()
    process = await until_released(database, Lock.SIGNING_KEYS, "", started)
    assert len(process.published) == 1
    await until_released(database, Lock.SIGNING_KEYS, "", process.keys.rotate())
    assert len(process.published) == 2


async def test_the_first_key_of_licenses_is_made_once(database):
    first, second = (LicenseKeys(database, Box([SECRET]), ExternalIds(database)) for _ in range(2))
    asked = first.list_public_keys()
    [key] = await until_released(database, Lock.LICENSE_SIGNING_KEYS, "", asked)
    assert await second.list_public_keys() == [key]
