"""Events for the vendor's audit. Not for tenants: each would learn of an address that another
tenant knows."""

from uuid import UUID

from gatehouse.kit.events import Event

# The explanation of each `MergeImpossible` code.
PROBLEMS = {
    "merges.address_changed": "an email address has changed since the request",
    "merges.directory": "one of the accounts is managed by a directory",
    "merges.last_administrator": "a tenant would be left without an administrator",
    "merges.locked": "one of the accounts is locked",
    "merges.not_verified": "one of the email addresses is not verified",
    "merges.second_factor": "the account to close has MFA enabled",
    "merges.single_sign_on": "one of the accounts signs in through SSO",
    "merges.staff": "one of the accounts belongs to a staff member",
    "merges.too_many_accounts": "the account to close belongs to too many tenants",
}


class MergeEvent(Event):
    """`user_id`: whose account is to stay."""

    request_id: UUID
    user_id: UUID
    former_id: UUID
    goes: str
    stays: str


class MergeRequested(MergeEvent):
    event_name = "vendor.merge_requested"
    severity = "High"
    text = "Requested a merge of {goes} into {stays}: {reason}"
    reason: str


class MergeConfirmed(MergeEvent):
    event_name = "vendor.merge_confirmed"
    severity = "Medium"
    text = "{by} confirmed the merge of {goes} into {stays}"
    by: str


class MergeRefused(MergeEvent):
    event_name = "vendor.merge_refused"
    severity = "High"
    text = "{by} declined the merge of {goes} into {stays}"
    by: str


class MergeWithdrawn(MergeEvent):
    event_name = "vendor.merge_withdrawn"
    severity = "Medium"
    text = "Withdrew the request to merge {goes} into {stays}"


class MergeExpired(MergeEvent):
    event_name = "vendor.merge_expired"
    severity = "Medium"
    text = "The request to merge {goes} into {stays} expired"


class MergeStopped(MergeEvent):
    """`problem` is the code of a `MergeImpossible`."""

    event_name = "vendor.merge_stopped"
    severity = "High"
    problem: str

    @property
    def description(self) -> str:
        problem = PROBLEMS.get(self.problem, self.problem)
        return f"{self.goes} could not be merged into {self.stays}: {problem}"


class PeopleMerged(MergeEvent):
    event_name = "vendor.people_merged"
    severity = "High"
    text = "{goes} was merged into {stays}"
