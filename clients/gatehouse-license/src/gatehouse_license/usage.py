"""What the tool was used for: kept on disk until the server has it, each event once."""

import json
import logging
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

from gatehouse_license.store import Store
from gatehouse_license.who import Who
from gatehouse_license.wire import API, NO_CONTENT, Call, Flow, ask

log = logging.getLogger("gatehouse_license")

TYPE = re.compile(r"[a-z][a-z0-9_.]{0,49}")
AT_ONCE = 500
MOST_WAITING = 10_000
LONGEST = 31 * 86_400
FINAL = (400, 413, 422)


class Usage:
    def __init__(
        self, store: Store, who: Who, version: str | None, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._who = who
        self._version = version
        self._now = now

    def add(self, kind: str, seconds: int | None = None) -> None:
        """`ValueError` for what the server would refuse. With too many waiting, the oldest are dropped."""
        if not TYPE.fullmatch(kind):
            raise ValueError(
                "a type has small letters, digits, dots and underscores: 'report.made'"
            )
        if seconds is not None and not 0 <= seconds <= LONGEST:
            raise ValueError("seconds are between none and a month")
        event: dict[str, Any] = {
            "id": uuid4().hex,
            "type": kind,
            "subject": self._who.subject,
            "at": self._now().isoformat(),
        }
        if seconds is not None:
            event |= {"seconds": seconds}
        if self._version is not None:
            event |= {"version": self._version}
        for name in self._store.events()[: 1 - MOST_WAITING]:
            self._store.forget(name)
        self._store.add_event(event)

    def flush(self) -> Flow[int]:
        """Send what waits; how many were taken. Sent twice, an event counts once. `Unreachable`."""
        sent = 0
        while waiting := self._store.events()[:AT_ONCE]:
            events = {name: self._event(name) for name in waiting}
            body = [event for event in events.values() if event is not None]
            answer = yield from ask(Call("POST", f"{API}/usage", body))
            if answer.status not in (*NO_CONTENT, *FINAL):
                break
            if answer.status in FINAL:
                log.warning("%d events of use were refused", len(body))
            else:
                sent += len(body)
            for name in waiting:
                self._store.forget(name)
        return sent

    def _event(self, name: str) -> dict[str, Any] | None:
        try:
            event = json.loads(self._store.read(name) or b"")
        except ValueError:
            return None
        return event if isinstance(event, dict) else None
