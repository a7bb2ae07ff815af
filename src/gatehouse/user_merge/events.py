"""Events for the vendor's audit. Not for tenants: each would learn of an address that another
tenant knows."""

from uuid import UUID

from gatehouse.kit.events import Event


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
    """`problem` is the code of a refusal."""

    event_name = "vendor.merge_stopped"
    severity = "High"
    text = "{goes} could not be merged into {stays}: {problem}"
    problem: str


class PeopleMerged(MergeEvent):
    event_name = "vendor.people_merged"
    severity = "High"
    text = "{goes} was merged into {stays}"
