"""For the backends of a product whose people sign in with Gatehouse."""

from gatehouse_sdk.caller import Caller
from gatehouse_sdk.entitlements import Decision, Entitlements
from gatehouse_sdk.errors import InvalidToken, InvalidWebhook, KeysUnavailable
from gatehouse_sdk.tokens import Tokens
from gatehouse_sdk.vendor import Vendor
from gatehouse_sdk.webhooks import Webhooks

__all__ = [
    "Caller",
    "Decision",
    "Entitlements",
    "InvalidToken",
    "InvalidWebhook",
    "KeysUnavailable",
    "Tokens",
    "Vendor",
    "Webhooks",
]
