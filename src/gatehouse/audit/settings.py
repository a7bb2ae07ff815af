from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr

from gatehouse.kit.configuration import SettingsSection

NO_STREAM = (
    "must be an address such as https://collector.example.com/logs, syslog+tls://logs.example.com:6514 or"
    " file:///var/log/gatehouse/audit.jsonl"
)


def _check_stream_url(url: str | None) -> str | None:
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        has_name = parts.path.startswith("/") and not parts.path.endswith("/")
        is_file = parts.scheme == "file" and has_name and not parts.netloc
        is_known = parts.scheme in ("http", "https", "syslog", "syslog+tls") and parts.hostname
        is_good = bool(is_file or is_known) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good:
        raise ValueError(NO_STREAM)
    folder = Path(parts.path).parent
    if is_file and not folder.is_dir():
        raise ValueError(f"{folder} is not a folder")
    return url


class AuditSettings(SettingsSection):
    audit_retention_days: int = Field(
        730,
        ge=90,
        le=36_500,
        description="How long the audit log is kept. It goes by months, each once all of it is older.",
    )
    audit_stream_url: Annotated[str | None, AfterValidator(_check_stream_url)] = Field(
        None,
        description="Where every entry of the audit log is sent, of all accounts: lines of JSON to http(s)://,"
        " messages to syslog:// (TCP) or syslog+tls://, or a file:// to which they are added.",
    )
    audit_stream_authorization: SecretStr | None = Field(
        None,
        description="The header `authorization` of what is sent by HTTP, such as `Splunk 00000000-…`.",
    )
