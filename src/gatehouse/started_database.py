"""The database of one command: the configured one, or an embedded one that ends with it."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from gatehouse.kit.db.embedded import EmbeddedPostgres
from gatehouse.settings import Settings


@contextmanager
def started_database(settings: Settings) -> Iterator[Callable[[], str]]:
    """Gives a function that waits for the URL: the embedded server starts while the caller imports
    the rest of the program, which takes as long."""
    configured = settings.database_url
    if configured:
        yield lambda: configured
        return
    postgres = EmbeddedPostgres(settings.data_dir)
    with ThreadPoolExecutor(1, "postgres") as thread:
        starting = thread.submit(postgres.start)
        try:
            yield starting.result
        finally:
            if starting.exception() is None:
                postgres.stop()
