from pydantic import Field

from gatehouse.kit.configuration import ReadableFile, SettingsSection


class CountrySettings(SettingsSection):
    country_file: ReadableFile | None = Field(
        None,
        description="Which country an address is in: a file in MaxMind's format (`.mmdb`). Without it "
        "countries cannot be restricted. A newer file in its place is read within a minute.",
    )
