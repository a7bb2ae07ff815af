"""News travels upwards: a lower area announces, a higher one subscribes a job; neither knows the other."""

from collections import defaultdict
from typing import Any

from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue

_subscribers: dict[str, list[str]] = defaultdict(list)


def subscribe(event: str, job_name: str) -> None:
    """The job runs once the announcing transaction has committed, with the event's data."""
    _subscribers[event].append(job_name)


async def publish(db: Db, event: str, **data: Any) -> None:
    for job_name in _subscribers[event]:
        await enqueue(db, job_name, **data)
