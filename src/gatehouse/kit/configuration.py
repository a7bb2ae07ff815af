"""What cannot be used as it is configured."""


class ConfigurationError(Exception):
    """The configuration cannot be used; the message says what to change."""
