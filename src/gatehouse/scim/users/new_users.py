"""Creates new users of a directory together, in a few statements for any number of them. Most users that a
directory sends are new. They take nothing from existing users, so no tenant lock is needed.

A directory sends one call for each user, and several at once. Most of the cost is the transaction and the
start of its statements, which is no higher for several users. So calls that arrive while others are processed
wait for these, and are then processed together; no call waits for later ones.
"""

from asyncio import Lock
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self
from uuid import UUID

import asyncpg

from gatehouse.audit.service import announce_all
from gatehouse.directory.people import invite, memberships
from gatehouse.directory.people.memberships import NewUser
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.errors import DomainError
from gatehouse.kit.events import Actor
from gatehouse.kit.resources import Resources
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.errors import InvalidValue
from gatehouse.scim.events import UserProvisioned
from gatehouse.scim.protocol.documents import Document
from gatehouse.scim.users import queries
from gatehouse.scim.users.queries import ScimUser
from gatehouse.scim.users.resource import (
    drop_column_attributes,
    read_account_email,
    read_display_name,
)

AT_ONCE = 100  # users created in one transaction


@dataclass(frozen=True, slots=True)
class SentUser:
    """A user to be created, with what the account needs."""

    document: Document
    user_name: str
    address: str
    name: str

    @classmethod
    def from_document(cls, document: Document) -> Self:
        """Raises `InvalidValue`."""
        document = {"active": True, **document}
        user_name = document.get("userName")
        if not user_name:
            raise InvalidValue("userName is missing")
        address = read_account_email(document)
        if address is None:
            raise InvalidValue("The user has no email address")
        return cls(document, user_name, address, read_display_name(document, address))


async def create_new_users(
    db: Db, call: DirectoryCall, sent: Sequence[SentUser]
) -> list[ScimUser | None]:
    """Create the users, each returned as the directory reads it. None, with nothing done, for a user who
    cannot be created here: the address or the user name is taken, the tenant does not admit the address, or
    the user is inactive or would be the tenant's first member."""
    own = call.connection
    coming = await _find_new_users(db, call, sent)
    if not coming:
        return [None] * len(sent)
    ids, created = await memberships.add_new_users(
        db, own.tenant_id, list(coming.values()), managed_by="scim2"
    )
    added = [sent[place] for place, one in coming.items() if one.email in ids]
    made = await queries.ADD_ALL.all(
        db, own.tenant_id, own.id, clock.now(), [new_id() for _ in added],
        [ids[one.address] for one in added], [one.user_name for one in added],
        [one.document.get("externalId") for one in added],
        [drop_column_attributes(one.document) for one in added],
    )  # fmt: skip
    provisioned = [_provisioned_event(call, one, ids[one.address]) for one in added]
    await announce_all(db, [*created, *provisioned], by=call.actor)
    by_person = {one.user_id: one for one in made}
    return [
        by_person.get(ids[one.address]) if place in coming and one.address in ids else None
        for place, one in enumerate(sent)
    ]


async def _find_new_users(
    db: Db, call: DirectoryCall, sent: Sequence[SentUser]
) -> dict[int, NewUser]:
    """The users that can be created together, by their index in `sent`."""
    own = call.connection
    names, addresses = [one.user_name for one in sent], [one.address for one in sent]
    standing = await queries.STANDING.all(db, own.tenant_id, own.id, names, addresses)
    coming: dict[int, NewUser] = {}
    seen: set[str] = set()
    for place, (one, stands) in enumerate(zip(sent, standing, strict=True)):
        free = stands.has_members and not (stands.is_known or stands.is_taken)
        keys = {f"name:{one.user_name.casefold()}", f"address:{one.address}"}
        if free and one.document["active"] and not keys & seen:
            coming[place] = NewUser(one.address, one.name, stands.is_own)
            seen |= keys
    if coming and standing[0].is_restricted:
        asked = [one.email for one in coming.values()]
        refused = await invite.find_refused_addresses(db, own.tenant_id, asked)
        coming = {place: one for place, one in coming.items() if one.email not in refused}
    return coming


def _provisioned_event(call: DirectoryCall, one: SentUser, user_id: UUID) -> UserProvisioned:
    own = call.connection
    return UserProvisioned(own.tenant_id, user_id, one.address, own.id, joined=True)


async def create_users_together(
    call: DirectoryCall, sent: Sequence[SentUser]
) -> list[ScimUser | None]:
    """Create the users in one transaction. None for a user that must be handled alone, and is created or
    refused there, so that an invalid or conflicting user does not affect the others."""
    try:
        async with call.transaction() as db:
            made = await create_new_users(db, call, sent)
            if any(made):
                await call.record_sync(db)
    except (
        DomainError, asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError,
    ):  # fmt: skip
        return [None] * len(sent)
    except (asyncpg.LockNotAvailableError, asyncpg.QueryCanceledError):
        if len(sent) == 1:
            raise
        return [None] * len(sent)  # another transaction is creating one of them
    return made


@dataclass(slots=True, eq=False)
class WaitingUser:
    sent: SentUser
    made: ScimUser | None = None
    is_done: bool = False


@dataclass(slots=True)
class WaitingLine:
    """Waiting users of one connection, processed in the order of their arrival."""

    turn: Lock = field(default_factory=Lock)
    waiting: deque[WaitingUser] = field(default_factory=deque)

    async def create_next_users(self, call: DirectoryCall) -> None:
        some = [self.waiting.popleft() for _ in range(min(AT_ONCE, len(self.waiting)))]
        try:
            made = await create_users_together(call, [one.sent for one in some])
            for one, user in zip(some, made, strict=True):
                one.made = user
        finally:  # after an error the others are tried alone
            for one in some:
                one.is_done = True


class UserBatching:
    """Batches of this process. Only calls with the same actor and token are batched, because their audit
    entries name the same actor."""

    @classmethod
    def for_process(cls, _: Resources) -> Self:
        return cls()

    def __init__(self) -> None:
        self._lines: dict[tuple[Actor, bytes], WaitingLine] = {}

    @property
    def waiting(self) -> int:
        """How many go with the next ones."""
        return sum(len(line.waiting) for line in self._lines.values())

    async def create_user(self, call: DirectoryCall, sent: SentUser) -> ScimUser | None:
        """Create the user and commit. None when the user must be handled alone."""
        key = call.actor, call.connection.token_hash
        line = self._lines.setdefault(key, WaitingLine())
        mine = WaitingUser(sent)
        line.waiting.append(mine)
        try:
            async with line.turn:
                if not mine.is_done:
                    await line.create_next_users(call)
        finally:
            if mine in line.waiting:
                line.waiting.remove(mine)
            if not line.waiting and not line.turn.locked() and self._lines.get(key) is line:
                del self._lines[key]
        return mine.made
