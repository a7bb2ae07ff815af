"""Refusals about API tokens."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class TokenNotFound(NotFound):
    code = "api_tokens.not_found"


class OtherStrategy(Forbidden):
    """The vendor's machine-to-machine strategy makes the other kind of token."""

    code = "api_tokens.other_strategy"


class TooManyTokens(Conflict):
    code = "api_tokens.too_many"


class OutranksMaker(Forbidden):
    """Who changes a tenant's token could hold what it holds."""

    code = "api_tokens.outranks_you"
