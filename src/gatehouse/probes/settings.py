from pydantic import Field, SecretStr

from gatehouse.kit.configuration import Section


class ProbeSettings(Section):
    metrics_token: SecretStr | None = Field(
        None, description="Bearer token for `/metrics`; in production the page is 404 without it."
    )
