"""What names a license outside: both random, neither tells anything about its owner."""

import base64
import re
import secrets

FINGERPRINT = re.compile(r"[0-9a-f]{32}")
# Ours, and those of another system whose licenses were taken over.
KEY = re.compile(r"[\x21-\x7e]{16,200}")


def new_key() -> str:
    """What a licensed tool is configured with: a secret of 160 bits, easy to copy and to read aloud."""
    text = base64.b32encode(secrets.token_bytes(20)).decode()
    return "GH-" + "-".join(text[start : start + 8] for start in range(0, len(text), 8))


def new_fingerprint() -> str:
    """What a purchase and an address bar name the license by: 128 bits, in hexadecimal."""
    return secrets.token_hex(16)
