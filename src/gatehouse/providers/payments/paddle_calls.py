"""The calls themselves, synchronous, through the official SDK; one instance serves one thread at a time."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import requests
import structlog
from paddle_billing import Client, Options  # type: ignore[import-untyped]
from paddle_billing.Entities.Shared import CustomData  # type: ignore[import-untyped]
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from paddle_billing.Json import PayloadEncoder  # type: ignore[import-untyped]
from paddle_billing.Resources.Customers.Operations import (  # type: ignore[import-untyped]
    CreateCustomer,
    ListCustomers,
)
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    ListSubscriptions,
)
from requests.adapters import HTTPAdapter

from gatehouse.providers.payments import facts
from gatehouse.providers.payments.errors import PaymentsUnavailable
from gatehouse.providers.payments.port import CustomerFact, SubscriptionFact, TransactionFact

T = TypeVar("T")
log = structlog.get_logger()

TIMEOUT_SECONDS = 8
CUSTOMER_ID = re.compile(r"\bctm_[a-z\d]{26}\b")
ENTITY_ID = re.compile(r"[a-z]+_[a-z\d]{26}")


class NoSuchEntity(PaymentsUnavailable):
    """The provider does not know the id; where it must know it, that is an outage."""


class PaddleCalls:
    def __init__(self, api_url: str, api_key: str) -> None:
        self._client = new_client(api_url, api_key)

    def customer(self, email: str, name: str, reference: str) -> CustomerFact:
        """Creating settles races: one of two callers gets 409, which names the one that exists."""
        wanted = CreateCustomer(
            email=email, name=name, custom_data=CustomData({facts.REFERENCE: reference})
        )
        try:
            made = _ask(lambda: self._client.customers.create(wanted))
        except AlreadyThere as there:
            made = _ask(partial(self._existing, there.customer_id, email))
        return _known(facts.customer(_plain(made), made.updated_at))

    def _existing(self, customer_id: str | None, email: str) -> Any:
        if customer_id:
            return self._client.customers.get(customer_id)
        for found in self._client.customers.list(ListCustomers(emails=[email])):
            return found
        raise _unavailable("customer exists but is not listed")

    def subscription(self, subscription_id: str) -> SubscriptionFact | None:
        found = _found(self._client.subscriptions.get, subscription_id)
        return _subscription(found) if found else None

    def subscriptions_of(self, customer_id: str) -> list[SubscriptionFact]:
        wanted = ListSubscriptions(customer_ids=[customer_id])
        return [
            _subscription(one)
            for one in _ask(lambda: list(self._client.subscriptions.list(wanted)))
        ]

    def transaction(self, transaction_id: str) -> TransactionFact | None:
        found = _found(self._client.transactions.get, transaction_id)
        return _known(facts.transaction(_plain(found), found.updated_at)) if found else None


class AlreadyThere(Exception):
    """A customer with this address exists; the refusal names it, as a rule."""

    def __init__(self, customer_id: str | None) -> None:
        super().__init__(customer_id)
        self.customer_id = customer_id


@dataclass(frozen=True, slots=True)
class _Origin:
    """Stands where the SDK expects one of its two environments."""

    base_url: str


class _Prefixed(HTTPAdapter):
    """Puts the path of the API's address back, which the SDK drops when it joins addresses."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        super().__init__()

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> Any:
        parts = urlsplit(str(request.url))
        if not parts.path.startswith(f"{self._prefix}/"):
            request.url = urlunsplit(parts._replace(path=f"{self._prefix}{parts.path}"))
        return super().send(request, *args, **kwargs)


def new_client(api_url: str, api_key: str) -> Any:
    parts = urlsplit(api_url)
    origin = f"{parts.scheme}://{parts.netloc}"
    client = Client(
        api_key, options=Options(_Origin(origin)), retry_count=0, timeout=TIMEOUT_SECONDS
    )
    prefix = parts.path.rstrip("/")
    if prefix:
        client.client.mount(f"{origin}/", _Prefixed(prefix))
    # The machine's proxy settings do not apply to a server on the machine itself.
    client.client.trust_env = parts.hostname not in ("127.0.0.1", "localhost", "::1")
    return client


def _found(get: Callable[[str], T], identifier: str) -> T | None:
    """None when there is no such entity; an id of another form is never sent."""
    if not ENTITY_ID.fullmatch(identifier):
        return None
    try:
        return _ask(lambda: get(identifier))
    except NoSuchEntity:
        return None


def _ask(call: Callable[[], T]) -> T:
    """The answer; whatever goes wrong becomes one of our own refusals."""
    try:
        return call()
    except ApiError as error:
        if error.error_code == "customer_already_exists":
            named = CUSTOMER_ID.search(str(error.detail))
            raise AlreadyThere(named.group() if named else None) from error
        if error.response is not None and error.response.status_code == 404:
            raise NoSuchEntity("The payment provider does not know this") from error
        raise _unavailable(error.error_code) from error
    except (requests.RequestException, KeyError, TypeError, ValueError) as error:
        # The last three: an answer that is not what the SDK expects.
        raise _unavailable(type(error).__name__) from error


def _plain(entity: Any) -> dict[str, Any]:
    """The SDK's entity as the JSON it was read from."""
    plain: dict[str, Any] = json.loads(json.dumps(entity, cls=PayloadEncoder))
    return plain


def _subscription(entity: Any) -> SubscriptionFact:
    return _known(facts.subscription(_plain(entity), entity.updated_at))


def _known(fact: T | None) -> T:
    if fact is None:
        raise _unavailable("unreadable entity")
    return fact


def _unavailable(reason: str) -> PaymentsUnavailable:
    log.warning("payment provider call failed", reason=reason)
    return PaymentsUnavailable("The payment provider cannot be reached. Try again in a moment.")
