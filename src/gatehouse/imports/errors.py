from gatehouse.kit.errors import Conflict, Invalid, NotFound


class UnreadableRows(Invalid, code="user_imports.unreadable"): ...


class OutOfStep(Conflict, code="user_imports.out_of_step"):
    """`position` is where the import goes on."""


class ImportNotFound(NotFound, code="user_imports.not_found"): ...


class UserNotImported(Conflict, code="user_imports.not_taken"):
    """A user could not be imported; the message says why."""
