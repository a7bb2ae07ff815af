"""Refusals about what is to wait for the period's end."""

from gatehouse.kit.errors import Conflict, Invalid


class OnlyFewerSeats(Invalid):
    code = "changes.only_fewer_seats_wait"


class NoPeriodEnd(Conflict):
    """It ends, pauses, or is not billed: no period follows."""

    code = "changes.no_period_follows"


class TooLate(Conflict):
    code = "changes.too_late"
