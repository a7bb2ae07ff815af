"""What is remembered between two runs of a tool, and what the files that it kept are worth now."""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from gatehouse_license import errors
from gatehouse_license.errors import LicenseError, Refused
from gatehouse_license.file import LicenseFile, Newest, check_file, read_file, refused
from gatehouse_license.keys import PublicKeys
from gatehouse_license.store import Store
from gatehouse_license.timekeeping import Timekeeper
from gatehouse_license.wire import TEXTS

ANYBODY = "license.json"  # for all users of the license
OWN = "seat.json"  # for users who held a seat
INSTALLED = "installed"  # carried here by hand
SKEW = timedelta(minutes=5)  # between the clocks of several servers


class Memory:
    """`installed`: a license file that an administrator has put there, or will."""

    def __init__(
        self, store: Store, keys: PublicKeys, time: Timekeeper, subject: str, installed: Path | None
    ) -> None:
        self._store = store
        self._keys = keys
        self._time = time
        self._subject = subject
        self._installed = installed
        self._lock = threading.Lock()

    def file(self, names: Sequence[str]) -> LicenseFile:
        """The newest of these that counts now; `FileRefused`, or `Refused` with what the server said last."""
        good: list[LicenseFile] = []
        wrong: list[LicenseError] = []
        for name in names:
            try:
                good.append(self._one(name))
            except LicenseError as error:
                wrong.append(error)
        self._keep()
        if good:
            return max(good, key=lambda one: one.issued_at)
        known = [one for one in wrong if one.code != errors.NO_FILE]
        raise (known or wrong)[0]

    def take(self, name: str, text: bytes) -> LicenseFile:
        """A file that has just come from the server. It tells the time; `FileRefused`."""
        newest = self._newest(self._store.state(), name)
        file = read_file(text, self._keys, newest)
        if newest is not None and file.issued_at < newest.issued_at - SKEW:
            raise refused(errors.OLDER_FILE)
        self._time.told(file.issued_at)
        self._store.write(name, text)
        self._keep(name, file)
        return file

    def said_no(self, refusal: Refused) -> None:
        """What the server says of the license holds without it, too; who got no seat keeps no file of one."""
        if refusal.code in errors.IN_FORCE_NO_MORE:
            with self._lock:
                told = {"code": refusal.code, "at": self._time.now().isoformat()}
                self._store.keep_state(self._store.state() | {"refused": told})
        elif refusal.code in (errors.NO_SEATS, errors.NO_SEAT):
            self._store.forget(OWN)

    def _one(self, name: str) -> LicenseFile:
        state, text = self._store.state(), self._read(name)
        if text is None:
            raise refused(errors.NO_FILE)
        newest = self._newest(state, name)
        file = read_file(text, self._keys, newest)
        if name == OWN and file.subject is None:
            raise refused(errors.OTHER_SUBJECT)
        self._time.saw(file.issued_at)
        if self._time.is_set_back:
            raise refused(errors.CLOCK_SET_BACK)
        check_file(file, self._time.now(), self._subject, newest)
        _refuse_if_told(state, file)
        if name == INSTALLED:
            self._keep(name, file)
        return file

    def _read(self, name: str) -> bytes | None:
        if name != INSTALLED:
            return self._store.read(name)
        try:
            return self._installed.read_bytes() if self._installed else None
        except OSError:
            return None

    def _keep(self, name: str | None = None, file: LicenseFile | None = None) -> None:
        """How late it is, and which file is the newest one now."""
        with self._lock:
            state = self._store.state() | {"mark": self._time.now().isoformat()}
            if name is not None and file is not None:
                newest = state.get("newest")
                state["newest"] = (newest if isinstance(newest, dict) else {}) | {name: _kept(file)}
                state.pop("refused", None)
            self._store.keep_state(state)

    @staticmethod
    def _newest(state: dict[str, Any], name: str) -> Newest | None:
        try:
            kept = state["newest"][name]
            issued_at = moment(kept["issuedAt"])
            return Newest(issued_at, kept["signature"], kept["dates"]) if issued_at else None
        except (KeyError, TypeError):
            return None


def mark_of(store: Store) -> datetime | None:
    """The latest time that an earlier run knew."""
    return moment(store.state().get("mark"))


def moment(text: object) -> datetime | None:
    """None for what no clock can have said: with such a time nothing can be counted."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if at is None or not 2000 <= at.year <= 9000:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _refuse_if_told(state: dict[str, Any], file: LicenseFile) -> None:
    """A file that was signed after the server's refusal says that things are well again."""
    told = state.get("refused")
    if not isinstance(told, dict):
        return
    code, at = str(told.get("code")), moment(told.get("at"))
    if code not in errors.IN_FORCE_NO_MORE:
        return
    if at is None or file.issued_at <= at:
        raise Refused(code, TEXTS.get(code, code))


def _kept(file: LicenseFile) -> dict[str, Any]:
    dates = file.dates
    return {"issuedAt": dates["issuedAt"], "signature": file.signature, "dates": dates}
