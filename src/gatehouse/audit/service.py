"""Announce what happened: an audit row and the subscribers' job, in the caller's transaction. What the
vendor's backends report of their own is an audit row and nothing else."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.principal import PrincipalKind
from gatehouse.audit import jobs as _jobs  # noqa: F401  registers them
from gatehouse.audit import queries
from gatehouse.audit.queries import AddedEntry, ReportedEntry
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.events import (
    FAN_OUT,
    Actor,
    Event,
    EventEnvelope,
    FanOutPayload,
    to_fan_out_payload,
)

# Of an entry, as `ADD_AUDITS` takes them.
COLUMNS = 13


async def announce_event(db: Db, event: Event, *, by: Actor) -> UUID:
    """Announce an event: `announce_event(db, RoleCreated(caller.tenant_id, role.id, role.name),
    by=caller.actor)`. `audit.actors` builds the actors. Returns the id of the event, which is
    that of its audit row."""
    news = EventEnvelope(new_id(), clock.now(), by, event)
    await _add_audit_entries(
        db, _to_audit_rows([news]), [(event.tenant_id, to_fan_out_payload(news))]
    )
    return news.id


async def announce_all(db: Db, events: Sequence[Event], *, by: Actor) -> None:
    """Announce several events in one statement."""
    if events:
        await queries.ADD_AUDITS.run(db, *prepare_announcement(events, by=by))


def prepare_announcement(events: Sequence[Event], *, by: Actor) -> list[Any]:
    """The arguments of `ADD_AUDITS`, for a statement that announces what it does itself."""
    news = [EventEnvelope(new_id(), clock.now(), by, event) for event in events]
    return _to_arguments(
        _to_audit_rows(news), [(one.event.tenant_id, to_fan_out_payload(one)) for one in news]
    )


async def _add_audit_entries(
    db: Db, rows: Sequence[tuple[Any, ...]], jobs: Sequence[tuple[UUID | None, FanOutPayload]]
) -> None:
    await queries.ADD_AUDITS.run(db, *_to_arguments(rows, jobs))


def _to_arguments(
    rows: Sequence[tuple[Any, ...]], jobs: Sequence[tuple[UUID | None, FanOutPayload]]
) -> list[Any]:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * COLUMNS
    tenant_ids = [tenant_id for tenant_id, _ in jobs]
    payloads, always = [one.payload for _, one in jobs], [one.always for _, one in jobs]
    return [*columns, tenant_ids, payloads, always, FAN_OUT]


def _to_audit_rows(news: Sequence[EventEnvelope[Any]]) -> list[tuple[Any, ...]]:
    return [_to_audit_row(one) for one in news if one.event.is_audited]


def _to_audit_row(news: EventEnvelope[Any]) -> tuple[Any, ...]:
    event, by = news.event, news.actor
    return (
        news.id,
        event.tenant_id,
        news.occurred_at,
        event.event_name,
        event.severity,
        event.description,
        by.user_id,
        by.email,
        by.ip,
        by.user_agent,
        event.data | _describe_api_token(by),
        by.kind,
        by.impersonator_id,
    )


async def record_backend_entry(db: Db, tenant_id: UUID, entry: ReportedEntry) -> AddedEntry:
    """Record an entry that a backend reports, at the current time."""
    added = AddedEntry(new_id(), clock.now())
    row = (
        added.id, tenant_id, added.created_at, entry.action, entry.severity, entry.description,
        None, entry.email, entry.ip, entry.user_agent, entry.data, "vendor", None,
    )  # fmt: skip
    await _add_audit_entries(db, [row], [(tenant_id, FanOutPayload(None, always=False))])
    return added


def _describe_api_token(actor: Actor) -> dict[str, Any]:
    """The API token of the actor, as several may act for one user or tenant."""
    return (
        {"api_token_id": actor.id}
        if actor.kind in (PrincipalKind.USER_TOKEN, PrincipalKind.TENANT_TOKEN)
        else {}
    )
