"""`[plans.<key>]` of the document."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.schemas import Line, Text
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    State,
    build_table_reader,
    delete_removed_entries,
    quote_key,
)
from gatehouse.vendor.features import Rule


@dataclass(frozen=True, slots=True)
class VendorPlan:
    """`features` are keys. `rules` and `default_treatment` give it to users without an entitlement; `days` is
    how long an entitlement lasts, None without expiry. A tenant with a valid license of one of
    `license_types`, or with a subscription to `price_id` at the card provider, has the plan too."""

    id: UUID
    key: str
    name: str
    description: str
    features: list[str]
    default_treatment: bool
    rules: list[dict[str, Any]]
    days: int | None
    assign_on_signup: bool
    license_types: list[str]
    metadata: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    price_id: str | None = None
    trial_days: int | None = None

    @property
    def targets(self) -> bool:
        """Whether a user can have the plan without an entitlement."""
        return self.default_treatment or any(rule["treatment"] for rule in self.rules)


READ_PLANS = Query(VendorPlan, "select * from plans order by key")
READ_PLAN = Query(VendorPlan, "select * from plans where id = $1")

SAVE_PLAN = Command(
    """
    insert into plans (key, created_at, updated_at, name, description, features, default_treatment, rules,
      days, assign_on_signup, license_types, metadata, price_id, trial_days)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    on conflict (key) do update set updated_at = $2, name = $3, description = $4, features = $5,
      default_treatment = $6, rules = $7, days = $8, assign_on_signup = $9, license_types = $10,
      metadata = $11, price_id = $12, trial_days = $13
    """
)

DELETE_PLANS = Command("delete from plans where key = any ($1::text[])")


class PlanEntry(DocumentEntry):
    name: Annotated[Line, Field(min_length=1)] = Field(description="As people see it.")
    description: Text = Field("", description="What is in it.")
    features: Annotated[list[str], AfterValidator(lambda keys: sorted(set(keys)))] = Field(
        [], description="Keys of features."
    )
    license_types: list[Annotated[Line, Field(min_length=1)]] = Field(
        [],
        description="Holders of a valid license of one of these types have the plan for as long.",
    )
    price_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{1,200}$")] | None = Field(
        None,
        description="Of the card provider: what an account pays to subscribe to the plan, with which it has "
        "it. Not for sale when left out.",
    )
    trial_days: int | None = Field(
        None, ge=1, le=730, description="How long an account's first subscription is free."
    )
    days: int | None = Field(
        None,
        ge=1,
        le=36500,
        description="How long it lasts once it is given; for good when left out.",
    )
    assign_on_signup: bool = Field(False, description="Every new account is given it.")
    default_treatment: bool = Field(False, description="Applies to everyone that no rule matches.")
    rules: list[Rule] = Field(
        [], max_length=50, description="Who has it without being given it, as in a feature's flag."
    )
    metadata: dict[str, Any] = Field({}, description="For your own use.")


async def write_plans(db: Db, changes: Changes) -> None:
    """Write plans. Deleting a plan deletes the entitlements to it."""
    for key, after in await delete_removed_entries(db, DELETE_PLANS, changes):
        entry = PlanEntry.model_validate(after, context=after)
        await SAVE_PLAN.run(
            db,
            key,
            clock.now(),
            entry.name,
            entry.description,
            entry.features,
            entry.default_treatment,
            [rule.model_dump(mode="json") for rule in entry.rules],
            entry.days,
            entry.assign_on_signup,
            entry.license_types,
            entry.metadata,
            entry.price_id,
            entry.trial_days,
        )


def check_plans(state: State) -> Iterator[DocumentProblem]:
    sold: dict[str, str] = {}
    for key, entry in state["plans"].items():
        price = entry.get("price_id")
        if price and sold.setdefault(price, key) != key:
            place, other = f"plans.{quote_key(key)}.price_id", sold[price]
            yield DocumentProblem(
                place, f"is already used by {other!r}", "taken_by", {"name": other}
            )
        for wanted in entry["features"]:
            if wanted not in state["features"]:
                place, text = f"plans.{quote_key(key)}.features", f"there is no feature {wanted!r}"
                yield DocumentProblem(place, text, "no_feature", {"name": wanted})


PLANS = DocumentSection(
    "plans",
    "Features that are sold together.",
    PlanEntry,
    build_table_reader(PlanEntry, READ_PLANS),
    write_plans,
    check=check_plans,
    most=1000,
    keys=r"[A-Za-z0-9_.:-]{1,100}",
    example="""\
[plans.teams]
name = "Teams"
features = ["exports"]
license_types = ["teams"]
""",
)
