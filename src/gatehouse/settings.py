"""Every setting, its meaning and its default.

Read from environment variables (`GATEHOUSE_` + upper-case name, `__` between levels) and from an
optional `gatehouse.toml` beside the process; the environment wins. Built once by the entry point and
handed down. A provider's settings are a tagged union, so half a configuration does not start.
"""

import difflib
import os
import re
import tomllib
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from gatehouse.kit.configuration import ConfigurationError

ENV_PREFIX = "GATEHOUSE_"


def _origin(text: str) -> str:
    """As browsers write it (RFC 6454 §6.2): host in ASCII, no path, the port unless it is the usual."""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        raise ValueError(NO_ORIGIN) from None
    is_plain = HOST.fullmatch(host) and parts.scheme in USUAL_PORTS and "@" not in parts.netloc
    if not is_plain or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(NO_ORIGIN)
    name = f"[{host}]" if ":" in host else host
    is_usual = port in (None, USUAL_PORTS[parts.scheme])
    return f"{parts.scheme}://{name}" + ("" if is_usual else f":{port}")


USUAL_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]*:[0-9a-f:.]*")
NO_ORIGIN = "must be an origin such as https://id.example.com"
Origin = Annotated[str, AfterValidator(_origin)]


def _base_url(text: str | None) -> str | None:
    """An origin and perhaps a path, without a slash at the end: paths of pages are added to it."""
    if text is None:
        return None
    parts = urlsplit(text)
    try:
        origin = _origin(f"{parts.scheme}://{parts.netloc}")
    except ValueError:
        raise ValueError(NO_BASE_URL) from None
    if not re.fullmatch(r"[\w./~%-]*", parts.path, re.ASCII) or parts.query or parts.fragment:
        raise ValueError(NO_BASE_URL)
    return origin + parts.path.rstrip("/")


def _base_of(url: str) -> str:
    """The origin of a base URL."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


NO_BASE_URL = "must be an address such as https://app.example.com"
BaseUrl = Annotated[str | None, AfterValidator(_base_url)]


def _database_url(text: str | None) -> str | None:
    """Refused before the driver would quote a part of the password in its own refusal."""
    if text and not re.fullmatch(r"postgres(ql)?://([^@/?#]*@)?[^@]*", text):
        raise ValueError(
            "must be postgresql://user:password@host/database; / ? # @ in the password are written "
            "%2F %3F %23 %40"
        )
    return text


DatabaseUrl = Annotated[str | None, AfterValidator(_database_url)]


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FileMail(Section):
    """Mail is written as `.eml` files below `<data_dir>/mail`."""

    kind: Literal["file"] = "file"


class SmtpMail(Section):
    """Mail goes to an SMTP server."""

    kind: Literal["smtp"]
    host: str
    port: int = Field(587, ge=1, le=65535)
    username: str | None = None
    password: SecretStr | None = None
    security: Literal["starttls", "tls", "none"] = "starttls"
    timeout_seconds: float = Field(20, gt=0, le=50)


class FileSms(Section):
    """Text messages are written as JSON files below `<data_dir>/sms`."""

    kind: Literal["file"] = "file"


class SimulatedPayments(Section):
    """The overlay-checkout provider is the simulator inside this process; it runs in the demo alone."""

    kind: Literal["simulator"] = "simulator"


class PaddlePayments(Section):
    """The overlay-checkout provider is Paddle Billing."""

    kind: Literal["paddle"]
    environment: Literal["sandbox", "production"]
    api_key: SecretStr
    client_token: str
    webhook_secrets: list[Annotated[SecretStr, Field(min_length=1)]] = Field(min_length=1)
    price_ids: list[str] = Field(min_length=1)
    script_url: str = "https://cdn.paddle.com/paddle/v2/paddle.js"

    @model_validator(mode="after")
    def token_matches_environment(self) -> Self:
        prefix = "test_" if self.environment == "sandbox" else "live_"
        if not self.client_token.startswith(prefix):
            raise ValueError(f"client_token must start with {prefix} in {self.environment}")
        return self


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX,
        env_nested_delimiter="__",
        env_ignore_empty=True,
        toml_file="gatehouse.toml",
        extra="forbid",
        frozen=True,
    )

    env: Literal["production", "development", "demo", "test"] = Field(
        "development",
        description="What this process is for. `demo` adds demo data, stand-ins for outside services, "
        "`/dev/*` and generous limits; `production` refuses default secrets and what is half set up.",
    )
    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on.")
    public_url: Origin = Field(
        "http://localhost:8000",
        description="Origin that people's browsers see; links in mail start with it. Left out, its "
        "port is that of `port`.",
    )
    application_url: BaseUrl = Field(
        None,
        description="Your product's address, when it brings the sign-in pages: links in mail about "
        "accounts start with it, and its pages may call the API.",
    )
    data_dir: Path = Field(
        Path(".gatehouse"), description="Folder for the embedded database, mail and message files."
    )
    database_url: DatabaseUrl = Field(
        None, description="PostgreSQL 15 or later. Without it an embedded PostgreSQL is used."
    )
    migration_database_url: DatabaseUrl = Field(
        None,
        description="Owner of the schema, when `database_url` is a login without those rights.",
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
    mail: Annotated[FileMail | SmtpMail, Field(discriminator="kind")] = Field(
        FileMail(), description="Where mail goes."
    )
    mail_from: str = Field("Gatehouse <no-reply@localhost>", description="Sender of mail.")
    sms: FileSms = Field(FileSms(), description="Where text messages go.")
    payments: Annotated[SimulatedPayments | PaddlePayments, Field(discriminator="kind")] = Field(
        SimulatedPayments(), description="The overlay-checkout provider."
    )
    payment_webhook_tolerance_seconds: int = Field(
        60, ge=5, le=600, description="How far a payment webhook's time may differ from ours."
    )
    past_due_grace_days: int = Field(
        14,
        ge=0,
        le=90,
        description="How long a license still works after the start of a period that was not paid.",
    )
    trial_days: int = Field(14, ge=1, le=365, description="Length of a new organization's trial.")
    trial_seats: int = Field(5, ge=1, le=10_000, description="Seats of a trial license.")
    access_token_seconds: int = Field(300, ge=30, le=3600, description="Life of an access token.")
    refresh_overlap_seconds: int = Field(
        10,
        ge=0,
        le=60,
        description="How long a used refresh token still answers with the same successor, so that "
        "browser tabs may race. 0: the first use wins.",
    )
    password_min_length: int = Field(
        15,
        ge=8,
        le=64,
        description="Fewest characters of a new password. Below 15 only where a second factor is "
        "asked of everybody.",
    )
    breached_passwords_file: Path | None = Field(
        None,
        description="A larger collection of breached passwords than the packaged one, made by "
        "`scripts/build_breached_filter.py`.",
    )
    allowed_origins: list[Origin] = Field(
        [], description="Other origins whose pages may call the API with cookies."
    )
    trusted_proxies: list[IPv4Network | IPv6Network] = Field(
        [], description="Networks whose `X-Forwarded-For` is believed."
    )
    redis_url: str | None = Field(
        None, description="Valkey or Redis for rate limits shared by several processes."
    )
    max_body_bytes: int = Field(
        1_048_576, ge=1024, description="Largest request body; a larger one is refused with 413."
    )
    request_timeout_seconds: float = Field(
        30, gt=0, le=600, description="A request that takes longer is ended with 503."
    )
    metrics_token: SecretStr | None = Field(
        None, description="Bearer token for `/metrics`; in production the page is 404 without it."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least severe log line that is written."
    )
    log_format: Literal["console", "json"] = Field("console", description="Shape of a log line.")
    analytics_key: str | None = Field(
        None, description="Public key of the product-analytics service. Without it none is loaded."
    )
    analytics_host: str = Field(
        "https://us.i.posthog.com", description="Address of the product-analytics service."
    )
    docs_url: str = Field("/docs", description="Target of the portal's Docs button.")
    book_a_demo_url: str = Field("/contact", description="Target of the Book a Demo button.")
    slack_url: str = Field("https://slack.com", description="Target of the Community menu's Slack.")
    github_url: str = Field(
        "https://github.com", description="Target of the Community menu's GitHub."
    )
    legal_url: str = Field("/legal", description="Target of the footer's Legal link.")

    @property
    def origins(self) -> set[str]:
        """Whose pages may call the API: ours, the product's, and those that are listed."""
        product = _base_of(self.application_url) if self.application_url else self.public_url
        return {self.public_url, product, *self.allowed_origins}

    @property
    def simulated(self) -> bool:
        """True where stand-ins for outside services run, and pages that show and move what else nobody
        may: other people's mail, the clock."""
        return self.env in ("demo", "test")

    @property
    def simulates_checkout(self) -> bool:
        """True where the simulator takes the place of the overlay-checkout provider."""
        return self.simulated and self.payments.kind == "simulator"

    @model_validator(mode="before")
    @classmethod
    def public_url_follows_port(cls, data: dict[str, Any]) -> dict[str, Any]:
        port = str(data.get("port", ""))
        # What is no port is one fault, not two.
        if not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65535:
            return data
        return {"public_url": f"http://localhost:{port}"} | data

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
                "GATEHOUSE_PAYMENTS__KIND=paddle": self.payments.kind == "paddle",
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


def load_settings(**given: Any) -> Settings:
    """Read the configuration, or raise `ConfigurationError` with one line per problem. What is `given`
    outranks it."""
    refuse_unknown_variables()
    try:
        return Settings(**given)
    except ValidationError as error:
        raise ConfigurationError("\n".join(map(_line, error.errors()))) from None
    except SettingsError as error:
        field = re.search(r'field "(\w+)"', str(error))
        name = f"{ENV_PREFIX}{field[1]}".upper() if field else "A setting"
        raise ConfigurationError(
            f'{name} is not valid JSON; a list is written as ["first", "second"]'
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"gatehouse.toml is not valid TOML: {error}") from None


def _line(problem: ErrorDetails) -> str:
    text = problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "union_tag_not_found":
        text = "set its __KIND too"
    if not problem["loc"]:
        return text
    name, *inner = (str(part) for part in problem["loc"])
    # ("mail", "smtp", "host") is GATEHOUSE_MAIL__HOST: the kind is no part of the variable's name.
    field = inner[1:2] if name in _sections() else []
    return f"{ENV_PREFIX}{'__'.join([name, *field])}".upper() + f": {text}"


def _sections() -> set[str]:
    fields = Settings.model_fields.items()
    return {name for name, field in fields if isinstance(field.default, Section)}


def refuse_unknown_variables() -> None:
    """A misspelt variable would otherwise be a setting that silently does nothing."""
    known = {f"{ENV_PREFIX}{name}".upper() for name in Settings.model_fields}
    sections = {f"{ENV_PREFIX}{name}".upper() for name in _sections()}
    for variable in sorted(os.environ):
        name = variable.upper()
        if not name.startswith(ENV_PREFIX) or name in known:
            continue
        if "__" not in name or name.split("__")[0] not in sections:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise ConfigurationError(f"{variable} is not a setting{hint}")
