from gatehouse.kit.errors import Conflict, Invalid, NotFound


class InvalidUsername(Invalid):
    code = "usernames.invalid"


class UsernameTaken(Conflict):
    """Another user has the name. Reveals that to the caller, so attempts are limited and need a signed-in
    user."""

    code = "usernames.taken"


class HasUsername(Conflict):
    code = "usernames.has_one"


class UsernameNotFound(NotFound):
    code = "usernames.not_found"
