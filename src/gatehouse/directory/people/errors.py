"""Refusals about a tenant's people."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class MemberNotFound(NotFound):
    code = "members.not_found"


class OutranksYou(Forbidden):
    code = "members.outranks_you"


class ManagedAbove(Forbidden):
    """They are here by the rights that they hold in an account above, and end with those."""

    code = "members.managed_above"


class LastAdmin(Conflict):
    """A tenant without an administrator could help itself no more."""

    code = "members.last_admin"


class NotYourself(Conflict):
    code = "members.yourself"


class NameKeptElsewhere(Forbidden):
    """A person's name is one for all tenants: they change it, or the tenant that they belong to."""

    code = "members.name_kept_elsewhere"


class StaffInside(Conflict):
    """One of the vendor's staff would have no account left to sign in to."""

    code = "tenants.staff_inside"
