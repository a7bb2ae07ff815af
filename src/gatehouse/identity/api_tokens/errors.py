from gatehouse.kit.errors import Unauthenticated


class InvalidApiTokenCredentials(Unauthenticated):
    """Raised alike for an unknown id, a wrong secret, and an API token that is no longer valid."""

    code = "api_tokens.invalid_credentials"


class InvalidRefreshToken(Unauthenticated):
    code = "api_tokens.invalid_refresh_token"
