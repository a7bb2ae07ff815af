"""Jobs that search for traces of an erased user in steps. Each step is a transaction, so an interruption
loses nothing; the next run continues after the last one."""

from datetime import datetime
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.chain.erasure_records import erase_in_audit_entries
from gatehouse.audit.chain.seal import SETTLED
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.users import service as users
from gatehouse.directory.users.queries import DELETE_USER
from gatehouse.erasure import queries
from gatehouse.erasure.entries import erase_audit_entry
from gatehouse.erasure.known_identifiers import KnownIdentifiers
from gatehouse.erasure.models import AuditEntryToErase, Stage, UserErasure
from gatehouse.erasure.rows import delete_rows_of_user, pseudonymize_next_page
from gatehouse.erasure.service import PersonErased
from gatehouse.identity.sessions.end_queries import DELETE_SESSIONS_OF_USER
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, job, scheduled_job
from gatehouse.kit.units import UnitFailures
from gatehouse.licensing.events import SeatTakenBack

ENTRIES = 5000  # processed in one transaction
SESSIONS = 500
AFTER: dict[Stage, Stage] = {
    "rows": "audit",
    "audit": "settling",
    "settling": "rows_again",
    "rows_again": "audit_again",
    "audit_again": "sessions",
    "sessions": "done",
}


@job("person_erasures.go_on")
@scheduled_job("person_erasures.go_on", "* * * * *")
async def continue_erasures(context: JobContext) -> None:
    """Continue all erasures until nothing is left to do at the moment. A failed one does not block the
    others."""
    async with context.database.transaction(Scope.system()) as db:
        open_ones = await queries.OPEN.all(db, clock.now() - SETTLED)
    with UnitFailures("person_erasures.go_on") as failures:
        for erasure_id in open_ones:
            with failures.caught(erasure_id=erasure_id):
                while await _run_erasure_step(context, erasure_id):
                    pass


async def _run_erasure_step(context: JobContext, erasure_id: UUID) -> bool:
    async with context.database.transaction(Scope.system()) as db:
        erasure = await queries.TAKE.first(db, clock.now() - SETTLED, erasure_id)
        if erasure is None:
            return False
        box = context.resources[Box]
        known = KnownIdentifiers.from_json(
            queries.PERSON.open(box, erasure.id, erasure.sealed_person)
        )
        await _advance_erasure(db, box, erasure, known)
    return True


async def _advance_erasure(db: Db, box: Box, erasure: UserErasure, known: KnownIdentifiers) -> None:
    place, changed = await _run_erasure_stage(db, box, erasure, known)
    stage = erasure.stage if place else AFTER[erasure.stage]
    if stage == "done":
        await _finish_erasure(db, erasure, known)
    else:
        await queries.STEP.run(db, erasure.id, stage, place, changed)


async def _run_erasure_stage(
    db: Db, box: Box, erasure: UserErasure, known: KnownIdentifiers
) -> tuple[list[str], int]:
    """Run one step; returns the position after it, empty when the stage is complete, and how many entries
    were changed."""
    match erasure.stage:
        case "rows" | "rows_again":
            until = await _find_end_of_traces(db, erasure, known)
            if not erasure.place:
                await _delete_traces(db, known, until)
            return await pseudonymize_next_page(db, known, erasure.place, until), 0
        case "audit" | "audit_again":
            return await _erase_audit_page(db, box, erasure, known)
        case "sessions":
            dropped = await DELETE_SESSIONS_OF_USER.run(db, known.user_id, SESSIONS)
            return (["more"] if dropped == SESSIONS else []), 0
        case _:
            return [], 0


async def _find_end_of_traces(db: Db, erasure: UserErasure, known: KnownIdentifiers) -> datetime:
    """Until when traces count as the erased user's: if another user has taken one of the addresses since,
    only until the request. Locks the addresses until this transaction ends."""
    addresses = list(known.addresses)
    await queries.HOLD_ADDRESSES.run(db, addresses)
    is_taken = await queries.IS_TAKEN_ANEW.one(db, addresses)
    return erasure.asked_at if is_taken else queries.LATEST


async def _delete_traces(db: Db, known: KnownIdentifiers, until: datetime) -> None:
    freed = await delete_rows_of_user(db, known, until)
    events = [
        SeatTakenBack(one.tenant_id, one.license_id, one.license_name, known.pseudonym)
        for one in freed
    ]
    await announce_all(db, events, by=SYSTEM)


async def _erase_audit_page(
    db: Db, box: Box, erasure: UserErasure, known: KnownIdentifiers
) -> tuple[list[str], int]:
    at, last = _read_audit_position(erasure)
    until = await _find_end_of_traces(db, erasure, known)
    end = await queries.PLACE.first(db, at, last, queries.LATEST, ENTRIES)
    behind = (end.at, end.id) if end else (queries.LATEST, UUID(int=0))
    found = await queries.ENTRIES.all(db, at, last, queries.LATEST, *behind, known.ids, known.words)
    changes = [
        change
        for entry in found
        if (entry.created_at < until or _is_certainly_about_user(entry, known))
        and (change := erase_audit_entry(entry, known))
    ]
    changed = await erase_in_audit_entries(db, box, changes, clock.now())
    if changed < len(changes):
        # Another erasure changed one of them concurrently: process the same entries again, with their new
        # content.
        return _format_audit_position(at, last), changed
    return _format_audit_position(end.at, end.id) if end else [], changed


def _is_certainly_about_user(entry: AuditEntryToErase, known: KnownIdentifiers) -> bool:
    return entry.actor_user_id in known.ids or known.is_about(entry.data)


def _format_audit_position(at: datetime, entry_id: UUID) -> list[str]:
    return [at.isoformat(), str(entry_id)]


def _read_audit_position(erasure: UserErasure) -> tuple[datetime, UUID]:
    if erasure.place:
        return datetime.fromisoformat(erasure.place[0]), UUID(erasure.place[1])
    begins = erasure.stage == "audit"
    return (queries.EARLIEST if begins else erasure.asked_at - SETTLED), UUID(int=0)


async def _finish_erasure(db: Db, erasure: UserErasure, known: KnownIdentifiers) -> None:
    """Delete the row that sessions refer to, and retire its id so that it is never reused."""
    await users.retire_user_id(db, known.user_id)
    await DELETE_USER.run(db, known.user_id)
    await queries.FINISH.run(db, erasure.id, clock.now())
    event = PersonErased(None, erasure.id, erasure.pseudonym, erasure.entries)
    await announce_event(db, event, by=SYSTEM)
