"""Errors of API tokens."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class TokenNotFound(NotFound, code="api_tokens.not_found"): ...


class OtherStrategy(Forbidden, code="api_tokens.other_strategy"):
    """The vendor's machine-to-machine strategy uses the other kind of token."""


class TooManyTokens(Conflict, code="api_tokens.too_many"): ...


class OutranksMaker(Forbidden, code="api_tokens.outranks_you"):
    """The token's role ranks above the caller's own; changing it could give the caller more rights."""
