"""Creates users together that a directory sends at the same moment.

A directory sends one call for each user, and several at once. Most of the cost is the transaction and the
start of its statements, which is no higher for several users. So calls that arrive while others are processed
wait for these, and are then processed together; no call waits for later ones.
"""

from asyncio import Lock
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import asyncpg

from gatehouse.kit.errors import DomainError
from gatehouse.kit.events import Actor
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.users import new_users
from gatehouse.scim.users.models import ScimUser
from gatehouse.scim.users.new_users import SentUser

AT_ONCE = 100  # users created in one transaction


async def bring_in(call: DirectoryCall, sent: Sequence[SentUser]) -> list[ScimUser | None]:
    """Create the users in one transaction. None for a user that must be handled alone, and is created or
    refused there, so that an invalid or conflicting user does not affect the others."""
    try:
        async with call.transaction() as db:
            made = await new_users.bring_in(db, call, sent)
            if any(made):
                await call.note_sync(db)
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

    async def go(self, call: DirectoryCall) -> None:
        some = [self.waiting.popleft() for _ in range(min(AT_ONCE, len(self.waiting)))]
        try:
            made = await bring_in(call, [one.sent for one in some])
            for one, user in zip(some, made, strict=True):
                one.made = user
        finally:  # after an error the others are tried alone
            for one in some:
                one.is_done = True


class UserBatching:
    """Batches of this process. Only calls with the same actor and token are batched, because their audit
    entries name the same actor."""

    def __init__(self) -> None:
        self._lines: dict[tuple[Actor, bytes], WaitingLine] = {}

    @property
    def waiting(self) -> int:
        """How many go with the next ones."""
        return sum(len(line.waiting) for line in self._lines.values())

    async def bring_in(self, call: DirectoryCall, sent: SentUser) -> ScimUser | None:
        """Create the user and commit. None when the user must be handled alone."""
        key = call.actor, call.connection.token_hash
        line = self._lines.setdefault(key, WaitingLine())
        mine = WaitingUser(sent)
        line.waiting.append(mine)
        try:
            async with line.turn:
                if not mine.is_done:
                    await line.go(call)
        finally:
            if mine in line.waiting:
                line.waiting.remove(mine)
            if not line.waiting and not line.turn.locked() and self._lines.get(key) is line:
                del self._lines[key]
        return mine.made
