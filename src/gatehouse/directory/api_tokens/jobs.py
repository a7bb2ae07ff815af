"""Cleanup job of API tokens, and when they were last used, which is written at most once an hour."""

from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.directory.api_tokens.queries import NOTE_USE
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.purge import declare_purge

# Until then lists show the token as expired.
KEPT_AFTER_END = timedelta(days=90)

# Delete API tokens that expired more than 90 days ago.
EXPIRED_TOKENS = declare_purge(
    "api_tokens", KEPT_AFTER_END, job="api_tokens.forget", cron="37 * * * *"
)


NOTED_EVERY = timedelta(hours=1)
REMEMBERED = 10_000


class StoredTokenUse:
    """Caches which tokens this process has recorded in the last hour, so that most calls write nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[UUID, datetime] = {}

    async def note(self, token_id: UUID) -> None:
        now = clock.now()
        noted = self._noted.get(token_id)
        if noted is not None and now - noted < NOTED_EVERY:
            return
        if len(self._noted) >= REMEMBERED:
            self._noted.clear()
        self._noted[token_id] = now
        try:
            async with self._database.one_statement() as db:
                await NOTE_USE.run(db, token_id, now)
        except BaseException:
            self._noted.pop(token_id, None)
            raise
