from ipaddress import IPv4Network, IPv6Network

from pydantic import Field

from gatehouse.kit.configuration import SettingsSection


class AccessSettings(SettingsSection):
    trusted_proxies: list[IPv4Network | IPv6Network] = Field(
        [], description="Networks whose `X-Forwarded-For` is believed."
    )
    access_token_seconds: int = Field(300, ge=30, le=3600, description="Life of an access token.")
    access_token_length: int = Field(
        7168,
        ge=2048,
        le=16_384,
        description="Characters of an access token, beyond which it refers to its longest lists (roles,"
        " permissions, tenants) instead of holding them.",
    )
