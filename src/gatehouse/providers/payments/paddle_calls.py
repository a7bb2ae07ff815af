"""The calls themselves, synchronous, through the official SDK; one instance serves one thread at a time."""

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
from paddle_billing.HasParameters import HasParameters  # type: ignore[import-untyped]
from paddle_billing.Resources.Customers.Operations import (  # type: ignore[import-untyped]
    CreateCustomer,
    ListCustomers,
)
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    ListSubscriptions,
)
from paddle_billing.ResponseParser import ResponseParser  # type: ignore[import-untyped]
from requests.adapters import HTTPAdapter

from gatehouse.providers.payments import facts
from gatehouse.providers.payments.errors import PaymentsUnavailable
from gatehouse.providers.payments.port import CustomerFact, SubscriptionFact, TransactionFact

T = TypeVar("T")
Entity = dict[str, Any]
log = structlog.get_logger()

TIMEOUT_SECONDS = 8
CUSTOMER_ID = re.compile(r"\bctm_[a-z\d]{26}\b")
ENTITY_ID = re.compile(r"[a-z]+_[a-z\d]{26}")


class NoSuchEntity(PaymentsUnavailable):
    """The provider does not know the id; where it must know it, that is an outage."""


class PaddleCalls:
    """Addresses, credentials, paging and refusals are the SDK's; entities are read by our own lenient
    reader, because the SDK's fails on every field that an answer leaves out."""

    def __init__(self, api_url: str, api_key: str) -> None:
        self._client = new_client(api_url, api_key)

    def customer(self, email: str, name: str, reference: str) -> CustomerFact:
        """Creating settles races: one of two callers gets 409, which names the one that exists."""
        wanted = CreateCustomer(
            email=email, name=name, custom_data=CustomData({facts.REFERENCE: reference})
        )
        try:
            made = _ask(lambda: self._client.post_raw("/customers", wanted))
        except AlreadyThere as there:
            return self._existing(there.customer_id, email)
        return _known(facts.customer(_entity(made)))

    def _existing(self, customer_id: str | None, email: str) -> CustomerFact:
        if customer_id:
            found = self._get(f"/customers/{customer_id}")
        else:
            found = next(iter(self._list("/customers", ListCustomers(emails=[email]))), {})
        return _known(facts.customer(found))

    def subscription(self, subscription_id: str) -> SubscriptionFact | None:
        found = self._find("/subscriptions", subscription_id)
        return _known(facts.subscription(found)) if found else None

    def subscriptions_of(self, customer_id: str) -> list[SubscriptionFact]:
        wanted = ListSubscriptions(customer_ids=[customer_id])
        return [_known(facts.subscription(one)) for one in self._list("/subscriptions", wanted)]

    def transaction(self, transaction_id: str) -> TransactionFact | None:
        found = self._find("/transactions", transaction_id)
        return _known(facts.transaction(found)) if found else None

    def _get(self, path: str) -> Entity:
        return _entity(_ask(lambda: self._client.get_raw(path)))

    def _find(self, collection: str, identifier: str) -> Entity | None:
        """None when there is no such entity; an id of another form is never sent."""
        if not ENTITY_ID.fullmatch(identifier):
            return None
        try:
            return self._get(f"{collection}/{identifier}")
        except NoSuchEntity:
            return None

    def _list(self, path: str, wanted: HasParameters) -> list[Entity]:
        """Every page. One without entries ends the list, whatever it says about a next one."""
        found: list[Entity] = []
        answer = _ask(lambda: self._client.get_raw(path, wanted))
        while entities := _entities(answer):
            found += entities
            pagination = ResponseParser(answer).get_pagination()
            if not (pagination.has_more and pagination.next):
                break
            answer = _ask(partial(self._client.get_raw, pagination.next))
        return found


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
    except (requests.RequestException, LookupError, TypeError, ValueError, AttributeError) as error:
        # All but the first: an answer that is not what the SDK expects.
        raise _unavailable(type(error).__name__) from error


def _entity(answer: Any) -> Entity:
    data = _ask(lambda: ResponseParser(answer).get_data())
    if not isinstance(data, dict):
        raise _unavailable("no entity")
    return data


def _entities(answer: Any) -> list[Entity]:
    data = _ask(lambda: ResponseParser(answer).get_data())
    if not isinstance(data, list):
        raise _unavailable("no list")
    return [one for one in data if isinstance(one, dict)]


def _known(fact: T | None) -> T:
    if fact is None:
        raise _unavailable("unreadable entity")
    return fact


def _unavailable(reason: str) -> PaymentsUnavailable:
    log.warning("payment provider call failed", reason=reason)
    return PaymentsUnavailable("The payment provider cannot be reached. Try again in a moment.")
