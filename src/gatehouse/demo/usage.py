"""A month of the demo's licensed tool: who works with it, from which machine, how long, in which version.

What a tool would have reported goes through the machine API, with the license's own key.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import httpx

from gatehouse.demo import queries
from gatehouse.demo.names import COLLEAGUES, build_demo_address
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db

HOLDERS = 7
DAYS = 30
VERSIONS = ("2.4.1", "2.4.1", "2.4.0", "2.4.1", "2.3.7")
PIPELINE = "nightly build"


async def add_held_seats(db: Db, tenant_id: UUID, license_id: UUID) -> None:
    """Hold seats for six users and a machine until they are freed. The seat of the running sample tool is the
    exception: the tool sends heartbeats."""
    now = clock.now()
    for number in range(HOLDERS):
        seen = now - timedelta(minutes=4, hours=number * number * 3)
        claimed = seen - timedelta(days=3 + number)
        await queries.ADD_SEAT.run(
            db, new_id(), tenant_id, license_id, *_describe_seat_holder(number), claimed, seen
        )


def _describe_seat_holder(number: int) -> tuple[str, str, str | None, str, str]:
    """Kind, subject, name, machine, version."""
    version = VERSIONS[number % len(VERSIONS)]
    if number == HOLDERS - 1:
        return "machine", "render-01", None, "render-01.acme.test", version
    name = COLLEAGUES[number]
    return "user", build_demo_address(name), name, f"{name.split()[0].lower()}-laptop", version


async def report_demo_usage(http: httpx.AsyncClient, key: str) -> None:
    """Sent again, it changes nothing: each event has its id. A run in CI, which takes no seat, is the first
    contact."""
    tool = {"authorization": f"License {key}"}
    run = {"kind": "ci", "subject": PIPELINE, "version": VERSIONS[0]}
    seat = await http.post("/api/v1/license/seats", json=run, headers=tool)
    await http.delete(f"/api/v1/license/seats/{seat.raise_for_status().json()['id']}", headers=tool)
    events = build_month_of_sessions(clock.now())
    sent = await http.post("/api/v1/license/usage", json=events, headers=tool)
    sent.raise_for_status()


def build_month_of_sessions(now: datetime) -> list[dict[str, Any]]:
    """Fewer on weekends, more as weeks go by, and from the older version to the newer."""
    events = []
    for ago in range(DAYS):
        day = now - timedelta(days=ago)
        people = 2 if day.weekday() >= 5 else HOLDERS - ago // 8 - (ago * 7) % 3 // 2
        for number in range(people):
            for session in range(1 + (number + ago) % 3):
                events.append(
                    _build_usage_session(day - timedelta(minutes=7 * number), number, session, ago)
                )
    return events


def _build_usage_session(at: datetime, number: int, session: int, ago: int) -> dict[str, Any]:
    _, subject, _, _, version = _describe_seat_holder(number)
    return {
        "id": f"{at:%Y%m%d}-{number}-{session}",
        "type": "session",
        "subject": subject,
        "at": (at - timedelta(minutes=40 * session)).isoformat(),
        "seconds": 900 + (number * 13 + ago * 7 + session * 5) % 40 * 60,
        "version": "2.3.7" if ago > 20 and number % 3 == 0 else version,
    }
