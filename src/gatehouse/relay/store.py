"""What a relay remembers: SQLite in its folder. Each change is one immediate transaction, so that seats are
exact also when two processes share the folder. Times are seconds since 1970, UTC."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.licensing.license_api.schemas import MOST_USES, SeatClaim, UsageEvent

NAME = "relay.db"
PATIENCE_SECONDS = 20
SCHEMA = """
create table if not exists seats (
  id text primary key, kind text not null, subject text not null, last_seen_at real not null,
  lease_until real not null, name text, hostname text, version text, uses text not null default '{}',
  unique (kind, subject)) strict;
create table if not exists usage (
  id text primary key, event text not null, received_at real not null, exported_at real) strict;
create index if not exists usage_by_time on usage (received_at);
create table if not exists kept (name text primary key, value text not null) strict;
"""


@dataclass(frozen=True, slots=True)
class Lease:
    id: str
    subject: str
    lease_until: datetime


class Store:
    """For one thread."""

    def __init__(self, folder: Path) -> None:
        path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = sqlite3.connect(
                path, timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = normal")
            self._db.executescript(SCHEMA)
            self._add_uses_column()
        except (OSError, sqlite3.Error) as error:
            raise ConfigurationError(f"{path} cannot be used: {error}") from None

    def close(self) -> None:
        self._db.close()

    def claim_seat(
        self, wanted: SeatClaim, now: datetime, until: datetime, most: int
    ) -> tuple[Lease | None, bool, int]:
        """The lease, whether it is a new one, and how many are held; no lease when `most` are."""
        at, end, is_ci = now.timestamp(), until.timestamp(), wanted.kind == "ci"
        about = wanted.name, wanted.hostname, wanted.version
        with self._transaction() as db:
            known = db.execute(
                "update seats set last_seen_at = ?, name = coalesce(?, name),"
                " hostname = coalesce(?, hostname), version = coalesce(?, version)"
                " where kind = ? and subject = ? and lease_until > ? returning id",
                (at, *about, wanted.kind, wanted.subject, at),
            ).fetchone()
            if known:
                self._store_uses(known[0], self._read_live_uses(known[0], at) | {wanted.use: end})
                return Lease(known[0], wanted.subject, until), False, self._count_seats(at, is_ci)
            db.execute("delete from seats where lease_until <= ?", (at,))
            used = self._count_seats(at, is_ci)
            if used >= most:
                return None, False, used
            made = Lease(str(uuid4()), wanted.subject, until)
            db.execute(
                "insert into seats (id, kind, subject, last_seen_at, lease_until, name, hostname, version,"
                " uses) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    made.id,
                    wanted.kind,
                    wanted.subject,
                    at,
                    end,
                    *about,
                    json.dumps({wanted.use: end}),
                ),
            )
            return made, True, used + 1

    def extend_lease(self, seat_id: str, use: str, now: datetime, until: datetime) -> bool:
        """False when this use of the seat has lapsed, or the seat is gone."""
        with self._transaction() as db:
            uses = self._read_live_uses(seat_id, now.timestamp())
            if use not in uses:
                return False
            db.execute("update seats set last_seen_at = ? where id = ?", (now.timestamp(), seat_id))
            self._store_uses(seat_id, uses | {use: until.timestamp()})
            return True

    def end_seat_use(self, seat_id: str, use: str, now: datetime) -> None:
        """The last one frees the seat."""
        with self._transaction() as db:
            uses = self._read_live_uses(seat_id, now.timestamp())
            uses.pop(use, None)
            if uses:
                self._store_uses(seat_id, uses)
            else:
                db.execute("delete from seats where id = ?", (seat_id,))

    def free_seats_beyond(self, most: int) -> None:
        """Free the seats beyond `most`; the most recently seen holders keep theirs."""
        with self._transaction() as db:
            db.execute(
                "delete from seats where kind <> 'ci' and id not in (select id from seats"
                " where kind <> 'ci' order by last_seen_at desc, id limit ?)",
                (most,),
            )

    def has_seat(self, subject: str, kind: str | None, now: datetime) -> bool:
        held = self._db.execute(
            "select 1 from seats where subject = ? and kind = coalesce(?, kind) and lease_until > ?",
            (subject, kind, now.timestamp()),
        )
        return held.fetchone() is not None

    def count_used_seats(self, now: datetime) -> int:
        return self._count_seats(now.timestamp(), is_ci=False)

    def store_usage(self, events: Sequence[UsageEvent], now: datetime) -> None:
        """Each once, by the id that the tool gave it; what a fast clock says of the future is of now."""
        rows = [
            (
                one.id,
                one.model_copy(update={"at": min(one.at, now)}).model_dump_json(
                    by_alias=True, exclude_none=True
                ),
                now.timestamp(),
            )
            for one in events
        ]
        with self._transaction() as db:
            db.executemany(
                "insert into usage (id, event, received_at) values (?, ?, ?) on conflict do nothing",
                rows,
            )

    def list_usage(self, most: int, *, only_new: bool = False) -> list[tuple[str, Any]]:
        """The oldest that were not forwarded; `only_new`: nor exported."""
        where = "where exported_at is null" if only_new else ""
        found = self._db.execute(
            f"select id, event from usage {where} order by received_at, id limit ?", (most,)
        )
        return [(name, json.loads(event)) for name, event in found]

    def count_usage(self) -> int:
        count: int = self._db.execute("select count(*) from usage").fetchone()[0]
        return count

    def delete_usage(self, ids: Sequence[str]) -> None:
        with self._transaction() as db:
            db.executemany("delete from usage where id = ?", [(one,) for one in ids])

    def mark_usage_exported(self, ids: Sequence[str], now: datetime) -> None:
        with self._transaction() as db:
            db.executemany(
                "update usage set exported_at = ? where id = ?", [(now.timestamp(), i) for i in ids]
            )

    def delete_usage_before(self, before: datetime) -> None:
        with self._transaction() as db:
            db.execute("delete from usage where received_at < ?", (before.timestamp(),))

    def read_value(self, name: str) -> str | None:
        found = self._db.execute("select value from kept where name = ?", (name,)).fetchone()
        return found[0] if found else None

    def store_value(self, name: str, value: str | None) -> None:
        with self._transaction() as db:
            if value is None:
                db.execute("delete from kept where name = ?", (name,))
            else:
                db.execute(
                    "insert into kept values (?, ?) on conflict (name) do update set value = excluded.value",
                    (name, value),
                )

    def read_time_mark(self) -> datetime | None:
        kept = self.read_value("mark")
        return datetime.fromtimestamp(float(kept), UTC) if kept else None

    def _read_live_uses(self, seat_id: str, at: float) -> dict[str, float]:
        """Ends of the leases of the live uses. A seat of an earlier version has one, without an id."""
        found = self._db.execute(
            "select uses, lease_until from seats where id = ?", (seat_id,)
        ).fetchone()
        if found is None:
            return {}
        uses: dict[str, float] = json.loads(found[0]) or {"": found[1]}
        return {use: end for use, end in uses.items() if end > at}

    def _store_uses(self, seat_id: str, uses: dict[str, float]) -> None:
        """The seat is held as long as the last of them. Of too many, those that end first are dropped."""
        lasting = dict(sorted(uses.items(), key=lambda one: one[1])[-MOST_USES:])
        self._db.execute(
            "update seats set uses = ?, lease_until = ? where id = ?",
            (json.dumps(lasting), max(lasting.values()), seat_id),
        )

    def _add_uses_column(self) -> None:
        """To the folder of a version that did not count them."""
        columns = {row[1] for row in self._db.execute("pragma table_info(seats)")}
        if "uses" not in columns:
            self._db.execute("alter table seats add column uses text not null default '{}'")

    def _count_seats(self, at: float, is_ci: bool) -> int:
        count: int = self._db.execute(
            "select count(*) from seats where (kind = 'ci') = ? and lease_until > ?", (is_ci, at)
        ).fetchone()[0]
        return count

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._db.execute("begin immediate")
        try:
            yield self._db
        except BaseException:
            self._db.execute("rollback")
            raise
        self._db.execute("commit")
