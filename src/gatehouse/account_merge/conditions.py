"""Conditions for merging two accounts. Checked when support asks, and again when both have agreed."""

from uuid import UUID

from gatehouse.account_merge import queries
from gatehouse.account_merge.errors import (
    AccountLockedForMerge,
    KeptByDirectory,
    KeptBySingleSignOn,
    LastAdministrator,
    MergeEmailNotVerified,
    OneOfTheStaff,
    SecondFactorKept,
    TooManyMemberships,
)
from gatehouse.account_merge.models import MergeCandidate
from gatehouse.directory.people import administrators
from gatehouse.directory.people.errors import LastAdmin
from gatehouse.directory.users.errors import UserNotFound
from gatehouse.kit.db import Db

# All of them move in one transaction, whose locks others wait for.
MOST_PLACES = 200


async def check_merge_conditions(
    db: Db, goes_id: UUID, stays_id: UUID
) -> tuple[MergeCandidate, MergeCandidate]:
    """The two users, if they can be merged. Raises `UserNotFound`, `MergeImpossible`. Both must be locked."""
    goes, stays = await _find_candidate(db, goes_id), await _find_candidate(db, stays_id)
    for one in (goes, stays):
        _check_person(one)
    if goes.mfa_enrolled:
        # Otherwise an attacker with access to the mailbox would bypass MFA with a factor of their own.
        raise SecondFactorKept(
            f"{goes.email} has a second factor. It has to be removed first, by whoever signs in with it."
        )
    if goes.places > MOST_PLACES:
        raise TooManyMemberships(
            f"{goes.email} is in more than {MOST_PLACES} accounts, which do not move at once",
            most=MOST_PLACES,
        )
    await _keep_administrators(db, goes_id, stays_id)
    return goes, stays


async def _find_candidate(db: Db, user_id: UUID) -> MergeCandidate:
    found = await queries.CANDIDATE.first(db, user_id)
    if found is None:
        raise UserNotFound("The user was not found")
    return found


def _check_person(one: MergeCandidate) -> None:
    if one.is_staff:
        raise OneOfTheStaff(f"{one.email} is one of the staff")
    if one.is_locked:
        raise AccountLockedForMerge(f"{one.email} is locked")
    if not one.verified:
        # The user who created such an account need not be the owner of the mailbox.
        raise MergeEmailNotVerified(f"{one.email} is not verified")
    if one.directory:
        raise KeptByDirectory(f"A company's directory keeps the account of {one.email}")
    if one.single_sign_on:
        raise KeptBySingleSignOn(f"{one.email} comes in through the company's single sign-on")


async def _keep_administrators(db: Db, goes_id: UUID, stays_id: UUID) -> None:
    """Require another administrator in tenants where the remaining user is disabled or temporary."""
    for tenant_id in await queries.UNTRUSTED_HEIR.all(db, goes_id, stays_id):
        if not await administrators.is_one(db, tenant_id, goes_id):
            continue
        try:
            await administrators.keep_one(db, tenant_id, without=goes_id)
        except LastAdmin:
            raise LastAdministrator(
                "An account would be left without an administrator", tenant_id=str(tenant_id)
            ) from None
