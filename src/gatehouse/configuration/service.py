"""Change the vendor's configuration: checked whole, written in one transaction, and on record.

The command line hands in a document, the management calls the part of one that they mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from gatehouse.access.errors import MissingPermission
from gatehouse.access.permissions import grants_permission
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_all
from gatehouse.configuration.errors import DocumentChanged, TableNotFound
from gatehouse.configuration.registry import load_sections
from gatehouse.configuration.schemas import ConfigurationTableChange
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.events import Event
from gatehouse.kit.resources import Resources
from gatehouse.kit.subprocess_pool import SubprocessPools
from gatehouse.vendor.document.plan import (
    DocumentRefused,
    drop_secrets,
    parse_document,
    parse_document_in_subprocess,
    plan_changes,
    read_document_state,
    render_document,
)
from gatehouse.vendor.document.sealing import seal_document
from gatehouse.vendor.document.section import ONLY, DocumentSection


class ConfigurationChanged(Event):
    """`credential` is the name of the one that asked; without it, the command line did."""

    event_name = "vendor.configuration_changed"
    severity = "High"
    sections: list[str]
    differences: list[str]
    credential_id: UUID | None = None
    credential: str | None = None

    @property
    def description(self) -> str:
        return f"Changed the configuration: {', '.join(self.sections)}"


# Permissions for a table besides `vendor.write.configuration`, as its own API calls require.
NEEDS = {
    "applications": VendorPermission.WRITE_APPLICATIONS,
    "permission_categories": VendorPermission.WRITE_ROLES,
    "permissions": VendorPermission.WRITE_ROLES,
    "roles": VendorPermission.WRITE_ROLES,
    "features": VendorPermission.WRITE_ENTITLEMENTS,
    "plans": VendorPermission.WRITE_ENTITLEMENTS,
}


async def show_document(database: Database, tables: Sequence[str] = ()) -> str:
    async with database.transaction(Scope.system()) as db:
        return await render_configuration(db, tables)


async def render_configuration(db: Db, tables: Sequence[str] = ()) -> str:
    """All of it, or these tables in the document's own order. `TableNotFound`."""
    wanted = [await _get_section(name) for name in tables]
    sections = [one for one in await load_sections() if not tables or one in wanted]
    return render_document(await read_document_state(db, sections), sections)


async def apply_document(
    database: Database, text: str, *, box: Box | None = None, dry_run: bool = False
) -> list[str]:
    """The differences, one line each; with `dry_run` nothing is written. `DocumentRefused` names
    everything that is wrong, and nothing has changed."""
    async with database.transaction(Scope.system()) as db:
        return await _apply_document(db, parse_document(text), box=box, dry_run=dry_run)


async def apply_document_for_caller(
    db: Db,
    caller: VendorPrincipal,
    text: str,
    *,
    resources: Resources,
    dry_run: bool = False,
    digest: str | None = None,
) -> list[str]:
    """Apply a document for a vendor call. Raises `MissingPermission` when a table that would change needs
    more than the caller has, `DocumentChanged` when `digest` is not that of the changes that would be made
    now."""
    await db.pause()
    document = await parse_document_in_subprocess(resources[SubprocessPools], text)
    return await _apply_document(
        db,
        document,
        caller=caller,
        box=resources[Box],
        dry_run=dry_run,
        as_caller=True,
        digest=digest,
    )


def compute_digest(differences: Sequence[str]) -> str:
    """Digest of the differences, in hexadecimal."""
    return sha256("\n".join(differences).encode()).hexdigest()


async def read_table_values(db: Db, name: str) -> dict[str, Any]:
    """`TableNotFound`. Secrets are left out, sealed or not."""
    section = await _get_section(name)
    entries = await section.read(db)
    if section.single:
        values: dict[str, Any] = drop_secrets(entries[ONLY], section.secrets)
        return values
    return {key: drop_secrets(entry, section.secrets) for key, entry in entries.items()}


async def change_table(
    db: Db, caller: VendorPrincipal, name: str, data: ConfigurationTableChange, *, box: Box
) -> dict[str, Any]:
    """The values afterwards. `TableNotFound`, `DocumentRefused`, `MissingPermission`."""
    await _get_section(name)
    document = {name: data.values, "remove": {name: data.remove}}
    await _apply_document(db, document, caller=caller, box=box, as_caller=True)
    return await read_table_values(db, name)


async def _get_section(name: str) -> DocumentSection:
    for section in await load_sections():
        if section.name == name:
            return section
    raise TableNotFound("The configuration does not have this section")


async def _apply_document(
    db: Db,
    document: Mapping[str, Any],
    *,
    caller: VendorPrincipal | None = None,
    box: Box | None = None,
    dry_run: bool = False,
    as_caller: bool = False,
    digest: str | None = None,
) -> list[str]:
    """Apply a document given as values, in a transaction of the system scope. `box` seals its secrets;
    without it the document may hold none. `as_caller` limits the changes to the caller's permissions.
    `digest`: of the changes that the caller has seen; nothing else is applied."""
    await take_lock(db, Lock.CONFIGURATION)
    sections = await load_sections()
    state = await read_document_state(db, sections)
    if box:
        document, problems = seal_document(document, state, sections, box)
        if problems:
            raise DocumentRefused(problems)
    planned = plan_changes(document, state, sections)
    differences = planned.describe_differences(sections)
    changed = [section for section in sections if planned.list_changes(section)]
    if as_caller and caller:
        _require_table_permissions(caller, [section.name for section in changed])
    if digest is not None and digest != compute_digest(differences):
        raise DocumentChanged("The configuration was changed. Review the changes again.")
    if dry_run or not differences:
        return differences
    for section in changed:
        await section.write(db, planned.list_changes(section))
    events: list[Event] = [build_changed_event(caller, [one.name for one in changed], differences)]
    for section in changed:
        if section.finish:
            events += await section.finish(db, planned.list_changes(section))
    await announce_all(db, events, by=caller.actor if caller else SYSTEM)
    return differences


@dataclass(frozen=True, slots=True)
class LockedConfiguration:
    """The vendor's configuration while no other transaction changes it."""

    db: Db
    caller: VendorPrincipal | None
    box: Box | None

    async def change(self, document: Mapping[str, Any], *, as_caller: bool = False) -> list[str]:
        """Apply a part of the document; the differences. Raises `DocumentRefused`, and with `as_caller`
        `MissingPermission` for a table that needs more than the caller may do."""
        return await _apply_document(
            self.db,
            document,
            caller=self.caller,
            box=self.box,
            as_caller=as_caller,
        )


async def lock_configuration(
    db: Db,
    caller: VendorPrincipal | None = None,
    *,
    box: Box | None = None,
) -> LockedConfiguration:
    """Lock the configuration until the transaction ends. Call it before anything is read that a change is
    computed from: what was read earlier may be out of date, and would be written over a later change. `box`
    seals secrets of the changes."""
    await take_lock(db, Lock.CONFIGURATION)
    return LockedConfiguration(db, caller, box)


def build_changed_event(
    caller: VendorPrincipal | None, tables: list[str], differences: list[str]
) -> ConfigurationChanged:
    """The change event. Without a caller, the command line made the change."""
    return ConfigurationChanged(
        None,
        tables,
        differences,
        caller.credential_id if caller else None,
        caller.name if caller else None,
    )


def _require_table_permissions(caller: VendorPrincipal, tables: Sequence[str]) -> None:
    for table in tables:
        needed = NEEDS.get(table)
        if needed and not any(grants_permission(held, needed) for held in caller.permissions):
            raise MissingPermission(
                f"You do not have permission to change {table}", permission=needed
            )
