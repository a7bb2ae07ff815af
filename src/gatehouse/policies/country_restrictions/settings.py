from pydantic import Field, FilePath

from gatehouse.kit.configuration import Section


class CountrySettings(Section):
    country_file: FilePath | None = Field(
        None,
        description="Which country an address is in: a file in MaxMind's format (`.mmdb`). Without it "
        "countries cannot be restricted. A newer file in its place is read within a minute.",
    )
