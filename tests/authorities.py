"""The certificates of the authorities that the world trusts, read once for each test process.

httpx reads them for each client that it makes, which takes as long as ten requests; tests make thousands
of clients, none of which leaves this machine.
"""

import os
import ssl
from functools import cache
from typing import Any

import httpx
from httpx._transports import default

# Other authorities than the usual ones, which tests of them name.
OTHERS = ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE")


@cache
def usual() -> ssl.SSLContext:
    return httpx.create_ssl_context()


def create_ssl_context(
    verify: Any = True, cert: Any = None, trust_env: bool = True
) -> ssl.SSLContext:
    if verify is True and cert is None and not any(map(os.environ.get, OTHERS)):
        return usual()
    return httpx.create_ssl_context(verify=verify, cert=cert, trust_env=trust_env)


def read_once() -> None:
    vars(default)["create_ssl_context"] = create_ssl_context
