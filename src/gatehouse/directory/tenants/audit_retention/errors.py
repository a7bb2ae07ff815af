from gatehouse.kit.errors import Invalid


class RetentionTooLong(Invalid):
    """Longer than the months of all accounts are there."""

    code = "audits.retention_too_long"
