"""Pages of a list: literal filters, sorts that are stable both ways, totals, bounds."""

from typing import Annotated, Literal, LiteralString
from uuid import uuid4

import orjson
import pytest
from fastapi import APIRouter, Query, Response
from pydantic import Field

from gatehouse.access.guard import SystemTransaction
from gatehouse.kit.lists import ListOf, ListQuery, Source, StatementParts, pattern_containing
from tests.small_app import browse


def write(parts: StatementParts) -> LiteralString:
    return f"""
      with total as materialized (select {parts.total} as n), page as ({parts.page})
      select json_build_object(
        'names', (select coalesce(json_agg(name order by {parts.order}), '[]') from page),
        'total', n, 'pages', (n + {parts.limit} - 1) / {parts.limit}
      )::text from total
    """


ENTRIES = ListOf(
    str,
    write,
    parameters=1,
    columns="r.name",
    sources=[
        Source(
            "(select entity_name as name, configuration from metadata) r",
            "r.configuration ->> 'library' = $1",
        )
    ],
    sorts={"name": "r.name", "shelf": "r.configuration ->> 'shelf'"},
    tie="r.name",
    conditions={"part": "r.name ilike $?"},
)
# As many as are asked for, and how many that are is known.
NUMBERS = ListOf(
    str,
    write,
    parameters=1,
    columns="r.name",
    sources=[Source("generate_series(1, $1::int) r (name)", "r.name > 0")],
    sorts={"name": "r.name", "tens": "r.name / 10"},
    tie="r.name",
    conditions={"above": "r.name > $?::int"},
    kept="select $1::bigint",
)
router = APIRouter()


class EntryList(ListQuery):
    sort_by: Literal["name", "shelf"] = Field("name", alias="_sortBy")


@router.get("/{library}")
async def list_entries(
    library: str, query: Annotated[EntryList, Query()], db: SystemTransaction
) -> Response:
    part = pattern_containing(query.filter) if query.filter else None
    text = await ENTRIES.page(db, query, query.sort_by, library, part=part)
    return Response(text, media_type="application/json")


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
    yield name
    # No document of the vendor could name these.
    await db.connection.execute("delete from metadata where entity_name like '% ' || $1", name)


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
async def test_paging_out_of_bounds_is_refused(settings, resources, query):
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


async def numbers(db, count: int, sort: str = "name", above: int | None = None, **query: object):
    text = await NUMBERS.page(db, ListQuery.model_validate(query), sort, count, above=above)
    found = orjson.loads(text or "")
    return found["names"], found["total"]


@pytest.mark.parametrize("sort", ["name", "tens"])
@pytest.mark.parametrize("order", ["ASC", "DESC"])
@pytest.mark.parametrize("count", [0, 1, 6, 7, 23])
async def test_pages_read_from_the_end_are_the_same_pages(db, sort, order, count):
    whole = list(range(1, count + 1))[:: 1 if order == "ASC" else -1]
    for offset in range(count + 3):
        found = await numbers(db, count, sort, limit=4, offset=offset, order=order)
        assert found == (whole[offset : offset + 4], count)


async def test_a_known_total_is_exact_and_a_counted_one_ends_at_the_cap(db):
    assert (await numbers(db, 12_000, limit=1))[1] == 12_000
    assert (await numbers(db, 12_000, limit=1, above=2_001))[1] == 9_999
    assert (await numbers(db, 12_000, limit=1, above=5))[1] == 10_000
    beyond, total = await numbers(db, 12_000, limit=2, offset=11_000, above=5)
    assert (beyond, total) == ([11_006, 11_007], 10_000)


async def test_a_statement_holds_only_the_conditions_that_are_given():
    assert "ilike" not in ENTRIES.build_statement("name", False, ()).sql
    assert "$4" in ENTRIES.build_statement("name", False, ("part",)).sql
    with pytest.raises(KeyError):
        ENTRIES.build_statement("library", False, ())
    for query in ENTRIES.list_every_statement():
        assert "configuration ->> 'library' = $1" in query.sql
