"""The locks of what has no row of its own: one enum of their kinds, and the functions that take them.

`gatehouse_lock` inserts the key into the table `locks` and deletes it again; others that insert it wait
for the end of the transaction. What by design runs once, and the lock of a caller's writes, are advisory
locks (ADR 38). A lock lasts until its transaction ends, except `MIGRATION`. Versions run beside each other
during an upgrade, so the value of a kind never changes.
"""

from collections.abc import Iterable
from enum import Enum
from typing import LiteralString, cast
from uuid import UUID

import asyncpg

from gatehouse.kit.db.database import Db
from gatehouse.kit.db.query import Command, Query


class AdvisoryLock(Enum):
    """Locks without a row. The value is as in `Lock`."""

    MIGRATION = 0x6761_7465  # "gate"
    """The schema, for the session of the process that migrates it."""
    AUDIT_CHAIN = 0x6175_6469  # "audi"
    """The blocks of the audit and their key: one process seals at a time."""
    WRITER = "standing:"
    """What a user, an API token or a credential may write: shared by its writing transactions, exclusive for
    those that take access away. See `access/standing.py`."""


class Lock(Enum):
    """A number locks one thing of the installation. A text is the start of a key and locks one of many:
    what follows it names which."""

    CONFIGURATION = 0x646F_6375  # "docu"
    """The vendor's document: read, checked and written as a whole."""
    SIGNING_KEYS = 0x6B65_7973  # "keys"
    """The keys that sign tokens: of several processes that start at once, one makes the first key."""
    LICENSE_SIGNING_KEYS = 0x6C69_6373  # "lics"
    """The keys that sign license files, in the same way."""
    SAML_KEYS = 7_203_085
    """The keys of the SAML service provider, in the same way."""
    USER_SOURCES = 0x7573_7263  # "usrc"
    """The list of user sources, which has a limit and an order."""
    RELATIONS = 0x7265_6C6C  # "rell"
    """The entity types, relations and actions, which name one another."""
    API_ROUTES = 0x726F_7074  # "ropt"
    """The list of API routes, which has a limit and an order."""
    APPROVAL_FLOWS = "approval flows"
    """The list of approval flows, which has a limit."""
    TOKEN_TEMPLATES = "jwt_templates"  # noqa: S105
    """Token templates and their targeting rules, which name one another."""
    TENANT_TREE = "tree:"
    """A tenant with everything above and below it: parents and paths. Of the id of the topmost tenant."""
    EMAIL_ADDRESS = ""
    """A lower-case address whose user is brought in from a user source."""
    PHONE_NUMBER = "phone_number:"
    """A number that a user verifies: one user has it."""
    ACTION_LINKS = "action_tokens:"
    """The mailed links of a user: one is used at a time, also when two different ones are opened at once."""
    PINNED_NOTIFICATIONS = "pinned "
    """The notifications that a user has pinned, which have a limit."""
    WEBHOOKS = "webhooks "
    """The webhooks of a tenant, or of the vendor, which have a limit."""
    SUBSCRIPTION = "subscription:"
    """A subscription of the payment provider: which license it pays for. Before the organizations."""


_LOCK = Command("select gatehouse_lock($1)")
_LOCK_KEY = Command("select gatehouse_lock(hashtextextended($1, 0))")
_ADVISORY = Command("select pg_advisory_xact_lock($1)")
_TRY_ADVISORY = Query(bool, "select pg_try_advisory_xact_lock($1) as is_locked")
_ADVISORY_KEYS = Command(
    "select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) key"
)


async def take_lock(db: Db, lock: Lock, subject: UUID | str = "") -> None:
    """Wait for it. `subject`: which one of the kind."""
    if isinstance(lock.value, int):
        await _LOCK.run(db, lock.value)
    else:
        await _LOCK_KEY.run(db, f"{lock.value}{subject}")


def build_lock_expression(lock: Lock, subject: LiteralString) -> LiteralString:
    """An expression that takes the lock of what another SQL expression names."""
    return f"gatehouse_lock(hashtextextended('{lock.value}' || {subject}, 0))"


async def take_advisory_lock(db: Db, lock: AdvisoryLock) -> None:
    """Wait for the one of its kind."""
    await _ADVISORY.run(db, lock.value)


async def take_advisory_locks(db: Db, lock: AdvisoryLock, subjects: Iterable[str]) -> None:
    """Wait for several of a kind in this order, which has to be the same everywhere."""
    await _ADVISORY_KEYS.run(db, [f"{lock.value}{subject}" for subject in subjects])


async def try_advisory_lock(db: Db, lock: AdvisoryLock) -> bool:
    """False when another transaction has it."""
    return await _TRY_ADVISORY.one(db, lock.value)


async def try_session_lock(connection: asyncpg.Connection, lock: AdvisoryLock) -> bool:
    """For as long as the connection lasts; False when another connection has it."""
    return cast("bool", await connection.fetchval("select pg_try_advisory_lock($1)", lock.value))


def build_shared_lock_statement(lock: AdvisoryLock, subject: str) -> str:
    """A statement for the opening of a transaction. Nothing that comes from outside may be in `subject`."""
    return f"select pg_advisory_xact_lock_shared(hashtextextended('{lock.value}{subject}', 0))"


def build_advisory_expression(lock: AdvisoryLock, subject: LiteralString) -> LiteralString:
    """An expression that takes the lock of what another SQL expression names."""
    return f"pg_advisory_xact_lock(hashtextextended('{lock.value}' || {subject}, 0))"
