"""Those whom a directory sends at the same moment are brought in together.

A directory sends one call for each person, and several at once. Most of what one costs is the transaction and
the start of its statements, which is no more for several people. So whoever comes while others are brought in
waits for these, and then goes with all who came meanwhile; nobody waits for somebody to come.
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

AT_ONCE = 100  # people made in one transaction


async def bring_in(call: DirectoryCall, sent: Sequence[SentUser]) -> list[ScimUser | None]:
    """In one transaction. None for whoever has to be looked at alone, and is answered or refused there: what
    is wrong with one, or happens at the same moment, is no other's."""
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
        return [None] * len(sent)  # somebody else is just bringing one of them in
    return made


@dataclass(slots=True, eq=False)
class WaitingUser:
    sent: SentUser
    made: ScimUser | None = None
    is_done: bool = False


@dataclass(slots=True)
class WaitingLine:
    """Whoever waits longest is next, with those behind."""

    turn: Lock = field(default_factory=Lock)
    waiting: deque[WaitingUser] = field(default_factory=deque)

    async def go(self, call: DirectoryCall) -> None:
        some = [self.waiting.popleft() for _ in range(min(AT_ONCE, len(self.waiting)))]
        try:
            made = await bring_in(call, [one.sent for one in some])
            for one, user in zip(some, made, strict=True):
                one.made = user
        finally:  # whatever stopped this one, the others try alone
            for one in some:
                one.is_done = True


class UserBatching:
    """Of this process. Only those go together who would be told of as one: the same token, from the same
    place."""

    def __init__(self) -> None:
        self._lines: dict[tuple[Actor, bytes], WaitingLine] = {}

    @property
    def waiting(self) -> int:
        """How many go with the next ones."""
        return sum(len(line.waiting) for line in self._lines.values())

    async def bring_in(self, call: DirectoryCall, sent: SentUser) -> ScimUser | None:
        """Committed. None for whoever has to be looked at alone."""
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
