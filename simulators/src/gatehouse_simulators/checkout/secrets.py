"""The secrets of the account, derived for this installation, so that no source file contains them."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class CheckoutAccountSecrets:
    """Secrets in the provider's own shapes."""

    api_key: str
    webhook_secret: str

    @classmethod
    def derive_from(cls, secret_key: str) -> Self:
        """Derive the secrets from the installation's secret key, without revealing it."""
        key, webhook = (_derive_secret(secret_key, use) for use in ("api key", "webhook"))
        return cls(
            api_key=f"pdl_sdbx_apikey_{key[:26]}_{key[26:48]}_sim",
            webhook_secret=f"pdl_ntfset_{webhook[:26]}_{webhook[26:58]}",
        )


def _derive_secret(secret_key: str, use: str) -> str:
    message = f"simulated checkout: {use}".encode()
    return hmac.new(secret_key.encode(), message, hashlib.sha256).hexdigest()
