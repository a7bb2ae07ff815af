"""What a tool does about its license, as flows: neither threads nor asyncio are known here."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from gatehouse_license import errors
from gatehouse_license.errors import FileRefused, LicenseError, Refused, Unreachable
from gatehouse_license.file import LicenseFile
from gatehouse_license.held import Held, Standing
from gatehouse_license.memory import ANYBODY, INSTALLED, OWN, Memory
from gatehouse_license.timekeeping import Timekeeper
from gatehouse_license.usage import Usage
from gatehouse_license.who import Who
from gatehouse_license.wire import (
    API,
    OK,
    PUBLIC_KEYS,
    SOMETHING_ELSE,
    Answer,
    Call,
    Flow,
    ask,
    lease_of,
    refusal,
    retry_in,
    third_of,
)

FOR_ANYBODY = (ANYBODY, OWN, INSTALLED)
FOR_A_SEAT = (OWN, INSTALLED)
ATTEMPTS = 3


def _use_of(held: Held, method: str, path: str) -> Call:
    return Call(method, f"{API}/seats/{path}", query={"use": held.use})


class Core:
    def __init__(
        self,
        who: Who,
        about: dict[str, str],
        memory: Memory,
        time: Timekeeper,
        usage: Usage,
        *,
        has_server: bool,
        has_possible_key: bool,
    ) -> None:
        self.who = who
        self._about = about
        self._memory = memory
        self._time = time
        self.usage = usage
        self._has_server = has_server
        self._has_possible_key = has_possible_key

    def check(self, *, fresh: bool) -> Flow[Standing]:
        """By the license file while it is fresh; else by a new one, and by the old one when there is none."""
        try:
            file, is_offline = yield from self._current(FOR_ANYBODY, fresh=fresh)
        except LicenseError as error:
            return Standing(error.code, str(error), warnings=self._warnings())
        return Standing("VALID", "", file, is_offline, self._warnings())

    def validate(self) -> Flow[dict[str, Any]]:
        answer = yield from self._ask(Call("POST", f"{API}/validate", self._version()), ATTEMPTS)
        if answer.status != OK:
            raise self._refused(refusal(answer))
        body = answer.json()
        if not isinstance(body.get("code"), str):
            raise Unreachable(SOMETHING_ELSE)
        if body["code"] in errors.IN_FORCE_NO_MORE:
            self._memory.said_no(Refused(body["code"], ""))
        return body

    def public_keys(self) -> Flow[dict[str, Any]]:
        answer = yield from ask(Call("GET", PUBLIC_KEYS, with_key=False), ATTEMPTS)
        if answer.status != OK:
            raise Unreachable
        return answer.json()

    def take(self) -> Flow[Held]:
        """A seat; without the server, the file of one that was held. `LicenseError`."""
        held = Held(self.who)
        attempts = 1 if self._has_file(FOR_A_SEAT) else ATTEMPTS
        try:
            yield from self._claim(held, attempts)
        except Unreachable as away:
            self._go_offline(held, away)
        return held

    def keep(self, held: Held) -> Flow[float]:
        """One heartbeat, or another try; the seconds until the next. Raises nothing."""
        try:
            if held.seat_id is None or not (yield from self._beat(held, held.seat_id)):
                yield from self._claim(held, 1)
            yield from self.usage.flush()
        except Unreachable as away:
            held.failures += 1
            self._without_server(held, away)
            return retry_in(held.failures)
        except LicenseError as error:
            held.is_lost(error)
        return self.pause_of(held)

    def give_back(self, held: Held) -> Flow[None]:
        """Free the seat, unless another run of the same subject uses it. Where the server cannot be told, the
        lease of this run lapses."""
        if held.seat_id is None or not held.is_of_this_process:
            return
        try:
            yield from self._ask(_use_of(held, "DELETE", held.seat_id), 1)
            yield from self.usage.flush()
        except LicenseError:
            pass
        finally:
            held.seat_id = None

    def _beat(self, held: Held, seat_id: str) -> Flow[bool]:
        """False when the seat is gone: it expired, or an administrator freed it."""
        answer = yield from self._ask(_use_of(held, "POST", f"{seat_id}/heartbeat"), 1)
        if answer.status == OK:
            held.is_online(seat_id, lease_of(answer, seat_id).until)
            held.file, _ = yield from self._current(FOR_A_SEAT)
            return True
        said = refusal(answer)
        if said.code == errors.SEAT_GONE:
            return False
        raise self._refused(said)

    def _claim(self, held: Held, attempts: int) -> Flow[None]:
        """A seat counts with a signed file for it: what answers without one is not the license server."""
        body = {
            "kind": self.who.kind,
            "subject": self.who.subject,
            "use": held.use,
            **self._about,
        }
        answer = yield from self._ask(Call("POST", f"{API}/seats", body), attempts)
        if answer.status not in (OK, 201):
            raise self._refused(refusal(answer))
        lease = lease_of(answer)
        held.file, _ = yield from self._current(FOR_A_SEAT)
        held.is_online(lease.seat_id, lease.until)

    def _current(
        self, names: Sequence[str], *, fresh: bool = False
    ) -> Flow[tuple[LicenseFile, bool]]:
        """A file that counts now, and whether the server that should have renewed it was away."""
        try:
            known = self._memory.file(names)
        except LicenseError:
            known = None
        if known is not None and not fresh and self._time.now() < known.refresh_at:
            return known, False
        try:
            return (yield from self._fetch(names[0], 1 if known else ATTEMPTS)), False
        except Unreachable as away:
            return self._memory_or_away(names, away), True

    def _memory_or_away(self, names: Sequence[str], away: Unreachable) -> LicenseFile:
        """`away` when there is no file; what is wrong with the file says what made it needed."""
        try:
            return self._memory.file(names)
        except FileRefused as wrong:
            if wrong.code == errors.NO_FILE and self._has_server:
                raise away from away.__cause__
            raise wrong from away

    def _fetch(self, name: str, attempts: int) -> Flow[LicenseFile]:
        query = {"subject": self.who.subject} if name == OWN else None
        answer = yield from self._ask(Call("GET", f"{API}/file", query=query), attempts)
        if answer.status != OK:
            raise self._refused(refusal(answer))
        try:
            return self._memory.take(name, answer.content)
        except FileRefused as wrong:
            # An answer that is no license file comes from another server.
            raise Unreachable(SOMETHING_ELSE) if wrong.code == errors.MALFORMED else wrong from None

    def _ask(self, call: Call, attempts: int) -> Flow[Answer]:
        if not self._has_server:
            raise Unreachable
        if not self._has_possible_key:
            # No server can know it, and some letters cannot be sent at all.
            return Answer(401, b'{"code": "UNKNOWN_KEY"}')
        return (yield from ask(call, attempts))

    def _refused(self, said: Refused) -> LicenseError:
        """A key that the server does not know says nothing about a file that was carried here."""
        self._memory.said_no(said)
        if said.code == errors.UNKNOWN_KEY and self._has_file((INSTALLED,)):
            return Unreachable(str(said))
        return said

    def _has_file(self, names: Sequence[str]) -> bool:
        try:
            self._memory.file(names)
        except LicenseError:
            return False
        return True

    def _go_offline(self, held: Held, away: Unreachable) -> None:
        """`FileRefused` when a file is there and does not count; `away` when there is none."""
        try:
            held.is_offline(self._memory.file(FOR_A_SEAT))
        except FileRefused as wrong:
            if wrong.code == errors.NO_FILE:
                raise away from away.__cause__
            raise wrong from away

    def _without_server(self, held: Held, away: Unreachable) -> None:
        """The seat is held as long as its lease; then the file speaks."""
        until = held.lease_until if held.status == "online" else None
        if until is not None and self._time.now() < until:
            return
        try:
            self._go_offline(held, away)
        except LicenseError as error:
            held.is_lost(error)

    def pause_of(self, held: Held) -> float:
        """Seconds until its next heartbeat."""
        if held.lease_until is None or held.status != "online":
            return third_of(timedelta(minutes=3))
        return third_of(held.lease_until - self._time.now())

    def _version(self) -> dict[str, str]:
        return {"version": self._about["version"]} if "version" in self._about else {}

    def _warnings(self) -> tuple[str, ...]:
        return ("CLOCK_OFF",) if self._time.is_off else ()
