"""What a guarded route asks of its caller, and how it says no; the same for every framework."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from gatehouse_sdk.caller import Caller
from gatehouse_sdk.entitlements import Entitlements
from gatehouse_sdk.errors import (
    AuthorizationUnavailable,
    EntitlementsUnavailable,
    InvalidToken,
    KeysUnavailable,
)

CHALLENGE = {"www-authenticate": "Bearer"}


class Refused(Exception):
    """The answer: `status`, a text for people, and headers."""

    def __init__(self, status: int, text: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.headers = dict(headers or {})


@dataclass(frozen=True, slots=True)
class Needs:
    """Of several permissions, roles or features one is enough; of each kind that is named, one is needed.

    401 without a token that counts; 403 without a permission, a role or a feature; 401 with a step-up
    challenge (RFC 9470) where the second factor is older than `stepped_up`, seconds or a timedelta; 503 while
    nothing can be said because the server was never reached.
    """

    permissions: Sequence[str] = ()
    roles: Sequence[str] = ()
    features: Sequence[str] = ()
    stepped_up: timedelta | float | None = None
    age: timedelta | None = field(init=False)

    def __post_init__(self) -> None:
        given = self.stepped_up
        age = timedelta(seconds=given) if isinstance(given, int | float) else given
        object.__setattr__(self, "age", age)

    def check_rights(self, caller: Caller) -> None:
        if (self.permissions and not caller.may(*self.permissions)) or (
            self.roles and not caller.has_role(*self.roles)
        ):
            raise Refused(403, "You may not do this")

    def check_features(self, entitlements: Entitlements) -> None:
        decisions = [entitlements.feature(key) for key in self.features]
        if not any(decisions):
            has_ended = any(one.justification == "BUNDLE_EXPIRED" for one in decisions)
            raise Refused(
                403, "Your plan has ended" if has_ended else "Your plan does not have this"
            )

    def check_step_up(self, caller: Caller) -> None:
        if self.age is not None and not caller.is_stepped_up(self.age):
            raise Refused(401, "Confirm your identity with MFA first", _step_up(self.age))


@contextmanager
def refusals() -> Iterator[None]:
    """What the server's word means for the answer."""
    try:
        yield
    except InvalidToken as error:
        raise Refused(401, str(error), CHALLENGE) from error
    except (KeysUnavailable, EntitlementsUnavailable, AuthorizationUnavailable) as error:
        raise Refused(503, "This cannot be checked right now", {"retry-after": "5"}) from error


def bearer_of(authorization: str | None) -> str:
    """The token of the header (RFC 6750), or an empty text."""
    scheme, _, token = (authorization or "").strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _step_up(age: timedelta) -> dict[str, str]:
    seconds = int(age.total_seconds())
    challenge = f'Bearer error="insufficient_user_authentication", max_age="{seconds}"'
    return {"www-authenticate": challenge}
