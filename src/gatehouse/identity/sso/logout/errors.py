from gatehouse.kit.errors import Invalid


class LogoutRefused(Invalid):
    """The logout message failed verification. The audit log records which check failed."""

    code = "sso.logout_refused"
