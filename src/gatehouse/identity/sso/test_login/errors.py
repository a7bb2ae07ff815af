from gatehouse.kit.errors import Conflict, NotFound


class TestLoginNotFound(NotFound):
    """The test login does not exist, belongs to another session, or has expired."""

    code = "sso.test_not_found"


class TestLoginOver(Conflict):
    """The browser came back from a test login, so there is no session to fetch."""

    code = "sso.tested"
    keeps_writes = True


def test_login_over() -> TestLoginOver:
    return TestLoginOver("The test is over. Its result is in the window where you began it.")
