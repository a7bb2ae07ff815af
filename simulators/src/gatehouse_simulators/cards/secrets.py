"""The keys of the account, derived for this installation, so that no source file contains them."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class CardAccountSecrets:
    """Keys in the provider's own shapes. The publishable key is not secret: browsers get it."""

    secret_key: str
    publishable_key: str
    webhook_secret: str

    @classmethod
    def derive_from(cls, secret_key: str) -> Self:
        """Derive the keys from the installation's secret key, without revealing it."""
        uses = ("secret key", "publishable key", "webhook")
        secret, publishable, webhook = (_derive_secret(secret_key, use) for use in uses)
        return cls(
            secret_key=f"sk_test_51Sim{secret[:40]}",
            publishable_key=f"pk_test_51Sim{publishable[:40]}",
            webhook_secret=f"whsec_{webhook[:32]}",
        )


def _derive_secret(secret_key: str, use: str) -> str:
    message = f"simulated cards: {use}".encode()
    return hmac.new(secret_key.encode(), message, hashlib.sha256).hexdigest()
