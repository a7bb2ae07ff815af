"""Errors of a tenant's members, invitations and invite links."""

from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound


class MemberNotFound(NotFound):
    code = "members.not_found"


class OutranksYou(Forbidden):
    code = "members.outranks_you"


class ManagedAbove(Forbidden):
    """The access is inherited from an account above, and is managed and ends there."""

    code = "members.managed_above"


class LastAdmin(Conflict):
    """A tenant without an administrator could not manage itself."""

    code = "members.last_admin"


class NotYourself(Conflict):
    code = "members.yourself"


class NameKeptElsewhere(Forbidden):
    """A user has one name in all tenants; only they or their default tenant can change it."""

    code = "members.name_kept_elsewhere"


class StaffInside(Conflict):
    """A member of the vendor's staff would have no account left to sign in to."""

    code = "tenants.staff_inside"


class AlreadyMember(Conflict):
    code = "memberships.already_member"


class TemporaryAccessOff(Forbidden):
    code = "memberships.temporary_off"


class AccessOver(Conflict):
    """The temporary access of this member has expired; without a new period there is nothing to accept."""

    code = "invitations.access_over"


class InviteLinkNotFound(NotFound):
    """There is no link, or it has expired; the client treats the error as "none"."""

    code = "invites.not_found"


class MakerNeeded(Invalid):
    """An invite link is limited to what its creator may give, so it needs one."""

    code = "invites.maker_needed"
