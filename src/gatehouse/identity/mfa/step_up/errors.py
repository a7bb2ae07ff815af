from gatehouse.kit.errors import Invalid


class NotEnrolled(Invalid):
    """Clients match on its text, to the letter."""

    code = "mfa.not_enrolled"
