"""Callers that write and remember what was acknowledged, each by one process after the other."""

import asyncio
import itertools
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD

LOGIN = "/identity/resources/auth/v1/user"
GROUPS = "/identity/resources/groups/v1"
USERS = "/identity/resources/users/v2"
AWAY = "no answer"


@dataclass
class Writers:
    """`times` is when each acknowledged write was answered; `refusals` when and how one was not."""

    urls: list[str]
    groups: set[str] = field(default_factory=set)
    invited: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    times: list[float] = field(default_factory=list)
    refusals: list[tuple[float, str]] = field(default_factory=list)
    stopped: bool = False

    async def run(self, count: int, done: asyncio.Event) -> None:
        """So many at once, until it is said that they are done."""
        async with httpx.AsyncClient(timeout=20) as http:
            body = {"email": ADMINISTRATOR, "password": PASSWORD}
            answer = (await http.post(f"{self.urls[0]}{LOGIN}", json=body)).raise_for_status()
            http.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"
            writers = [asyncio.create_task(self._write(http, number)) for number in range(count)]
            await done.wait()
            self.stopped = True
            await asyncio.gather(*writers)

    async def _write(self, http: httpx.AsyncClient, number: int) -> None:
        for turn in itertools.count():
            if self.stopped:
                return
            name = f"w{number}-{turn}"
            # Every second has a job behind it: a mail. More groups than this an account may not have.
            if turn % 2:
                await self._post(http, number + turn, GROUPS, {"name": name}, name, self.groups)
            else:
                address = f"{name}@writers.test"
                body = {"email": address, "name": name}
                await self._post(http, number + turn, USERS, body, address, self.invited)

    async def _post(
        self,
        http: httpx.AsyncClient,
        first: int,
        path: str,
        body: dict[str, str],
        name: str,
        kept: set[str],
    ) -> None:
        """Once: a writer that is refused goes on with something else after a moment."""
        self.asked.add(name)
        status = await self._status(http, first, path, body)
        now = time.monotonic()
        if 200 <= status < 300:
            kept.add(name)
            self.times.append(now)
            return
        self.refusals.append((now, str(status) if status else AWAY))
        await asyncio.sleep(0.1)

    async def _status(
        self, http: httpx.AsyncClient, first: int, path: str, body: dict[str, str]
    ) -> int:
        """As through a proxy: where no server listens the next process is asked, since nothing was sent. 0
        when there is no answer."""
        for number in range(len(self.urls)):
            url = self.urls[(first + number) % len(self.urls)]
            try:
                return (await http.post(f"{url}{path}", json=body)).status_code
            except httpx.ConnectError:
                continue
            except httpx.TransportError:
                return 0
        return 0

    def longest_pause(self) -> float:
        """Between two writes that were acknowledged to anybody."""
        ordered = sorted(self.times)
        return max((b - a for a, b in itertools.pairwise(ordered)), default=0.0)

    def refused(self, since: float) -> tuple[float, float]:
        """The first and the last refusal, in seconds after `since`."""
        at = [moment - since for moment, _ in self.refusals]
        return (min(at), max(at)) if at else (0.0, 0.0)

    def kinds(self) -> dict[str, int]:
        return dict(Counter(kind for _, kind in self.refusals))
