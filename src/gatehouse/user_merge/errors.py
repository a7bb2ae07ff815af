"""Why two accounts cannot become one, and what else is refused."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound


class MergeNotFound(NotFound, code="merges.not_found"): ...


class MergeLinkOver(NotFound, code="merges.link_over"):
    """Used, refused, withdrawn, done, too old, or never sent: all alike."""


class MergeOver(Conflict, code="merges.over"): ...


class SamePerson(Invalid, code="merges.same_person"): ...


class MergeAlreadyAsked(Conflict, code="merges.already_asked"):
    """A request for one of the two users already exists, in either role."""


class MergeBusy(Conflict, code="merges.busy"):
    """The memberships kept changing concurrently."""


class MergeImpossible(Conflict):
    """The two accounts cannot be merged in their current state. Checked before the mails, and again before
    the merge."""


class MergeEmailNotVerified(MergeImpossible, code="merges.not_verified"): ...


class AccountLockedForMerge(MergeImpossible, code="merges.locked"): ...


class SecondFactorKept(MergeImpossible, code="merges.second_factor"):
    """The merged account has MFA, which access to a mailbox alone must not bypass."""


class OneOfTheStaff(MergeImpossible, code="merges.staff"): ...


class KeptByDirectory(MergeImpossible, code="merges.directory"): ...


class KeptBySingleSignOn(MergeImpossible, code="merges.single_sign_on"): ...


class TooManyMemberships(MergeImpossible, code="merges.too_many_accounts"): ...


class LastAdministrator(MergeImpossible, code="merges.last_administrator"): ...


class AddressChanged(MergeImpossible, code="merges.address_changed"):
    """The address changed since the mails were sent, so the link proves another mailbox."""
