from gatehouse.kit.errors import Invalid


class LogoutRefused(Invalid):
    """The message proves nothing. What exactly is on record."""

    code = "sso.logout_refused"
