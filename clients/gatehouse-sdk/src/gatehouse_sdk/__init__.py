"""For the backends of a product whose people sign in with Gatehouse."""

from gatehouse_sdk.caller import Caller
from gatehouse_sdk.entitlements import Decision, Entitlements
from gatehouse_sdk.errors import (
    AuthorizationUnavailable,
    EntitlementsUnavailable,
    InvalidToken,
    InvalidWebhook,
    KeysUnavailable,
)
from gatehouse_sdk.sync import SyncTokens
from gatehouse_sdk.tokens import Tokens
from gatehouse_sdk.vendor import SyncVendor, Vendor
from gatehouse_sdk.webhooks import Webhooks

__all__ = [
    "AuthorizationUnavailable",
    "Caller",
    "Decision",
    "Entitlements",
    "EntitlementsUnavailable",
    "InvalidToken",
    "InvalidWebhook",
    "KeysUnavailable",
    "SyncTokens",
    "SyncVendor",
    "Tokens",
    "Vendor",
    "Webhooks",
]
