"""`[features.<key>]` of the document."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Line, Text
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
    no_permission,
    quote_key,
)
from gatehouse.vendor.features import queries
from gatehouse.vendor.features.rules import FeatureFlag

MOST = 1000


class FeatureEntry(DocumentEntry):
    name: Annotated[Line, Field(min_length=1)] = Field(description="As people see it.")
    description: Text = Field("", description="What it does.")
    permissions: Annotated[list[str], AfterValidator(lambda keys: sorted(set(keys)))] = Field(
        [], description="Keys of permissions that count only together with this feature."
    )
    flag: FeatureFlag | None = Field(
        None,
        description="Whom it is on for, whatever they have bought: `on`, `off_treatment`, "
        "`default_treatment`, `rules` of `conditions`.",
    )
    metadata: dict[str, Any] = Field({}, description="For your own use.")


async def read_features(db: Db) -> Entries:
    return {
        row.key: FeatureEntry.model_validate(row, context={"flag": row.flag}).model_dump(
            mode="json", exclude_none=True
        )
        for row in await queries.FEATURES.all(db)
    }


async def write_features(db: Db, changes: Changes) -> None:
    gone = [key for key, (_, after) in changes.items() if after is None]
    await queries.DELETE_FEATURES.run(db, gone)
    for key, (_, after) in changes.items():
        if after is not None:
            entry = FeatureEntry.model_validate(after, context=after)
            await queries.SAVE_FEATURE.run(
                db,
                key,
                clock.now(),
                entry.name,
                entry.description,
                entry.permissions,
                entry.metadata,
                entry.flag.model_dump(mode="json") if entry.flag else None,
            )


def check_features(state: State) -> Iterator[DocumentProblem]:
    if len(state["features"]) > MOST:
        yield DocumentProblem("features", f"at most {MOST}", "too_many", {"most": MOST})
    for key, entry in state["features"].items():
        for wanted in entry["permissions"]:
            if wanted not in state["permissions"]:
                yield no_permission(f"features.{quote_key(key)}.permissions", wanted)


FEATURES = DocumentSection(
    "features",
    "What can be sold, or be switched on for some.",
    FeatureEntry,
    read_features,
    write_features,
    check=check_features,
    keys=r"[A-Za-z0-9_.:-]{1,100}",
    example="""\
[features.exports]
name = "Exports"
permissions = ["reports.read"]

[features.exports.flag]
on = true
default_treatment = false

[[features.exports.flag.rules]]
treatment = true
conditions = [{ attribute = "frontegg.email", op = "ends_with", value = { list = ["@acme.com"] } }]
""",
)
