"""Errors of API tokens."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class TokenNotFound(NotFound):
    code = "api_tokens.not_found"


class OtherStrategy(Forbidden):
    """The vendor's machine-to-machine strategy uses the other kind of token."""

    code = "api_tokens.other_strategy"


class TooManyTokens(Conflict):
    code = "api_tokens.too_many"


class OutranksMaker(Forbidden):
    """The token's role ranks above the caller's own; changing it could give the caller more rights."""

    code = "api_tokens.outranks_you"
