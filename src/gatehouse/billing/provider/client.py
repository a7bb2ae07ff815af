"""The SDK's client, pointed at an account, and what its failures mean."""

from collections.abc import Awaitable
from typing import Any

import anyio
import httpx
import stripe

from gatehouse.billing.errors import CardDeclined, CardsBusy, CardsRefused, CardsUnavailable
from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.environment_client import new_async_client
from gatehouse.kit.logs import get_logger

log = get_logger()

SECONDS = 8.0
AGAIN = 1  # with the same idempotency key, where no answer came


class _Http(stripe.HTTPXClient):
    """Of the SDK, with a client that can be made in every environment."""

    def __init__(self, transport: httpx.AsyncBaseTransport | None, api_base: str) -> None:
        # Not that of HTTPXClient: it reads the environment, and fails with what httpx cannot read.
        stripe.HTTPClient.__init__(self)
        self.httpx, self.anyio = httpx, anyio
        self._client, self._timeout = None, SECONDS
        self._client_async = new_async_client(api_base, timeout=SECONDS)
        if transport is not None:
            self.reach_through(transport)

    def reach_through(self, transport: httpx.AsyncBaseTransport) -> None:
        self._client_async = httpx.AsyncClient(
            transport=transport, trust_env=False, timeout=SECONDS
        )

    async def get(self, url: str) -> httpx.Response:
        found: httpx.Response = await self._client_async.get(url)
        return found


class StripeClient:
    def __init__(
        self,
        api_base: str,
        secret_key: str,
        pages: str | None,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._base = api_base
        self._pages = pages or api_base
        self._http = _Http(transport, api_base)
        self.api = stripe.StripeClient(
            secret_key,
            base_addresses={"api": api_base},
            http_client=self._http,
            max_network_retries=AGAIN,
        )

    def reach_through(self, transport: httpx.AsyncBaseTransport) -> None:
        self._http.reach_through(transport)

    def resolve_own_address(self, link: str) -> str | None:
        """The address to ask, where the link leads to the very server that is configured."""
        for base in (self._base, self._pages):
            if link.startswith(f"{base}/"):
                return self._base + link.removeprefix(base)
        return None

    async def download(self, link: str, most: int) -> bytes | None:
        check_no_connection_held("cards")
        try:
            answer = await self._http.get(link)
        except httpx.HTTPError as error:
            raise _cards_unavailable(type(error).__name__) from error
        return answer.content if answer.status_code == 200 and len(answer.content) <= most else None


async def call_provider(call: Awaitable[Any]) -> dict[str, Any]:
    """The provider's answer as plain values. Every failure is raised as one of Gatehouse's own errors."""
    check_no_connection_held("cards")
    try:
        found: dict[str, Any] = (await call).to_dict()
    except stripe.CardError as error:
        text = error.user_message or "The card was declined."
        raise CardDeclined(text, provider_code=error.code) from error
    except stripe.StripeError as error:
        raise _to_refusal(error) from error
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        # An answer that is not what the SDK expects.
        raise _cards_unavailable(type(error).__name__) from error
    return found


def _to_refusal(error: stripe.StripeError) -> CardsRefused | CardsUnavailable:
    """The error for a failed call. The tenant sees only refusals of its own request; failures of credentials
    and limits concern the vendor and become `CardsUnavailable`."""
    status = error.http_status or 0
    if status == 409 or isinstance(error, stripe.IdempotencyError):
        return CardsBusy("Another change is in progress. Try again in a moment.")
    if status in (400, 402, 404):
        log.warning("card provider refused", status=status, code=error.code)
        text = "The payment provider does not accept this."
        return CardsRefused(text, provider_code=error.code, status=status)
    return _cards_unavailable(error.code or type(error).__name__)


def _cards_unavailable(reason: str) -> CardsUnavailable:
    log.warning("card provider call failed", reason=reason)
    return CardsUnavailable("The payment provider cannot be reached. Try again in a moment.")
