"""Kinds of text that several sections take."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, StringConstraints


def web_address(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_web = False
    if not is_web or "@" in parts.netloc:
        raise ValueError("must be an address such as https://www.example.com/logo.svg")
    return text


WebAddress = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(web_address),
]
OptionalAddress = Annotated[
    str,
    StringConstraints(max_length=2000, pattern=r"^[\x21-\x7e]*$"),
    AfterValidator(lambda text: text and web_address(text)),
]
