"""What a tool keeps on disk: files of its user alone, each replaced as a whole."""

import contextlib
import hashlib
import json
import logging
import os
import sys
import tempfile
from pathlib import Path
from time import time_ns
from typing import Any
from uuid import uuid4

log = logging.getLogger("gatehouse_license")

STATE = "state.json"
USAGE = "usage"


def default_folder() -> Path:
    """Where programs of this system keep what is neither settings nor cache."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "gatehouse-license"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gatehouse-license"
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "gatehouse-license"


def folder_of(root: Path, *parts: str | None) -> Path:
    """One for each server, license and subject; its name gives none of them away."""
    named = hashlib.sha256("\x00".join(part or "" for part in parts).encode()).hexdigest()
    return root / named[:32]


class Store:
    """Where nothing can be written, the tool works on, without a memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> bytes | None:
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, content: bytes) -> None:
        """The whole file or none of it, also when the process dies meanwhile."""
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, made = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(made, path)
            except BaseException:
                Path(made).unlink(missing_ok=True)
                raise
        except OSError as error:
            log.warning("%s cannot be kept: %s", path, error.strerror)

    def forget(self, name: str) -> None:
        with contextlib.suppress(OSError):
            (self._folder / name).unlink()

    def state(self) -> dict[str, Any]:
        """Empty when there is none, or when it was spoiled."""
        try:
            state = json.loads(self.read(STATE) or b"{}")
        except ValueError:
            return {}
        return state if isinstance(state, dict) else {}

    def keep_state(self, state: dict[str, Any]) -> None:
        self.write(STATE, json.dumps(state).encode())

    def add_event(self, event: dict[str, Any]) -> None:
        """A file each, so that several processes may add and send them at once without a lock."""
        name = f"{USAGE}/{time_ns():020d}-{uuid4().hex}.json"
        self.write(name, json.dumps(event).encode())

    def events(self) -> list[str]:
        """The names of those that wait, oldest first."""
        try:
            found = [one.name for one in (self._folder / USAGE).iterdir() if one.suffix == ".json"]
        except OSError:
            return []
        return [f"{USAGE}/{name}" for name in sorted(found)]
