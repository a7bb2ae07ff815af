from collections.abc import Callable, Iterator

import pytest
import structlog

from gatehouse.kit.logs import configure_logs
from gatehouse.settings import Settings

Log = Callable[[str], Callable[[], str]]


@pytest.fixture
def log_as(settings: Settings, capfd: pytest.CaptureFixture[str]) -> Iterator[Log]:
    """Turns on the process's own log, `console` or `json`; what it wrote since."""

    def turn_on(form: str) -> Callable[[], str]:
        configure_logs("info", form)
        structlog.configure(cache_logger_on_first_use=False)
        return lambda: capfd.readouterr().err

    yield turn_on
    structlog.reset_defaults()
