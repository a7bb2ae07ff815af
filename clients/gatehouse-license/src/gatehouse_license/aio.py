"""A tool's license, for programs with asyncio."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import httpx

from gatehouse_license.driving import AsyncDriver
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


class AsyncLicense:
    """As `License`, with the same arguments and the same answers."""

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
        http: httpx.AsyncClient | None = None,
        clock: Callable[[], datetime] = wall_clock,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        key = normalize_key(key) if key else None
        self._core = make_core(
            server, key, public_keys, subject=subject, kind=kind, name=name, version=version,
            file=file, folder=folder, clock=clock, environ=environ,
        )  # fmt: skip
        self._driver = AsyncDriver(server or "", key, http)
        add_license(self)

    @property
    def who(self) -> Who:
        return self._core.who

    async def check(self, *, fresh: bool = False) -> Standing:
        """Whether the license may be used, and if not why. Asks the server once a day; `fresh`: now."""
        return await self._driver.run(self._core.check(fresh=fresh))

    @asynccontextmanager
    async def seat(self, on_change: Callable[[Held], None] | None = None) -> AsyncIterator[Held]:
        """Hold a seat meanwhile, with heartbeats from a task of its own, and report the session.

        `LicenseError` when there is none to be had: `NoSeats`, `Refused`, `Unreachable`, `FileRefused`.
        `on_change` is told, in that task, when the seat goes offline, is lost or comes back.

        The seat is also released when SIGTERM or SIGHUP ends the process, unless the program has a handler of
        its own for them, which then has to end the `async with` block.
        """
        held = await self.take()
        keeper = asyncio.create_task(self._keep(held, on_change), name="license seat")

        def report_and_release() -> None:
            self._report_session(held)
            self._release_apart(held)

        add_release(held.use, report_and_release)
        try:
            yield held
        finally:
            keeper.cancel()
            with suppress(asyncio.CancelledError):
                await keeper
            if held.is_of_this_process:
                # A signal from here on does not report the session again.
                add_release(held.use, lambda: self._release_apart(held))
                self._report_session(held)
                await self.give_back(held)

    async def beat(self, held: Held) -> float:
        """One heartbeat now, for programs that decide when; the seconds until the next."""
        return await self._driver.run(self._core.keep(held))

    async def take(self) -> Held:
        """A seat without a task: `beat` it, and `give_back`. `LicenseError`."""
        held = await self._driver.run(self._core.take())
        add_release(held.use, lambda: self._release_apart(held))
        return held

    async def give_back(self, held: Held) -> None:
        await self._driver.run(self._core.give_back(held))
        remove_release(held.use)

    def report(self, kind: str, *, seconds: int | None = None) -> None:
        """Something that the tool was used for. Kept on disk until the server has it. `ValueError`."""
        self._core.usage.add(kind, seconds)

    async def flush(self) -> int:
        """Send what was reported; how many events the server took, 0 while it is away."""
        with suppress(Unreachable):
            return await self._driver.run(self._core.usage.flush())
        return 0

    async def validate(self) -> dict[str, Any]:
        """What the server says of the license, with its seats; `Refused`, `Unreachable`."""
        return await self._driver.run(self._core.validate())

    async def published_keys(self) -> dict[str, Any]:
        """The server's public keys, for the developer of the tool; `Unreachable`."""
        return await self._driver.run(self._core.public_keys())

    async def close(self) -> None:
        remove_license(self)
        await self._driver.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _report_session(self, held: Held) -> None:
        self.report("session", seconds=min(held.seconds, LONGEST))

    def _release_apart(self, held: Held) -> None:
        """Give it back while the event loop does not run."""
        self._driver.to_sync().run(self._core.give_back(held))

    async def _keep(self, held: Held, on_change: Callable[[Held], None] | None) -> None:
        pause = self._core.pause_of(held)
        while True:
            await asyncio.sleep(pause)
            before = held.status
            try:
                pause = await self.beat(held)
                if on_change and held.status != before:
                    on_change(held)
            except Exception:
                log.exception("a heartbeat failed")
