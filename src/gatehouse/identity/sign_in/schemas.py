from typing import Annotated

from pydantic import StringConstraints

from gatehouse.identity.captcha.schemas import Solution
from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.schemas import Text, Wire

Email = Annotated[str, StringConstraints(strip_whitespace=True, max_length=320)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class PasswordLogin(Wire):
    """Older clients send empty strings for tokens that they do not have."""

    email: Email | None = None
    username: Email | None = None
    password: Password
    recaptcha_token: Solution | None = None
    invitation_token: Text | None = None


class Unlocking(Wire):
    token: Token
