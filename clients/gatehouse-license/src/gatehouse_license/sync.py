"""A tool's license, for programs with threads."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import httpx

from gatehouse_license.driving import Driver
from gatehouse_license.errors import Unreachable
from gatehouse_license.held import Held, Standing
from gatehouse_license.keys import PublicKeys
from gatehouse_license.license_key import normalize_key
from gatehouse_license.making import make_core
from gatehouse_license.signals import add_license, add_release, remove_license, remove_release
from gatehouse_license.timekeeping import wall_clock
from gatehouse_license.usage import LONGEST
from gatehouse_license.who import Kind, Who

log = logging.getLogger("gatehouse_license")

PATIENCE = 2.0  # seconds that the end of a tool waits for a heartbeat under way


class License:
    """`public_keys`: the document that the tool is shipped with. `subject`, `kind`: who uses it, found out
    when left out. `file`: where an administrator puts a license file by hand. Without a `key` that file is
    all."""

    def __init__(
        self,
        server: str | None,
        key: str | None,
        public_keys: Mapping[str, Any] | PublicKeys,
        *,
        subject: str | None = None,
        kind: Kind | None = None,
        name: str | None = None,
        version: str | None = None,
        file: Path | str | None = None,
        folder: Path | str | None = None,
        http: httpx.Client | None = None,
        clock: Callable[[], datetime] = wall_clock,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        key = normalize_key(key) if key else None
        self._core = make_core(
            server, key, public_keys, subject=subject, kind=kind, name=name, version=version,
            file=file, folder=folder, clock=clock, environ=environ,
        )  # fmt: skip
        self._driver = Driver(server or "", key, http)
        add_license(self)

    @property
    def who(self) -> Who:
        return self._core.who

    def check(self, *, fresh: bool = False) -> Standing:
        """Whether the license may be used, and if not why. Asks the server once a day; `fresh`: now."""
        return self._driver.run(self._core.check(fresh=fresh))

    @contextmanager
    def seat(self, on_change: Callable[[Held], None] | None = None) -> Iterator[Held]:
        """Hold a seat meanwhile, with heartbeats from a thread of its own, and report the session.

        `LicenseError` when there is none to be had: `NoSeats`, `Refused`, `Unreachable`, `FileRefused`.
        `on_change` is told, in that thread, when the seat goes offline, is lost or comes back.

        The seat is also released when SIGTERM or SIGHUP ends the process, unless the program has a handler of
        its own for them, which then has to end the `with` block.
        """
        held, done = self.take(), threading.Event()
        keeper = threading.Thread(
            target=self._keep, args=(held, done, on_change), name="license seat", daemon=True
        )
        keeper.start()

        def end() -> None:
            done.set()
            keeper.join(PATIENCE)
            self.report("session", seconds=min(held.seconds, LONGEST))

        def end_and_release() -> None:
            end()
            self._release_apart(held)

        add_release(held.use, end_and_release)
        try:
            yield held
        finally:
            if held.is_of_this_process:
                # A signal from here on does not report the session again.
                add_release(held.use, lambda: self._release_apart(held))
                end()
                self.give_back(held)

    def beat(self, held: Held) -> float:
        """One heartbeat now, for programs with a loop of their own; the seconds until the next."""
        return self._driver.run(self._core.keep(held))

    def take(self) -> Held:
        """A seat without a thread: `beat` it, and `give_back`. `LicenseError`."""
        held = self._driver.run(self._core.take())
        add_release(held.use, lambda: self._release_apart(held))
        return held

    def give_back(self, held: Held) -> None:
        self._driver.run(self._core.give_back(held))
        remove_release(held.use)

    def report(self, kind: str, *, seconds: int | None = None) -> None:
        """Something that the tool was used for. Kept on disk until the server has it. `ValueError`."""
        self._core.usage.add(kind, seconds)

    def flush(self) -> int:
        """Send what was reported; how many events the server took, 0 while it is away."""
        with suppress(Unreachable):
            return self._driver.run(self._core.usage.flush())
        return 0

    def validate(self) -> dict[str, Any]:
        """What the server says of the license, with its seats; `Refused`, `Unreachable`."""
        return self._driver.run(self._core.validate())

    def published_keys(self) -> dict[str, Any]:
        """The server's public keys, for the developer of the tool; `Unreachable`."""
        return self._driver.run(self._core.public_keys())

    def close(self) -> None:
        remove_license(self)
        self._driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _release_apart(self, held: Held) -> None:
        """Give it back while the program may be in the middle of another call."""
        self._driver.clone().run(self._core.give_back(held))

    def _keep(
        self, held: Held, done: threading.Event, on_change: Callable[[Held], None] | None
    ) -> None:
        pause = self._core.pause_of(held)
        while not done.wait(pause):
            before = held.status
            try:
                pause = self.beat(held)
                if on_change and held.status != before:
                    on_change(held)
            except Exception:
                log.exception("a heartbeat failed")
