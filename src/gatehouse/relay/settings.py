"""The relay's settings from the environment; the server does not use them."""

import os
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from gatehouse.kit.configuration import BaseUrl, ConfigurationError, HostName, ReadableFile

PREFIX = "GATEHOUSE_RELAY_"


class RelaySettings(BaseSettings):
    """Environment variables: `GATEHOUSE_RELAY_` and the name in capitals."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    key: SecretStr | None = Field(None, description="The license key that tools send, too.")
    folder: Path = Field(Path(".gatehouse-relay"), description="Where everything is kept.")
    file: Path | None = Field(
        None, description="The license file; `license.json` of the folder when left out."
    )
    public_keys: Path | None = Field(
        None,
        description="The vendor's public keys; `public-keys.json` of the folder when left out.",
    )
    server: BaseUrl = Field(
        None, description="The vendor's server, where it can be reached at least now and then."
    )
    host: HostName = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8001, ge=0, le=65535, description="Port to listen on.")
    certificate: ReadableFile | None = Field(
        None, description="TLS: the chain of certificates, PEM."
    )
    certificate_key: ReadableFile | None = Field(None, description="TLS: its private key, PEM.")
    seat_lease_seconds: int = Field(
        900, ge=60, le=86_400, description="How long a seat is held without a heartbeat."
    )
    ci_sessions: int = Field(
        50, ge=0, le=100_000, description="How many runs in CI there may be at once."
    )
    file_days: int = Field(
        7,
        ge=1,
        le=366,
        description="How long a tool works without the relay; never beyond its file.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"

    @property
    def file_path(self) -> Path:
        return self.file or self.folder / "license.json"

    @property
    def public_keys_path(self) -> Path:
        return self.public_keys or self.folder / "public-keys.json"


def load_relay_settings(**given: Any) -> RelaySettings:
    """`ConfigurationError` with a line for each problem. What is `given` outranks the environment."""
    known = {f"{PREFIX}{name}".upper() for name in RelaySettings.model_fields}
    unknown = [
        name
        for name in sorted(os.environ)
        if name.upper().startswith(PREFIX) and name.upper() not in known
    ]
    if unknown:
        raise ConfigurationError(
            "\n".join(f"{name} is not a setting of a relay" for name in unknown)
        )
    try:
        return RelaySettings(**given)
    except ValidationError as error:
        lines = [
            f"{PREFIX}{one['loc'][0]}".upper() + f": {one['msg'].removeprefix('Value error, ')}"
            for one in error.errors()
        ]
        raise ConfigurationError("\n".join(lines)) from None
