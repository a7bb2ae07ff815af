from gatehouse.kit.errors import Conflict, Invalid, NotFound


class InvalidUsername(Invalid):
    code = "usernames.invalid"


class UsernameTaken(Conflict):
    """Whoever chooses a name learns that; so only few are tried, by people who are signed in."""

    code = "usernames.taken"


class HasUsername(Conflict):
    code = "usernames.has_one"


class UsernameNotFound(NotFound):
    code = "usernames.not_found"
