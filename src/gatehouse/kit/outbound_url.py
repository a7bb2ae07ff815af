"""An address that the server sends something to, in a body."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from gatehouse.kit.outbound import AddressRefused, split_url


def _check_url(url: str) -> str:
    try:
        split_url(url)
    except AddressRefused as error:
        raise ValueError(str(error)) from None
    return url


OutboundUrl = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=2000),
    AfterValidator(_check_url),
]
