"""Change the vendor's configuration: checked whole, written in one transaction, and on record.

The command line hands in a document, the management calls the part of one that they mean.
"""

from collections.abc import Mapping
from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import SYSTEM, by_vendor
from gatehouse.audit.service import announce
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Command, Database, Db, Scope
from gatehouse.management.document.events import ConfigurationChanged
from gatehouse.vendor.document.plan import DocumentRefused, parse, plan, read_state, show
from gatehouse.vendor.document.sealing import sealed
from gatehouse.vendor_sections import SECTIONS

LOCK = Command("select pg_advisory_xact_lock($1)")
DOCUMENT_LOCK = 0x646F_6375


async def show_document(database: Database) -> str:
    async with database.transaction(Scope.system()) as db:
        return show(await read_state(db, SECTIONS), SECTIONS)


async def apply_document(
    database: Database, text: str, *, box: Box | None = None, dry_run: bool = False
) -> list[str]:
    """The differences, one line each; with `dry_run` nothing is written. `DocumentRefused` names
    everything that is wrong, and nothing has changed."""
    async with database.transaction(Scope.system()) as db:
        return await change(db, parse(text), box=box, dry_run=dry_run)


async def change(
    db: Db,
    document: Mapping[str, Any],
    *,
    caller: VendorPrincipal | None = None,
    client: Client | None = None,
    box: Box | None = None,
    dry_run: bool = False,
) -> list[str]:
    """The same for a document as values, in a transaction of the system scope. `box` seals its secrets;
    without it there may be none. Two changes at once take turns, so neither undoes what it has not seen."""
    await LOCK.run(db, DOCUMENT_LOCK)
    state = await read_state(db, SECTIONS)
    if box:
        document, problems = sealed(document, state, SECTIONS, box)
        if problems:
            raise DocumentRefused(problems)
    planned = plan(document, state, SECTIONS)
    differences = planned.differences(SECTIONS)
    if dry_run or not differences:
        return differences
    changed = [section for section in SECTIONS if planned.changes(section)]
    for section in changed:
        await section.write(db, planned.changes(section))
    for section in changed:
        if section.finish:
            await section.finish(db, planned.changes(section))
    event = ConfigurationChanged(
        None,
        [section.name for section in changed],
        differences,
        caller.credential_id if caller else None,
        caller.name if caller else None,
    )
    await announce(db, event, by=by_vendor(caller, client) if caller and client else SYSTEM)
    return differences
