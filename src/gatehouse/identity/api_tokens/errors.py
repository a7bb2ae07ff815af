from gatehouse.kit.errors import Unauthenticated


class InvalidApiTokenCredentials(Unauthenticated):
    """The same for an unknown id, a wrong secret, and a token that counts no more."""

    code = "api_tokens.invalid_credentials"


class InvalidRefreshToken(Unauthenticated):
    code = "api_tokens.invalid_refresh_token"
