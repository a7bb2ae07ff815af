"""A seat that a tool holds, or works without for a while."""

import os
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Literal
from uuid import uuid4

from gatehouse_license.errors import LicenseError
from gatehouse_license.file import LicenseFile
from gatehouse_license.who import Who

Status = Literal["online", "offline", "lost"]


@dataclass(slots=True)
class Held:
    """`offline`: the server is away, the license file speaks for the tool. `lost`: nothing does any more;
    `lost_by` says why, and the tool goes on asking. `use`: tells this run from others of the same subject,
    which share the seat. `process`: the one that claimed it; a fork of it releases nothing."""

    who: Who
    status: Status = "lost"
    file: LicenseFile | None = None
    seat_id: str | None = None
    lease_until: datetime | None = None
    lost_by: LicenseError | None = None
    failures: int = 0
    use: str = field(default_factory=lambda: uuid4().hex)
    began: float = field(default_factory=monotonic)
    process: int = field(default_factory=os.getpid)

    def is_online(self, seat_id: str, until: datetime) -> None:
        self.status, self.seat_id, self.lease_until = "online", seat_id, until
        self.lost_by, self.failures = None, 0

    def is_offline(self, file: LicenseFile) -> None:
        self.status, self.seat_id, self.file = "offline", None, file
        self.lost_by = None

    def is_lost(self, reason: LicenseError) -> None:
        self.status, self.seat_id, self.lost_by = "lost", None, reason

    @property
    def is_of_this_process(self) -> bool:
        return self.process == os.getpid()

    @property
    def seconds(self) -> int:
        """How long it has been in use."""
        return round(monotonic() - self.began)

    def require(self) -> None:
        """Before something that needs the license: the `LicenseError` when the seat was lost."""
        if self.lost_by is not None:
            raise self.lost_by


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether the license may be used; true or false as a condition. `until`: the last instant without the
    server. `warnings`: `CLOCK_OFF` when the clock here is wrong by more than an hour."""

    code: str
    text: str
    file: LicenseFile | None = None
    is_offline: bool = False
    warnings: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.code == "VALID"

    @property
    def until(self) -> datetime | None:
        return self.file.expires_at if self.file else None
