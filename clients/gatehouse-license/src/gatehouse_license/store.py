"""What a tool keeps on disk: files of its user alone, each replaced as a whole."""

import contextlib
import hashlib
import json
import logging
import os
import sys
import tempfile
from collections.abc import Callable
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
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else _home()) / "gatehouse-license"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "gatehouse-license"
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else _home() / ".local" / "state") / "gatehouse-license"


def _home() -> Path:
    """A container may run as a user without an entry in passwd: without a home nothing is kept."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


def folder_of(root: Path, *parts: str | None) -> Path:
    """One for each server, license and subject; its name gives none of them away."""
    named = hashlib.sha256(
        "\x00".join(part or "" for part in parts).encode(errors="surrogatepass")
    ).hexdigest()
    return root / named[:32]


def _rename_unless_exists(source: str, target: Path) -> None:
    try:
        os.link(source, target)
    except FileExistsError:
        pass
    except (OSError, AttributeError):  # a file system or system without hard links
        os.replace(source, target)
        return
    os.unlink(source)


class Store:
    """Where nothing can be written, the tool works on, without a memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unwritten: dict[str, Any] | None = None

    def read(self, name: str) -> bytes | None:
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, content: bytes) -> bool:
        """The whole file or none of it, also when the process dies meanwhile; false when it cannot be."""
        return self._write(name, content, os.replace)

    def create(self, name: str, content: bytes) -> None:
        """Write a file unless it exists: of several processes at once, the first one decides."""
        self._write(name, content, _rename_unless_exists)

    def _write(self, name: str, content: bytes, rename: Callable[[str, Path], None]) -> bool:
        path = self._folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, made = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                rename(made, path)
            except BaseException:
                Path(made).unlink(missing_ok=True)
                raise
        except OSError as error:
            log.warning("%s cannot be kept: %s", path, error.strerror)
            return False
        return True

    def forget(self, name: str) -> None:
        with contextlib.suppress(OSError):
            (self._folder / name).unlink()

    def state(self) -> dict[str, Any]:
        """Empty when there is none, or when it was spoiled."""
        if self._unwritten is not None:
            return self._unwritten
        try:
            state = json.loads(self.read(STATE) or b"{}")
        except (ValueError, RecursionError):
            return {}
        return state if isinstance(state, dict) else {}

    def keep_state(self, state: dict[str, Any]) -> None:
        """Where it cannot be written, what the server has said holds as long as this process."""
        is_kept = self.write(STATE, json.dumps(state).encode())
        self._unwritten = None if is_kept else state

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
