from pydantic import Field

from gatehouse.kit.configuration import BaseUrl, SettingsSection


class TracingSettings(SettingsSection):
    traces_url: BaseUrl = Field(
        None,
        description="Where an OpenTelemetry collector takes spans by OTLP over HTTP, such as "
        "`http://collector:4318/v1/traces`. Without it none are made. Headers that it asks for go into "
        "`OTEL_EXPORTER_OTLP_HEADERS`.",
    )
    traces_share: float = Field(
        0.1, ge=0, le=1, description="The part of requests and jobs that leave spans, from 0 to 1."
    )
