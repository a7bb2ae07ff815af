from gatehouse.kit.errors import Conflict, NotFound


class DifferenceMissing(NotFound):
    """None with this id waits; perhaps it was settled meanwhile."""

    code = "payments.difference_missing"


class NothingToTake(Conflict):
    """The provider's word cannot be taken: there is no license that it could change."""

    code = "payments.nothing_to_take"


class NothingCharged(Conflict):
    """The provider does not charge for it."""

    code = "payments.nothing_charged"
