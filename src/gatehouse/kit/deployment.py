"""Where this process runs, and how it is reached."""

import re
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, StringConstraints, model_validator

from gatehouse.kit.configuration import BaseUrl, HostName, Origin, SettingsSection, origin_of

# What Android's credential manager says instead of an origin (32 bytes in base64url).
AndroidApp = Annotated[
    str, StringConstraints(pattern=r"^android:apk-key-hash:[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$")
]

AndroidPackage = Annotated[
    str, StringConstraints(max_length=255, pattern=r"^[A-Za-z]\w*(\.[A-Za-z]\w*)+$")
]
# The team's prefix and the bundle's id.
AppleApp = Annotated[
    str,
    StringConstraints(max_length=255, pattern=r"^[A-Z0-9]{10}\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$"),
]


class Deployment(SettingsSection):
    env: Literal["production", "development", "demo", "test"] = Field(
        "development",
        description="What this process is for. `demo` adds demo data, stand-ins for outside services, "
        "`/dev/*` and generous limits; `production` refuses default secrets and what is half set up.",
    )
    host: HostName = Field("127.0.0.1", description="Address to listen on.")
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
    allowed_origins: list[Origin] = Field(
        [], description="Other origins whose pages may call the API with cookies."
    )
    outgoing_networks: list[IPv4Network | IPv6Network] = Field(
        [],
        description="Private networks, such as `10.0.0.0/8`, that addresses which customers set may lead "
        "to; webhooks otherwise go to public addresses only.",
    )

    webauthn_domain: str | None = Field(
        None,
        pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)*$",
        description="Domain for which passkeys and security keys are made, when it is above the host of "
        "the sign-in pages. Keys of one domain do not work under another. A copy of the database, as for a "
        "staging system, needs a domain of its own: browsers delete passkeys that it does not have.",
    )
    webauthn_apps: list[AndroidApp] = Field(
        [],
        description="Your Android apps in which keys of that domain are made and used: "
        "`android:apk-key-hash:` and the SHA-256 of the certificate that signs the app, in base64url.",
    )
    webauthn_android_packages: list[AndroidPackage] = Field(
        [],
        description="Package names of those apps, such as `com.umbrella.app`: they are told, with the "
        "certificates, at `/.well-known/assetlinks.json`.",
    )
    webauthn_apple_apps: list[AppleApp] = Field(
        [],
        description="Your iOS and macOS apps in which keys of that domain are made and used, such as "
        "`ABCDE12345.com.umbrella.app`: they are told at `/.well-known/apple-app-site-association`.",
    )

    @property
    def key_domain(self) -> str:
        """What passkeys and security keys belong to (the relying party's id)."""
        return (
            self.webauthn_domain or urlsplit(self.application_url or self.public_url).hostname or ""
        )

    @property
    def origins(self) -> set[str]:
        """Whose pages may call the API: ours, the product's, and those that are listed."""
        product = origin_of(self.application_url) if self.application_url else self.public_url
        return {self.public_url, product, *self.allowed_origins}

    @property
    def is_https(self) -> bool:
        return self.public_url.startswith("https://")

    @property
    def simulated(self) -> bool:
        """True in demo and test, where stand-ins for outside services run, and pages that show all mail and
        move the clock."""
        return self.env in ("demo", "test")

    @model_validator(mode="before")
    @classmethod
    def public_url_follows_port(cls, data: dict[str, Any]) -> dict[str, Any]:
        port = str(data.get("port", ""))
        # What is no port is one fault, not two.
        if not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65535:
            return data
        return {"public_url": f"http://localhost:{port}"} | data

    @model_validator(mode="after")
    def webauthn_domain_has_a_page(self) -> Self:
        if self.webauthn_domain is None:
            return self
        urls = filter(None, (self.public_url, self.application_url))
        if any(
            _is_domain_of_host(urlsplit(url).hostname or "", self.webauthn_domain) for url in urls
        ):
            return self
        raise ValueError(
            "GATEHOUSE_WEBAUTHN_DOMAIN must be the host of GATEHOUSE_PUBLIC_URL or GATEHOUSE_APPLICATION_URL,"
            " or a domain above it; browsers make no keys for another"
        )


def _is_domain_of_host(host: str, domain: str) -> bool:
    """Whether a page of the host may use keys of the domain (WebAuthn Level 3 §5.1.3); no top-level domain
    may have keys."""
    return host == domain or ("." in domain and host.endswith(f".{domain}"))
