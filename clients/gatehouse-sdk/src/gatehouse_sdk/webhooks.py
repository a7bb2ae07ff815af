"""Events that the server sends, signed by the Standard Webhooks scheme."""

import base64
import binascii
import hmac
import json
from collections.abc import Mapping
from hashlib import sha256
from time import time
from typing import Any

from gatehouse_sdk.errors import InvalidWebhook

TOLERANCE_SECONDS = 300
MARK = "whsec_"


class Webhooks:
    """`secret`: of the endpoint, as the portal shows it once."""

    def __init__(self, secret: str) -> None:
        self._key = _key_of(secret)

    def verify(self, body: bytes, headers: Mapping[str, str]) -> Any:
        """The event. The same one may come more than once: `webhook-id` tells. `InvalidWebhook`."""
        given = {name.lower(): value for name, value in headers.items()}
        try:
            sent_at = int(given["webhook-timestamp"])
            signed = f"{given['webhook-id']}.{sent_at}.".encode() + body
            signatures = given["webhook-signature"].split()
        except (KeyError, ValueError) as error:
            raise InvalidWebhook("The headers of a signed event are missing") from error
        expected = base64.b64encode(hmac.digest(self._key, signed, sha256)).decode()
        matches = [
            hmac.compare_digest(f"v1,{expected}".encode(), one.encode()) for one in signatures
        ]
        if not any(matches):
            raise InvalidWebhook("The signature does not fit")
        if abs(time() - sent_at) > TOLERANCE_SECONDS:
            raise InvalidWebhook("The event is too old, or one of the clocks is wrong")
        try:
            return json.loads(body)
        except ValueError as error:
            raise InvalidWebhook("The event is no JSON") from error


def _key_of(secret: str) -> bytes:
    """As the server reads it: `whsec_` and base64, any other text as it is."""
    try:
        if secret.startswith(MARK):
            return base64.b64decode(secret.removeprefix(MARK), validate=True)
    except binascii.Error:
        pass
    return secret.encode()
