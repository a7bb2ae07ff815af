from gatehouse.kit.errors import Conflict, Invalid, NotFound


class UnreadableRows(Invalid):
    code = "user_imports.unreadable"


class OutOfStep(Conflict):
    """`position` is where the import goes on."""

    code = "user_imports.out_of_step"


class ImportNotFound(NotFound):
    code = "user_imports.not_found"


class UserNotImported(Conflict):
    """A user could not be imported; the message says why."""

    code = "user_imports.not_taken"
