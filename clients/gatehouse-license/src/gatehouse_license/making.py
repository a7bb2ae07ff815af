"""Puts together what both kinds of license consist of."""

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from gatehouse_license.core import Core
from gatehouse_license.keys import PublicKeys
from gatehouse_license.license_key import KEY
from gatehouse_license.memory import Memory, mark_of
from gatehouse_license.store import Store, default_folder, folder_of
from gatehouse_license.timekeeping import Timekeeper, wall_clock
from gatehouse_license.usage import Usage
from gatehouse_license.who import MOST, Kind, detect, printable

MOST_OF_VERSION = 64


def make_core(
    server: str | None,
    key: str | None,
    public_keys: Mapping[str, Any] | PublicKeys,
    *,
    subject: str | None,
    kind: Kind | None,
    name: str | None,
    version: str | None,
    file: Path | str | None,
    folder: Path | str | None,
    clock: Callable[[], datetime] = wall_clock,
    environ: Mapping[str, str] | None = None,
) -> Core:
    keys = public_keys if isinstance(public_keys, PublicKeys) else PublicKeys(public_keys)
    root = Path(folder) if folder else default_folder()
    who = detect(os.environ if environ is None else environ, kind, subject, root=root)
    store = Store(folder_of(root, server, key, who.kind, who.subject))
    time = Timekeeper(mark_of(store), clock)
    memory = Memory(store, keys, time, who.subject, Path(file) if file else None)
    name, version = printable(name or "", MOST), printable(version or "", MOST_OF_VERSION)
    about = {"name": name, "hostname": who.hostname, "version": version}
    return Core(
        who,
        {field: value for field, value in about.items() if value},
        memory,
        time,
        Usage(store, who, version or None, time.now),
        has_server=bool(server and key),
        has_possible_key=bool(key and KEY.fullmatch(key)),
    )
