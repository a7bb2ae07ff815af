"""URLs of the database and of the store of rate limits, as providers write them."""

import re
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from pydantic import AfterValidator

from gatehouse.kit.configuration import check_readable_file

FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
# Options of libpq that concern only the client. asyncpg would send them to the server as settings, and the
# server would refuse them.
LIBPQ_ONLY = {
    "connect_timeout", "channel_binding", "keepalives", "keepalives_idle", "keepalives_interval",
    "keepalives_count", "tcp_user_timeout", "gssencmode", "sslcompression", "sslsni",
    "require_auth", "load_balance_hosts",
}  # fmt: skip
# Where common systems keep their certificates, for an OpenSSL that was built for another path.
SYSTEM_CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
)


def _normalize_database_url(text: str | None) -> str | None:
    """Remove the options that only libpq knows. A malformed URL is refused here because asyncpg's error would
    quote a part of the password."""
    if not text:
        return text
    if not re.fullmatch(r"postgres(ql)?://([^@/?#]*@)?[^@]*", text):
        raise ValueError(
            "must be postgresql://user:password@host/database; / ? # @ in the password are written "
            "%2F %3F %23 %40"
        )
    address, _, query = text.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    wanted = _check_libpq_options(options)
    return (
        text if wanted == options else f"{address}?{urlencode(wanted, quote_via=quote)}".rstrip("?")
    )


def _check_libpq_options(options: Mapping[str, str]) -> dict[str, str]:
    mode = options.get("sslmode")
    if mode is not None and mode not in MODES:
        raise ValueError(f"sslmode must be one of {', '.join(MODES)}")
    wanted = {name: value for name, value in options.items() if name not in LIBPQ_ONLY}
    if options.get("sslrootcert") == "system":
        if mode not in (None, "verify-full"):
            raise ValueError("sslrootcert=system needs sslmode=verify-full")
        wanted |= {"sslrootcert": _find_system_certificates(), "sslmode": "verify-full"}
    # asyncpg cannot bind the channel. Dropping the option silently would allow a man-in-the-middle attack.
    if options.get("channel_binding") == "require" and wanted.get("sslmode") != "verify-full":
        raise ValueError(
            "write sslmode=verify-full&sslrootcert=system instead of channel_binding=require, which the"
            " driver does not know"
        )
    for name in FILES:
        if path := wanted.get(name):
            try:
                check_readable_file(Path(path).expanduser())
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
    return wanted


def _find_system_certificates() -> str:
    known = ssl.get_default_verify_paths().cafile
    for path in (known, *SYSTEM_CERTIFICATES):
        if path and Path(path).is_file():
            return path
    raise ValueError(
        "sslrootcert=system: this system has no file of certificates; name one instead"
    )


def _check_pooler_url(text: str | None) -> str | None:
    if text and "," in text.rpartition("@")[2]:
        raise ValueError(
            "must name one host; which database takes writes is for the pooler to know"
        )
    return text


def _normalize_store_url(text: str | None) -> str | None:
    """Valkey speaks the protocol of Redis, and the library knows it by the schemes of Redis."""
    if not text:
        return text
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
        is_good = is_good and bool(re.fullmatch(r"(/\d*)?", parts.path)) and not parts.fragment
    except ValueError:
        is_good = False
    if not is_good:
        raise ValueError(
            "must be valkey://:password@host:6379/0 or valkeys://, redis:// or rediss:// in its place;"
            " / ? # @ in the password are written %2F %3F %23 %40"
        )
    return re.sub("^valkey", "redis", text)


SCHEMES = ("valkey", "valkeys", "redis", "rediss")

DatabaseUrl = Annotated[str | None, AfterValidator(_normalize_database_url)]
PoolerUrl = Annotated[DatabaseUrl, AfterValidator(_check_pooler_url)]
StoreUrl = Annotated[str | None, AfterValidator(_normalize_store_url)]
