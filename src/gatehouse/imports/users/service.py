"""One step of an import: all of its rows in one transaction, with the position of the next row. An
interrupted import has therefore either completed a step or not, and continues there.

A new user gets the hash. An existing user keeps their account unchanged, including the password, and becomes
a member of one more tenant. A member who was imported without a password, and has not signed in yet, gets the
one of the row.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from gatehouse.access.vendor import ONLY_AN_OWNER
from gatehouse.audit.service import announce_all
from gatehouse.directory.people.membership_queries import ADD_IMPORTED_MEMBERS, ADD_IMPORTED_ROLES
from gatehouse.directory.users.queries import ADD_IMPORTED_USERS
from gatehouse.identity.passwords.queries import ADD_IMPORTED_PASSWORDS, ADD_MISSING_PASSWORDS
from gatehouse.identity.usernames.queries import ADD_IMPORTED_USERNAMES
from gatehouse.imports.errors import ImportNotFound, OutOfStep
from gatehouse.imports.users import import_events, models, queries
from gatehouse.imports.users.import_events import UsersImported
from gatehouse.kit import clock
from gatehouse.kit.crypto import random_id
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor

AT_ONCE = 1000
MOST_FAILURES = 1000  # of one answer


async def begin_user_import(db: Db, import_id: UUID) -> models.ProgressOut:
    """The import of this id, begun now or before."""
    await queries.BEGIN.run(db, import_id, clock.now())
    return await queries.HOLD.one(db, import_id)


async def read_progress(db: Db, import_id: UUID) -> models.ProgressOut:
    found = await queries.PROGRESS.first(db, import_id)
    if found is None:
        raise ImportNotFound("The import was not found")
    return found


async def list_failures(db: Db, import_id: UUID, after: int = 0) -> list[models.ImportFailure]:
    """Rows that were not taken, those after number `after`."""
    return await queries.FAILURES.all(db, import_id, after, MOST_FAILURES, [False])


async def list_omissions(db: Db, import_id: UUID, after: int = 0) -> list[models.ImportFailure]:
    """Rows that were taken without something, those after number `after`."""
    return await queries.FAILURES.all(db, import_id, after, MOST_FAILURES, [True])


async def import_rows(
    db: Db,
    import_id: UUID,
    start: int,
    rows: Sequence[models.ImportableUser | models.ImportFailure],
    *,
    by: Actor,
    staff_too: bool,
    told_later: bool = False,
    needs_all: bool = False,
) -> models.ProgressOut:
    """Import the rows from `start` (counted from 0); rows that were already imported are skipped. Without
    `staff_too` no staff member is imported, and no user into a staff member's tenant. With `told_later`
    tenants are notified by `import_events.announce_imported_users`, else immediately. With `needs_all` a
    row that cannot be kept completely is a failure. Raises `OutOfStep` when earlier rows are missing."""
    so_far = await begin_user_import(db, import_id)
    if start > so_far.position:
        raise OutOfStep("Rows before these are missing", position=so_far.position)
    rows = rows[so_far.position - start :]
    if not rows:
        return so_far
    failed = [row for row in rows if isinstance(row, models.ImportFailure)]
    people = [row for row in rows if isinstance(row, models.ImportableUser)]
    good = await _select_importable_rows(
        db, people, failed, staff_too=staff_too, needs_all=needs_all
    )
    created, joined, omitted = await _add_users_and_members(db, good, failed)
    noted = [*failed, *omitted]
    await queries.ADD_FAILURES.run(
        db,
        import_id,
        [one.number for one in noted],
        [one.email for one in noted],
        [one.problem for one in noted],
        [one.is_taken for one in noted],
    )
    counts = Counter(row.tenant_id for row, _ in good.values())
    if told_later:
        await import_events.count_imported_users(db, import_id, counts)
    else:
        events = [UsersImported(tenant_id, import_id, count) for tenant_id, count in counts.items()]
        await announce_all(db, events, by=by)
    return await queries.ADVANCE.one(
        db, import_id, len(rows), created, joined, len(failed), clock.now()
    )


async def _select_importable_rows(
    db: Db,
    rows: Sequence[models.ImportableUser],
    failed: list[models.ImportFailure],
    *,
    staff_too: bool,
    needs_all: bool,
) -> dict[str, tuple[models.ImportableUser, list[UUID]]]:
    """Rows that can be imported, by address, with the roles of each; the others are added to `failed`. The
    username of an existing user is ignored: they keep their own, which may be the same."""
    tenant_ids = list({row.tenant_id for row in rows})
    tenants = set(await queries.TENANTS.all(db, tenant_ids))
    roles = await queries.ROLES.all(db, tenant_ids)
    here = {
        one.email: one.user_id for one in await queries.KNOWN.all(db, [row.email for row in rows])
    }
    kept: set[UUID] = set() if staff_too else set(await queries.STAFF.all(db, list(here.values())))
    homes: set[UUID] = set() if staff_too else set(await queries.STAFF_HOMES.all(db, tenant_ids))
    names = {
        row.email: row.username.lower() for row in rows if row.username and row.email not in here
    }
    taken = set(await queries.TAKEN_NAMES.all(db, list(names.values())))
    found: dict[str, tuple[models.ImportableUser, list[UUID]]] = {}
    for row in rows:
        if names.get(row.email) in taken:
            row = replace(row, username=None, omitted=(*row.omitted, "username: is taken"))
        role_ids = _find_role_ids(row, roles)
        problem = (
            "The tenant was not found" if row.tenant_id not in tenants
            else "A role was not found" if role_ids is None
            else "This address is in the rows before" if row.email in found
            else ONLY_AN_OWNER if here.get(row.email) in kept or row.tenant_id in homes
            else row.omitted[0] if needs_all and row.omitted
            else None
        )  # fmt: skip
        if problem or role_ids is None:
            failed.append(models.ImportFailure(row.number, row.email, problem or ""))
            continue
        found[row.email] = (row, role_ids)
        if row.username and row.email in names:
            taken.add(names[row.email])
    return found


def _find_role_ids(
    row: models.ImportableUser, roles: Sequence[models.HeldRole]
) -> list[UUID] | None:
    """Role ids of a row, or the default roles if it names none; None when a role does not exist."""
    open_to = [one for one in roles if one.tenant_id in (None, row.tenant_id)]
    if not row.role_ids and not row.role_keys:
        return [one.id for one in open_to if one.is_default]
    wanted = [one.id for one in open_to if one.id in row.role_ids or one.key in row.role_keys]
    missing = len(set(row.role_ids) - set(wanted)) + len(
        set(row.role_keys) - {one.key for one in open_to}
    )
    return None if missing else wanted


async def _add_users_and_members(
    db: Db,
    rows: dict[str, tuple[models.ImportableUser, list[UUID]]],
    failed: list[models.ImportFailure],
) -> tuple[int, int, list[models.ImportFailure]]:
    """Add users and memberships. Returns how many users are new, how many existing ones became a member or
    got a password, and what new users lack. All others are removed from `rows`."""
    now = clock.now()
    known = {one.email: one.user_id for one in await queries.KNOWN.all(db, list(rows))}
    people = [
        {
            "id": str(random_id()), "email": row.email, "verified": row.verified,
            "tenant_id": str(row.tenant_id), **row.facts,
        }
        for row, _ in rows.values() if row.email not in known
    ]  # fmt: skip
    made = {one.email: one.user_id for one in await ADD_IMPORTED_USERS.all(db, people, now)}
    ids = {**known, **made}
    for email in [email for email in rows if email not in ids]:  # taken concurrently
        row, _ = rows.pop(email)
        failed.append(
            models.ImportFailure(row.number, email, "This address was taken at the same time")
        )
    await _add_passwords_and_usernames(db, rows, made)
    members = [
        (row.tenant_id, ids[email], email, row.is_disabled, row.expires_at)
        for email, (row, _) in rows.items()
    ]
    joined = set(await ADD_IMPORTED_MEMBERS.all(db, *_transpose_rows(members, 5), now))
    given = [
        (row.tenant_id, ids[email], role_id)
        for email, (row, role_ids) in rows.items()
        if ids[email] in joined
        for role_id in role_ids
    ]
    await ADD_IMPORTED_ROLES.run(db, *_transpose_rows(given, 3))
    members_before = {email: row for email, (row, _) in rows.items() if ids[email] not in joined}
    completed = await _add_missing_passwords(db, members_before, ids)
    for email, row in members_before.items():
        if ids[email] not in completed:
            del rows[email]
            failed.append(
                models.ImportFailure(
                    row.number, email, "The user is already a member of the account"
                )
            )
    omitted = [
        models.ImportFailure(
            row.number, email, "; ".join(row.omitted)[: models.LONGEST_PROBLEM], is_taken=True
        )
        for email, (row, _) in rows.items()
        if row.omitted and email in made
    ]
    return len(made), len(joined & set(known.values())) + len(completed), omitted


async def _add_missing_passwords(
    db: Db, rows: dict[str, models.ImportableUser], ids: dict[str, UUID]
) -> set[UUID]:
    """Add passwords of members without one (`ADD_MISSING_PASSWORDS`); returns their ids."""
    hashes = [(row.tenant_id, ids[email], row.hash) for email, row in rows.items() if row.hash]
    added = await ADD_MISSING_PASSWORDS.all(db, *_transpose_rows(hashes, 3), clock.now())
    return set(added)


async def _add_passwords_and_usernames(
    db: Db, rows: dict[str, tuple[models.ImportableUser, list[UUID]]], made: dict[str, UUID]
) -> None:
    """Add passwords and usernames of new users."""
    now = clock.now()
    new = [(made[email], row) for email, (row, _) in rows.items() if email in made]
    hashes = [(user_id, row.hash) for user_id, row in new if row.hash]
    await ADD_IMPORTED_PASSWORDS.run(db, *_transpose_rows(hashes, 2), now)
    names = [(user_id, row.username) for user_id, row in new if row.username]
    await ADD_IMPORTED_USERNAMES.run(db, *_transpose_rows(names, 2), now)


def _transpose_rows(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    return [[row[place] for row in rows] for place in range(count)]
