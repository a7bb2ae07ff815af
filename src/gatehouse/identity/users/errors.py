from gatehouse.kit.errors import Conflict, Invalid, NotFound


class NothingToActivate(Conflict):
    code = "users.nothing_to_activate"


class EmailNeeded(Invalid):
    code = "users.email_needed"


class NotAMember(NotFound):
    code = "users.not_a_member"


class UnknownIdentity(NotFound):
    code = "users.unknown_identity"
