"""The guide's way to verify a webhook takes what is sent, and nothing else."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.kit.webhook_signature import build_signature_headers

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "integrate" / "receive-webhooks.md"
BODY = b'{"eventKey": "frontegg.group.created"}'
SECRETS = ["a secret of ours", "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"]


@pytest.fixture(scope="module")
def is_ours() -> Callable[..., bool]:
    found = re.search(r"```python\n(import base64, hashlib.*?)```", GUIDE.read_text(), re.DOTALL)
    assert found
    names: dict[str, Any] = {}
    exec(found[1], names)  # noqa: S102  our own guide
    verify: Callable[..., bool] = names["is_ours"]
    return verify


@pytest.mark.parametrize("secret", SECRETS)
def test_the_guide_verifies_what_is_sent(is_ours: Callable[..., bool], secret: str):
    now = clock.now()
    headers = build_signature_headers(secret, "message-1", now, BODY)
    assert is_ours(secret, headers, BODY)
    assert not is_ours(secret, headers, BODY + b" ")
    assert not is_ours("another secret", headers, BODY)
    assert not is_ours(secret, {**headers, "webhook-id": "message-2"}, BODY)
    old = build_signature_headers(secret, "message-1", now - timedelta(minutes=6), BODY)
    assert not is_ours(secret, old, BODY)
