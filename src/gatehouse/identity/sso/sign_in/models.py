from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StartedSsoSignIn:
    """The address to which the browser is sent, and the token for its cookie."""

    address: str
    idp_type: str
    browser: str
