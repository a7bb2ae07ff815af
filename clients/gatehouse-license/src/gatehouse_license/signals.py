"""Releases seats when the process is terminated from outside: by `docker stop`, or with its terminal.

The default action of these signals ends a process without unwinding, so that a context manager never ends.
While a seat is held, a handler takes the place of that default action, and of nothing else: where the program
has a handler of its own, or ignores the signal, it is left alone. Afterwards the process dies by the signal.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# SIGINT is KeyboardInterrupt, which unwinds. SIGHUP is missing on Windows, SIGBREAK everywhere else.
ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
LONGEST = 5.0  # seconds that the end of the process waits for releases

_releases: dict[object, Callable[[], None]] = {}
_owner = 0


@contextmanager
def released_on_end(release: Callable[[], None]) -> Iterator[None]:
    """Meanwhile `release` is called, in a thread of its own, before such a signal ends the process."""
    global _owner
    key = object()
    if _owner != os.getpid():
        # A fork inherits what its parent holds, and must not release it.
        _releases.clear()
        _owner = os.getpid()
    _releases[key] = release
    _take_default_actions()
    try:
        yield
    finally:
        _releases.pop(key, None)
        if not _releases:
            _put_default_actions_back()


def _take_default_actions() -> None:
    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _end)


def _put_default_actions_back() -> None:
    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            if signal.getsignal(number) is _end:
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    if _owner == os.getpid():
        # In threads: this one may be in the middle of a call that holds the locks of the HTTP client.
        threads = [
            threading.Thread(target=release, name="license release", daemon=True)
            for release in list(_releases.values())
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LONGEST / len(threads))
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
