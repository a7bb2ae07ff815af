"""Events of sub-accounts, their members and their tree."""

from uuid import UUID

from gatehouse.directory.people.events import MemberEvent
from gatehouse.kit.events import Event


class SubAccountEvent(Event):
    """`tenant_id` is the account above, or the sub-account itself."""

    severity = "Medium"
    sub_account_id: UUID
    name: str


class SubAccountCreated(SubAccountEvent):
    event_name = "sub_account.created"
    text = "Created the account {name}"


class SubAccountRenamed(SubAccountEvent):
    event_name = "sub_account.renamed"
    text = "Renamed the account {name} to {new_name}"
    new_name: str


class ResellerGranted(SubAccountEvent):
    event_name = "sub_account.reseller_granted"
    text = "Made {name} a reseller"


class ResellerRevoked(SubAccountEvent):
    event_name = "sub_account.reseller_revoked"
    text = "{name} is no longer a reseller"


class SubAccountDeleted(SubAccountEvent):
    """`below`: number of accounts below it that were deleted with it."""

    event_name = "sub_account.deleted"
    text = "Deleted the account {name}"
    below: int


class SubAccountAccessSet(SubAccountEvent):
    event_name = "sub_account.access_set"
    text = "Changed the access of users of {name} to its sub-accounts: {access}"
    access: str


class SubAccountAccessGiven(MemberEvent):
    event_name = "user.sub_account_access_given"
    text = "Granted {email} access to the sub-accounts"


class SubAccountAccessTaken(MemberEvent):
    event_name = "user.sub_account_access_taken"
    text = "Revoked {email}'s access to the sub-accounts"


class AccountMoved(Event):
    """`parent_id` None: the account has no parent from now on. Announced in the moved account and in its
    new, or else previous, parent."""

    event_name = "tenant.moved"
    severity = "High"
    text = "The account {name} was moved"
    moved_id: UUID
    name: str
    parent_id: UUID | None = None
