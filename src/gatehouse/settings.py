"""Every setting, composed of the sections that the areas declare beside their code.

Read from environment variables (`GATEHOUSE_` + upper-case name, `__` between levels) and from an
optional `gatehouse.toml` beside the process; the environment wins. Built once by the entry point and
handed down. A provider's settings are a tagged union, so half a configuration does not start.
"""

import difflib
import os
import re
import tomllib
from typing import Any, Literal, Self

from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from gatehouse.access.settings import AccessSettings
from gatehouse.audit.settings import AuditSettings
from gatehouse.directory.tenants.settings import DeletionSettings
from gatehouse.identity.sessions.settings import SessionSettings
from gatehouse.kit.configuration import ConfigurationError, SettingsSection
from gatehouse.kit.connection_urls import DatabaseUrl, PoolerUrl, StoreUrl
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.kit.tracing.settings import TracingSettings
from gatehouse.licensing.settings import LicensingSettings, PortalSettings
from gatehouse.policies.settings import CountrySettings, PasswordSettings
from gatehouse.probes.settings import ProbeSettings
from gatehouse.providers.settings import (
    CaptchaSettings,
    CardSettings,
    MailSettings,
    PaymentSettings,
    SlackSettings,
    SmsSettings,
)

ENV_PREFIX = "GATEHOUSE_"


class ProcessSettings(SettingsSection):
    """What every process stands on."""

    database_url: DatabaseUrl = Field(
        None, description="PostgreSQL 15 or later. Without it an embedded PostgreSQL is used."
    )
    migration_database_url: DatabaseUrl = Field(
        None,
        description="Owner of the schema, when `database_url` is a login without those rights.",
    )
    database_pooler_url: PoolerUrl = Field(
        None,
        description="PgBouncer or the like in transaction mode, in front of the same database. Requests "
        "go through it; workers, migrations, commands and notifications use `database_url`.",
    )
    database_connections: int = Field(
        10,
        ge=2,
        le=200,
        description="Database connections of one web process; under load half as many more serve "
        "the hottest calls.",
    )
    database_patience_seconds: float = Field(
        5,
        ge=1,
        le=60,
        description="How long a request waits for a database that does not answer, before it is refused "
        "with 503.",
    )
    database_standby_url: DatabaseUrl = Field(
        None,
        description="A streaming standby of the database, or several with a comma between the hosts. What "
        "people's browsers are shown of audits, statistics and the console's lists is read there.",
    )
    database_standby_lag_seconds: float = Field(
        5,
        ge=1,
        le=60,
        description="How far the replica may be behind; if it is further, the primary is read. For as "
        "long, a user who made a change reads from the primary.",
    )
    worker_connections: int = Field(
        4, ge=3, le=100, description="Database connections of a worker."
    )
    secret_key: SecretStr | None = Field(
        None,
        description="At least 32 characters; encrypts stored secrets. Outside production a key is "
        "made and kept in `data_dir`.",
    )
    previous_secret_keys: list[SecretStr] = Field(
        [], description="Earlier values of `secret_key`, still read while data is re-encrypted."
    )
    redis_url: StoreUrl = Field(
        None,
        description="Valkey or Redis for rate limits shared by several processes: "
        "`valkey://:password@host:6379/0`, with TLS `valkeys://`.",
    )
    max_body_bytes: int = Field(
        1_048_576, ge=1024, description="Largest request body; a larger one is refused with 413."
    )
    request_timeout_seconds: float = Field(
        30, gt=0, le=600, description="A request that takes longer is ended with 503."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least severe log line that is written."
    )
    log_format: Literal["console", "json"] = Field("console", description="Shape of a log line.")


class Settings(
    # The last comes first in the reference.
    BaseSettings,
    PortalSettings,
    LicensingSettings,
    CountrySettings,
    PasswordSettings,
    SessionSettings,
    DeletionSettings,
    AuditSettings,
    AccessSettings,
    TracingSettings,
    ProbeSettings,
    CardSettings,
    PaymentSettings,
    CaptchaSettings,
    SlackSettings,
    SmsSettings,
    MailSettings,
    ProcessSettings,
    Deployment,
):
    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX,
        env_nested_delimiter="__",
        env_ignore_empty=True,
        toml_file="gatehouse.toml",
        extra="forbid",
        frozen=True,
    )

    @property
    def simulates_checkout(self) -> bool:
        """True where the simulator takes the place of the overlay-checkout provider."""
        return self.simulated and self.payments.kind == "simulator"

    @property
    def sells_licenses(self) -> bool:
        """False where no overlay-checkout provider is configured, so that nothing can be bought."""
        return self.payments.kind == "paddle" or self.simulates_checkout

    @property
    def simulates_cards(self) -> bool:
        """True where the simulator takes the place of the card provider."""
        return self.simulated and self.cards.kind == "none"

    @model_validator(mode="after")
    def card_keys_match_environment(self) -> Self:
        if self.cards.kind == "none" or self.cards.is_live == (self.env == "production"):
            return self
        mode = "live" if self.env == "production" else "test"
        raise ValueError(
            f"GATEHOUSE_CARDS__SECRET_KEY and __PUBLISHABLE_KEY must be {mode} keys (sk_{mode}_…, "
            f"pk_{mode}_…) where GATEHOUSE_ENV is {self.env}"
        )

    @model_validator(mode="after")
    def pooler_has_a_database(self) -> Self:
        if self.database_pooler_url and not self.database_url:
            raise ValueError(
                "database_pooler_url needs database_url: the database that it leads to"
            )
        return self

    @model_validator(mode="after")
    def standby_has_a_database(self) -> Self:
        if self.database_standby_url and not self.database_url:
            raise ValueError(
                "database_standby_url needs database_url: the database of which it is a copy"
            )
        return self

    @model_validator(mode="after")
    def production_is_complete(self) -> Self:
        if self.secret_key is not None and len(self.secret_key.get_secret_value()) < 32:
            raise ValueError("secret_key must have at least 32 characters")
        if self.env != "production":
            return self
        missing = [
            name
            for name, present in {
                "GATEHOUSE_SECRET_KEY": self.secret_key is not None,
                "GATEHOUSE_DATABASE_URL": bool(self.database_url),
                "GATEHOUSE_PUBLIC_URL (https)": self.public_url.startswith("https://"),
                "GATEHOUSE_APPLICATION_URL (https)": (
                    self.application_url is None or self.application_url.startswith("https://")
                ),
                "GATEHOUSE_MAIL__KIND=smtp": self.mail.kind == "smtp",
                "GATEHOUSE_PAYMENTS__KIND=paddle or none": self.payments.kind != "simulator",
            }.items()
            if not present
        ]
        if missing:
            raise ValueError("production needs " + ", ".join(missing))
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def add_settings(resources: Resources, settings: Settings) -> None:
    """Each area finds its own section by its type; pages, which show something of many, find all."""
    for kind in Settings.__mro__:
        if issubclass(kind, SettingsSection):
            resources.add(kind, settings)


def load_settings(**given: Any) -> Settings:
    """Read the configuration, or raise `ConfigurationError` with one line per problem. What is `given`
    outranks it."""
    refuse_unknown_variables()
    try:
        return Settings(**given)
    except ValidationError as error:
        raise ConfigurationError(
            "\n".join(map(_describe_setting_problem, error.errors()))
        ) from None
    except SettingsError as error:
        field = re.search(r'field "(\w+)"', str(error))
        name = f"{ENV_PREFIX}{field[1]}".upper() if field else "A setting"
        raise ConfigurationError(
            f'{name} is not valid JSON; a list is written as ["first", "second"]'
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"gatehouse.toml is not valid TOML: {error}") from None


def _describe_setting_problem(problem: ErrorDetails) -> str:
    text = problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "union_tag_not_found":
        text = "set its __KIND too"
    if not problem["loc"]:
        return text
    name, *inner = (str(part) for part in problem["loc"])
    # ("mail", "smtp", "host") is GATEHOUSE_MAIL__HOST: the kind is no part of the variable's name.
    field = inner[1:2] if name in _list_section_names() else []
    return f"{ENV_PREFIX}{'__'.join([name, *field])}".upper() + f": {text}"


def _list_section_names() -> set[str]:
    fields = Settings.model_fields.items()
    return {name for name, field in fields if isinstance(field.default, SettingsSection)}


def refuse_unknown_variables() -> None:
    """A misspelt variable would otherwise be a setting that silently does nothing."""
    known = {f"{ENV_PREFIX}{name}".upper() for name in Settings.model_fields}
    sections = {f"{ENV_PREFIX}{name}".upper() for name in _list_section_names()}
    for variable in sorted(os.environ):
        name = variable.upper()
        if not name.startswith(ENV_PREFIX) or name in known:
            continue
        if "__" not in name or name.split("__")[0] not in sections:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise ConfigurationError(f"{variable} is not a setting{hint}")
