"""The adapter without a payment provider: nothing can be bought, and every webhook is refused."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from gatehouse.providers.payments.errors import PaymentsNotConfigured
from gatehouse.providers.payments.paddle import PaddleAccount, PaddleAdapter
from gatehouse.providers.payments.port import BrowserSetup

if TYPE_CHECKING:
    from gatehouse.providers.payments.paddle_calls import PaddleCalls

T = TypeVar("T")


class NoPayments(PaddleAdapter):
    """Events that were stored while there was a provider wait until there is one again."""

    is_configured = False

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
        raise PaymentsNotConfigured

    async def _call_in_thread(self, use: Callable[["PaddleCalls"], T]) -> T:
        raise PaymentsNotConfigured
