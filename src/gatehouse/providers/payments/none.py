"""Where no payment provider is configured: nothing can be bought, and nobody's events are believed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from gatehouse.providers.payments.errors import PaymentsUnavailable
from gatehouse.providers.payments.paddle import PaddleAccount, PaddleAdapter
from gatehouse.providers.payments.port import BrowserSetup

if TYPE_CHECKING:
    from gatehouse.providers.payments.paddle_calls import PaddleCalls

T = TypeVar("T")


class NoPayments(PaddleAdapter):
    """Still reads events that were stored while there was a provider."""

    def __init__(self) -> None:
        nowhere = BrowserSetup(token="", environment="", script_url="")
        super().__init__(
            PaddleAccount(
                api_url="",
                api_key="",
                browser=nowhere,
                price_ids=(),
                webhook_secrets=(),
                webhook_tolerance_seconds=0,
            )
        )

    @property
    def browser(self) -> BrowserSetup:
        raise _unconfigured()

    async def _call(self, use: Callable[["PaddleCalls"], T]) -> T:
        raise _unconfigured()


def _unconfigured() -> PaymentsUnavailable:
    return PaymentsUnavailable("No payment provider is configured here.")
