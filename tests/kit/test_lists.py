"""Pages of a list: literal filters, sorts that are stable both ways, totals, bounds."""

from dataclasses import dataclass
from typing import Annotated, Literal
from uuid import uuid4

import pytest
from fastapi import APIRouter, Query
from pydantic import Field

from gatehouse.access.guard import SystemTransaction
from gatehouse.kit.lists import ListOf, ListQuery
from tests.small_app import browse


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    shelf: str | None


ENTRIES = ListOf(
    Entry,
    "select entity_name as name, configuration ->> 'shelf' as shelf from metadata"
    " where configuration ->> 'library' = $1 and entity_name ilike $2",
    parameters=2,
    sorts={"name": "entity_name", "shelf": "configuration ->> 'shelf'"},
    tie="entity_name",
)
router = APIRouter()


class EntryList(ListQuery):
    sort_by: Literal["name", "shelf"] = Field("name", alias="_sortBy")


@router.get("/{library}")
async def list_entries(
    library: str, query: Annotated[EntryList, Query()], db: SystemTransaction
) -> dict[str, object]:
    page = await ENTRIES.page(db, query, query.sort_by, library, query.like)
    return {"names": [entry.name for entry in page.items], "total": page.total, "pages": page.pages}


SHELVES = {"a%b": "low", "a_b": None, "aXb": "low", r"a\b": "high", "AÉb": "low", "c": None}


@pytest.fixture
async def library(db):
    """Its name; of every entry the name is unique through it."""
    name = uuid4().hex
    for entry, shelf in SHELVES.items():
        await db.connection.execute(
            "insert into metadata (entity_name, configuration) values ($1, $2)",
            f"{entry} {name}",
            {"library": name, "shelf": shelf},
        )
    return name


@pytest.fixture
async def read(settings, resources, library):
    async with browse(router, settings, resources) as http:

        async def listed(**query: object) -> tuple[list[str], int, int]:
            answer = await http.get(
                f"/{library}", params={f"_{name}": str(value) for name, value in query.items()}
            )
            found = answer.raise_for_status().json()
            names = [name.removesuffix(f" {library}") for name in found["names"]]
            return names, found["total"], found["pages"]

        yield listed


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("a%", ["a%b"]),
        ("%", ["a%b"]),
        ("a_b", ["a_b"]),
        ("\\", [r"a\b"]),
        ("AXB", ["aXb"]),
        ("aéB", ["AÉb"]),
        ("nowhere", []),
        ("null", list(SHELVES)),
        ("'; drop table metadata; --", []),
    ],
)
async def test_a_filter_is_taken_to_the_letter(read, words, found):
    names, total, _ = await read(filter=words)
    assert (sorted(names), total) == (sorted(found), len(found))


async def test_both_directions_are_each_others_mirror_ties_included(read):
    for sort in ("name", "shelf"):
        up, *_ = await read(sortBy=sort, order="ASC")
        down, *_ = await read(sortBy=sort, order="desc")
        assert len(up) == len(SHELVES)
        assert up == down[::-1], sort
    assert [SHELVES[name] for name in up] == [None, None, "high", "low", "low", "low"]
    by_default, *_ = await read()
    assert by_default == (await read(sortBy="name", order="ASC"))[0]


@pytest.mark.parametrize("order", ["ASC", "DESC"])
async def test_pages_put_together_are_the_list(read, order):
    whole, *_ = await read(sortBy="shelf", order=order)
    pages = [await read(sortBy="shelf", order=order, limit=2, offset=at) for at in range(0, 6, 2)]
    assert [name for names, *_ in pages for name in names] == whole
    assert {(total, count) for _, total, count in pages} == {(6, 3)}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"limit": 4}, (4, 6, 2)),
        ({"limit": 6}, (6, 6, 1)),
        ({"limit": 200}, (6, 6, 1)),
        ({"limit": 4, "offset": 4}, (2, 6, 2)),
        ({"offset": 6}, (0, 6, 1)),
        ({"offset": 10_000_000}, (0, 6, 1)),
        ({"filter": "nowhere"}, (0, 0, 0)),
    ],
)
async def test_the_total_counts_what_the_filter_leaves_not_the_page(read, query, expected):
    names, total, pages = await read(**query)
    assert (len(names), total, pages) == expected


@pytest.mark.parametrize(
    "query",
    [
        "_limit=0", "_limit=-1", "_limit=201", "_limit=1e3", "_limit=99999999999999999999999999",
        "_offset=-1", "_offset=10000001", "_offset=9223372036854775808", "_offset=x",
        "_sortBy=id", "_sortBy=name;drop", "_order=sideways", "_filter=%00", f"_filter={'x' * 201}",
    ],
)  # fmt: skip
async def test_what_is_out_of_bounds_is_refused(settings, resources, query):
    async with browse(router, settings, resources) as http:
        answer = await http.get(f"/any?{query}")
    assert (answer.status_code, answer.json()["errorCode"][:3]) == (400, "ER-")


async def test_unknown_parameters_and_absent_words_are_as_if_not_there(
    settings, resources, library
):
    async with browse(router, settings, resources) as http:
        plain = (await http.get(f"/{library}")).json()
        odd = await http.get(
            f"/{library}?_limit=undefined&_sortBy=null&_order=&_x=1".replace("_order=&", "")
        )
    assert odd.json() == plain
