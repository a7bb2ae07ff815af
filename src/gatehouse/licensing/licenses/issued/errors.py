"""Refusals about licenses that the vendor issues."""

from gatehouse.kit.errors import Conflict, Invalid


class OrganizationNeeded(Conflict):
    """The account has none yet, and to make one an address for bills has to be known."""

    code = "licenses.organization_needed"


class ReferenceTaken(Conflict):
    code = "licenses.reference_taken"


class KeyTaken(Conflict):
    code = "licenses.key_taken"


class DayPassed(Invalid):
    code = "licenses.day_passed"


class SeatsArePaid(Conflict):
    """Their number is what the subscription says."""

    code = "licenses.seats_are_paid"


class SeatsInUse(Conflict):
    code = "licenses.seats_in_use"
