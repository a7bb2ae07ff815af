from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SsoState:
    """`lost_domains`: verified domains whose DNS record is not found any more. `tested_at`: the last stored
    test login; `test_problem`: the first check that it failed."""

    id: UUID
    type: str
    enabled: bool
    enforced: bool
    domains: list[str]
    unproved_domains: list[str]
    lost_domains: list[str]
    certificate_until: datetime | None
    tested_at: datetime | None
    test_passed: bool | None
    test_problem: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class DirectoryState:
    id: UUID
    name: str
    source: str
    enabled: bool
    last_sync_at: datetime | None
    created_at: datetime
