"""Metrics that are read from the database on request. Every web process and worker reports the same values,
so aggregate them with `max`, not with `sum`."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography.x509 import load_pem_x509_certificate
from prometheus_client import Gauge, Info

from gatehouse import __version__
from gatehouse.kit import clock, maintenance_runs
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.db.database import require_writable_server
from gatehouse.kit.purge import PURGES, Purge
from gatehouse.kit.units import FAILURES as FAILURES  # a counter is shown before it first counts
from gatehouse.licensing.purchases.metrics import SEATS_CORRECTED as SEATS_CORRECTED
from gatehouse.licensing.reconciliation.service import count_unreviewed_discrepancies
from gatehouse.licensing.reconciliation.stuck_events import LATE, count_stuck_events
from gatehouse.probes import queries
from gatehouse.probes.queries import JobFigures, MessageFigures, WebhookFigures

PATIENCE = 2.0  # seconds
LATELY = timedelta(hours=1)

Info("gatehouse_build", "The version that runs").info({"version": __version__})
UP = Gauge(
    "gatehouse_database_up",
    "Whether the database answered just now and takes writes; if not, what follows is older",
)
SIZE = Gauge("gatehouse_database_bytes", "Size of the database")
OLDEST_JOB = Gauge(
    "gatehouse_jobs_oldest_due_seconds", "How long the oldest job that is due has waited"
)
WAITING = Gauge("gatehouse_jobs_waiting", "Jobs that wait, up to 10,000")
FAILED = Gauge("gatehouse_jobs_failed", "Jobs that gave up and wait for a person")
SILENT = Gauge(
    "gatehouse_schedules_silent_seconds", "Since a worker last began what runs each minute"
)
MESSAGES = Gauge(
    "gatehouse_messages",
    "Mail and text messages of the last hour, the newest 2,000",
    ["channel", "state"],
)
OVERDUE = Gauge("gatehouse_webhooks_overdue_seconds", "How long the webhook due first has waited")
FAILING = Gauge("gatehouse_webhooks_failing", "Webhooks to which nothing got through for an hour")
CARDS = Gauge("gatehouse_card_events_stuck", "Events of the card provider that were not read")
UNSEALED = Gauge("gatehouse_audit_unsealed_seconds", "How far the blocks of the audit are behind")
FINDINGS = Gauge("gatehouse_audit_findings", "What the last `gatehouse audit verify` found")
AGE = Gauge("gatehouse_upkeep_age_seconds", "Since the last backup, or look at the audit", ["task"])
EXPIRES = Gauge("gatehouse_key_expires_seconds", "How long what we sign with is valid", ["key"])


@dataclass(frozen=True, slots=True)
class ReadFigures:
    """All of one look; nothing is shown of half of one."""

    now: datetime
    jobs: JobFigures
    webhooks: WebhookFigures
    messages: list[MessageFigures]
    cards: int
    sealed_until: datetime | None
    certificate: str | None
    upkeep: list[maintenance_runs.MaintenanceRun]


async def update_gauges(database: Database) -> None:
    """Brings the gauges up to date; where the database does not answer, says that."""
    try:
        purges = await PURGES.load_items_in_thread()
        async with asyncio.timeout(PATIENCE), database.transaction(Scope.system()) as db:
            read = await _read_figures(db, purges)
    except Exception:  # noqa: BLE001  any failure is reported by the metric itself
        UP.set(0)
        return
    _set_gauges(read)


async def _read_figures(db: Db, purges: Sequence[Purge]) -> ReadFigures:
    now = clock.now()
    await require_writable_server(db)
    await count_stuck_events(db)
    await count_unreviewed_discrepancies(db)
    for purge in purges:
        await purge.update_backlog_metric(db)
    return ReadFigures(
        now,
        jobs=await queries.JOBS.one(db),
        webhooks=await queries.WEBHOOKS.one(db, now),
        messages=await queries.MESSAGES.all(db, now - LATELY),
        cards=await queries.CARD_EVENTS.one(db, now - LATE),
        sealed_until=await queries.SEALED_UNTIL.first(db),
        certificate=await queries.CERTIFICATE.first(db, now),
        upkeep=await maintenance_runs.ALL.all(db),
    )


def _set_gauges(read: ReadFigures) -> None:
    UP.set(1)
    SIZE.set(read.jobs.database_bytes)
    OLDEST_JOB.set(read.jobs.oldest_seconds)
    WAITING.set(read.jobs.waiting)
    FAILED.set(read.jobs.failed)
    SILENT.set(read.jobs.silent_seconds)
    OVERDUE.set(read.webhooks.overdue_seconds)
    FAILING.set(read.webhooks.failing)
    CARDS.set(read.cards)
    MESSAGES.clear()
    for one in read.messages:
        for state in ("sent", "failing", "waiting"):
            MESSAGES.labels(one.channel, state).set(getattr(one, state))
    if read.sealed_until:
        UNSEALED.set((read.now - read.sealed_until).total_seconds())
    if read.certificate:
        ends = load_pem_x509_certificate(read.certificate.encode()).not_valid_after_utc
        EXPIRES.labels("saml").set((ends - read.now).total_seconds())
    AGE.clear()
    for done in read.upkeep:
        AGE.labels(done.task).set((read.now - done.done_at).total_seconds())
        if done.task == maintenance_runs.AUDIT:
            FINDINGS.set(done.found)
