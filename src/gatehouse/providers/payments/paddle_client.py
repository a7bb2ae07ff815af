"""The official SDK's client, pointed at an account, and what its failures mean."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import requests
from paddle_billing import Client, Options  # type: ignore[import-untyped]
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from requests.adapters import HTTPAdapter

from gatehouse.kit.logs import get_logger
from gatehouse.providers.payments.errors import PaymentsUnavailable, find_payment_refusal

T = TypeVar("T")
log = get_logger()

TIMEOUT_SECONDS = 8
CUSTOMER_ID = re.compile(r"\bctm_[a-z\d]{26}\b")


class NoSuchEntity(PaymentsUnavailable):
    """The provider does not know the id; where it must know it, that is an outage."""


class AlreadyThere(Exception):
    """A customer with this address exists; the refusal names it, as a rule."""

    def __init__(self, customer_id: str | None) -> None:
        super().__init__(customer_id)
        self.customer_id = customer_id


@dataclass(frozen=True, slots=True)
class _RequestOrigin:
    """Stands where the SDK expects one of its two environments."""

    base_url: str


class _PrefixedSession(HTTPAdapter):
    """Puts the path of the API's address back, which the SDK drops when it joins addresses."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        super().__init__()

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> Any:
        parts = urlsplit(str(request.url))
        if not parts.path.startswith(f"{self._prefix}/"):
            request.url = urlunsplit(parts._replace(path=f"{self._prefix}{parts.path}"))
        return super().send(request, *args, **kwargs)


def build_paddle_client(api_url: str, api_key: str) -> Any:
    parts = urlsplit(api_url)
    origin = f"{parts.scheme}://{parts.netloc}"
    client = Client(
        api_key, options=Options(_RequestOrigin(origin)), retry_count=0, timeout=TIMEOUT_SECONDS
    )
    prefix = parts.path.rstrip("/")
    if prefix:
        client.client.mount(f"{origin}/", _PrefixedSession(prefix))
    # The machine's proxy settings do not apply to a server on the machine itself.
    client.client.trust_env = parts.hostname not in ("127.0.0.1", "localhost", "::1")
    return client


def call_paddle(call: Callable[[], T]) -> T:
    """Call Paddle and return its answer. Every failure is raised as one of Gatehouse's own errors."""
    try:
        return call()
    except ApiError as error:
        if error.error_code == "customer_already_exists":
            named = CUSTOMER_ID.search(str(error.detail))
            raise AlreadyThere(named.group() if named else None) from error
        if error.response.status_code == 404:
            raise NoSuchEntity("The payment provider does not know this") from error
        problems = ", ".join(f"{one.field} {one.error}" for one in error.field_errors)
        refused = find_payment_refusal(error.response.status_code, error.error_code, problems[:200])
        if refused:
            raise refused from error
        raise payments_unavailable_error(error.error_code) from error
    except (requests.RequestException, LookupError, TypeError, ValueError, AttributeError) as error:
        # All but the first: an answer that is not what the SDK expects.
        raise payments_unavailable_error(type(error).__name__) from error


def payments_unavailable_error(reason: str) -> PaymentsUnavailable:
    """The error to raise; the reason is logged only."""
    log.warning("payment provider call failed", reason=reason)
    return PaymentsUnavailable("The payment provider cannot be reached. Try again in a moment.")
