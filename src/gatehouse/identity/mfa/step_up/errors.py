from gatehouse.kit.errors import Invalid


class NotEnrolled(Invalid):
    """The user has no MFA factor. Clients match this error by its exact text."""

    code = "mfa.not_enrolled"
