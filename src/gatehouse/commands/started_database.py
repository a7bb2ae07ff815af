"""The database of one command: the configured one, or an embedded one that ends with it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import asyncpg

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db.embedded import EmbeddedPostgres
from gatehouse.kit.db.pools import explain_refusal
from gatehouse.settings import Settings


@contextmanager
def started_database(settings: Settings) -> Iterator[Callable[[], str]]:
    """Gives a function that waits for the URL: the embedded server starts while the caller imports
    the rest of the program, which takes as long."""
    configured = settings.database_url
    if configured:
        try:
            yield lambda: configured
        except asyncpg.TooManyConnectionsError as error:  # any of those that a command opens
            raise ConfigurationError(explain_refusal(error)) from None
        return
    postgres = EmbeddedPostgres(settings.data_dir)
    with ThreadPoolExecutor(1, "postgres") as thread:
        starting = thread.submit(postgres.start)
        try:
            yield starting.result
        finally:
            if starting.exception() is None:
                postgres.stop()
