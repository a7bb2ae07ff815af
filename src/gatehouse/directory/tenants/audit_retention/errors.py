from gatehouse.kit.errors import Invalid


class RetentionTooLong(Invalid):
    """The retention exceeds that of the installation."""

    code = "audits.retention_too_long"
