from pydantic import Field, SecretStr

from gatehouse.kit.configuration import SettingsSection


class ProbeSettings(SettingsSection):
    metrics_token: SecretStr | None = Field(
        None, description="Bearer token for `/metrics`; in production the page is 404 without it."
    )
