from gatehouse.kit.errors import Conflict, NotFound


class TestLoginNotFound(NotFound):
    """Also for one of another session, and one that is over."""

    code = "sso.test_not_found"


class TestLoginOver(Conflict):
    """Told to the browser that came back: it was a test, so there is no session to fetch."""

    code = "sso.tested"
    keeps_writes = True


def test_login_over() -> TestLoginOver:
    return TestLoginOver("The test is over. Its result is in the window where you began it.")
