"""The payment simulators of the demo and the tests: the only module that imports `gatehouse_simulators`.

They are a distribution of their own, which the product's wheel does not contain and production never loads.
"""

from collections.abc import Callable
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Receive, Scope, Send

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.deployment import Deployment

if TYPE_CHECKING:
    from gatehouse_simulators.cards.plugin import CardPlugin as CardPlugin
    from gatehouse_simulators.checkout.plugin import CheckoutPlugin as CheckoutPlugin

HOW_TO_INSTALL = "Run pip install 'gatehouse[demo]'."


def are_simulators_installed() -> bool:
    return find_spec("gatehouse_simulators") is not None


def require_simulators(deployment: Deployment) -> None:
    """Refuse to load them in production and development, and say how to install them elsewhere."""
    if not deployment.simulated:
        raise ConfigurationError(
            f"The payment simulators do not run where GATEHOUSE_ENV is {deployment.env}."
        )
    if not are_simulators_installed():
        raise ConfigurationError(
            f"GATEHOUSE_ENV={deployment.env} needs the payment simulators. {HOW_TO_INSTALL}"
        )


def load_checkout_plugin(deployment: Deployment) -> "type[CheckoutPlugin]":
    require_simulators(deployment)
    from gatehouse_simulators.checkout.plugin import CheckoutPlugin

    return CheckoutPlugin


def load_card_plugin(deployment: Deployment) -> "type[CardPlugin]":
    require_simulators(deployment)
    from gatehouse_simulators.cards.plugin import CardPlugin

    return CardPlugin


class AppAtFirstRequest:
    """What a simulator serves. Its routes are imported at the first request to them."""

    def __init__(self, build_app: Callable[[], ASGIApp]) -> None:
        self._build_app = build_app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._built_app(scope, receive, send)

    @cached_property
    def _built_app(self) -> ASGIApp:
        return self._build_app()
