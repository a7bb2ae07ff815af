from typing import Annotated, Any

from pydantic import Field, StringConstraints

from gatehouse.kit.schemas import Wire

LONGEST = 300_000


class ConfigurationDocument(Wire):
    """TOML, as `gatehouse vendor show` prints it. Secrets are sealed: they can be applied again to the same
    installation, and open nothing anywhere else."""

    document: str


class ConfigurationDocumentIn(Wire):
    """All of the configuration, or only the tables that are meant; what is missing stays, what is listed
    below `remove` goes. docs/reference/vendor-document.md"""

    document: Annotated[
        str,
        StringConstraints(max_length=LONGEST, pattern=r"^[^\x00]*$"),
        Field(examples=['[brand]\nname = "Acme"\n']),
    ]


class ConfigurationApply(ConfigurationDocumentIn):
    """`digest` as `diff` gave it: applied only if that is still what would change."""

    digest: Annotated[str, StringConstraints(max_length=64)] | None = None


class ConfigurationTable(Wire):
    """One table of the document: its fields, or its entries by key. Secrets are left out."""

    table: str
    values: dict[str, Any]


class ConfigurationTableChange(Wire):
    """What is given of it; what is missing stays. In an entry of `portal`, null takes a value away. `remove`
    names fields that have their default again, or entries that go."""

    values: dict[str, Any] = Field({}, examples=[{"name": "Acme"}])
    remove: list[Annotated[str, StringConstraints(max_length=200)]] = Field(
        [], max_length=1000, examples=[["accent_color"]]
    )


class ConfigurationDifferences(Wire):
    """One line each: `+` is new, `-` goes, `~` changes. Secrets are left out."""

    differences: list[str]


class ConfigurationCompared(ConfigurationDifferences):
    """`digest` identifies all differences, so that a caller can apply exactly these."""

    digest: str
