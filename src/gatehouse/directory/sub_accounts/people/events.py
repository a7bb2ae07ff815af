from dataclasses import dataclass

from gatehouse.directory.people.events import MemberEvent


@dataclass(frozen=True, slots=True)
class SubAccountAccessGiven(MemberEvent):
    event_name = "user.sub_account_access_given"
    text = "Let {email} into the sub-accounts"


@dataclass(frozen=True, slots=True)
class SubAccountAccessTaken(MemberEvent):
    event_name = "user.sub_account_access_taken"
    text = "Took access to the sub-accounts from {email}"
