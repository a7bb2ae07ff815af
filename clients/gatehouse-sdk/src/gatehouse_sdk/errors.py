"""What can be wrong with what came in."""


class InvalidToken(Exception):
    """Not a token of this server for this product, or one that has ended. Answer 401."""


class KeysUnavailable(Exception):
    """The server's public keys were never read, so nothing can be said about a token. Answer 503."""


class EntitlementsUnavailable(Exception):
    """The server was never heard of what this caller may use. Answer 503."""


class AuthorizationUnavailable(Exception):
    """The token refers to the server for roles and permissions, which was not reached. Answer 503."""


class InvalidWebhook(Exception):
    """Not signed with the endpoint's secret, or too old. Answer 400 and do nothing."""
