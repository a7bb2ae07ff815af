"""Releases seats when the process is ended from outside: by `docker stop`, or with its terminal.

The default action of these signals ends a process without unwinding: a context manager never ends. While
a license is open, a handler takes the place of that default action, and of nothing else: where the program
has a handler of its own, or ignores the signal, it is left alone. Then the process still ends by the signal.
"""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from weakref import WeakSet

# SIGINT is KeyboardInterrupt, which unwinds. SIGHUP is missing on Windows, SIGBREAK everywhere else.
ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
LONGEST = 5.0  # seconds that the end of the process waits for all releases together

_open_licenses: WeakSet[object] = WeakSet()
_releases: dict[str, Callable[[], None]] = {}


def add_license(opened: object) -> None:
    """Called in the main thread, it covers seats that other threads claim later: only the main thread may set
    handlers."""
    _open_licenses.add(opened)
    _set_handlers()


def remove_license(closed: object) -> None:
    _open_licenses.discard(closed)
    _set_handlers()


def add_release(use: str, release: Callable[[], None]) -> None:
    """Call `release` in a thread of its own before a signal ends the process."""
    _releases[use] = release
    _set_handlers()


def remove_release(use: str) -> None:
    _releases.pop(use, None)
    _set_handlers()


def _set_handlers() -> None:
    is_needed = bool(_open_licenses or _releases)
    found, wanted = (signal.SIG_DFL, _end) if is_needed else (_end, signal.SIG_DFL)
    _replace_handlers(found, wanted)


def _replace_handlers(
    found: object, wanted: "Callable[[int, FrameType | None], None] | int"
) -> None:
    with suppress(ValueError):  # not the main thread
        for number in ENDING:
            if signal.getsignal(number) is found:
                signal.signal(number, wanted)


def _end(number: int, _: FrameType | None) -> None:
    # A second signal ends the process at once.
    _replace_handlers(_end, signal.SIG_DFL)
    # In threads: this one may be in the middle of a call that holds the locks of the HTTP client.
    threads = [
        threading.Thread(target=release, name="license release", daemon=True)
        for release in list(_releases.values())
    ]
    with suppress(RuntimeError):  # the interpreter shuts down already
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(LONGEST / len(threads))
    signal.raise_signal(number)
    # The first process of a container outlives the default action of its own signal.
    os._exit(128 + number)


def _leave_to_parent() -> None:
    """A fork inherits the seats of its parent and must not release them."""
    _releases.clear()
    _open_licenses.clear()
    _replace_handlers(_end, signal.SIG_DFL)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
