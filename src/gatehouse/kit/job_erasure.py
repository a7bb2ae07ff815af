"""Statements that delete what jobs say of a user who is erased."""

from gatehouse.kit.db import Command

# Calls that gave up carry what they were about; those that wait are done within moments.
DELETE_FAILED_JOBS = Command(
    """
    delete from pgqueuer where status = 'failed' and created < $2
      and convert_from(payload, 'UTF8') ~* $1
    """
)

CLEAR_TRACEBACKS = Command(
    """
    update pgqueuer_log set traceback = null
    where traceback is not null and created < $2 and traceback::text ~* $1
    """
)
