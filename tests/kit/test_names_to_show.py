"""A name is shown among other text: it must not draw that text another way, or not be seen itself."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from gatehouse.imports.users.rows import ImportRow
from gatehouse.kit.schemas import Name
from gatehouse.vendor.plans import PlanEntry

NAME = TypeAdapter(Name)


@pytest.mark.parametrize(
    "name",
    [
        "invoice\u202efdp.exe",  # reads "invoiceexe.pdf"
        "\u2066Ada\u2069",
        "Ada\u2028Grace",
        "Ada\x85Grace",
        "Ada\x1b[2J",
        "Ada\nGrace",
        "Ada\x00",
        "\u200b\u200b",
        "\u3164",
    ],
)
def test_a_text_that_changes_the_text_around_it_is_no_valid_name(name):
    with pytest.raises(ValidationError):
        NAME.validate_python(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "",
        "Søren",
        "中文",
        "عربي",
        "שלום \u200fAcme\u200f",
        "👩\u200d💻 Ops",
        "Q3: 50 % (EU)",
    ],
)
def test_names_of_many_languages_are_valid(name):
    assert NAME.validate_python(name) == name


@pytest.mark.parametrize("entry", [PlanEntry, ImportRow])
def test_stored_names_that_are_no_longer_valid_can_be_read(entry):
    """Otherwise the vendor's document could not be read any more, and a user could not be migrated."""
    held: Any = entry.model_fields["name"].annotation
    assert TypeAdapter(held).validate_python("Team\u202e \x83") == "Team\u202e \x83"
