"""Lists of a tenant's people: filter, sort, page, totals."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.directory.people.schemas import (
    InTenant,
    TeamUserOut,
    UserAloneOut,
    UserOut,
    UserV3Out,
)
from gatehouse.kit import clock
from gatehouse.kit.schemas import Wire
from tests.directory.lists import SORTS, TEAM, USERS, USERS_V3, add, names
from tests.world import Db, Person, World


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def test_a_page_carries_people_with_roles_and_totals(world: World, admin: Person):
    member = await add(world, admin, "Zoe Last", address=f"zoe-{uuid4().hex}@example.test")
    body = (await admin.browser.get(USERS, params={"_limit": 1, "_offset": 1})).json()
    assert body["_metadata"] == {"totalItems": 2, "totalPages": 2}
    item = body["items"][0]
    assert (item["id"], item["sub"], item["name"]) == (str(member), str(member), "Zoe Last")
    assert [role["key"] for role in item["roles"]] == ["ReadOnly"]
    assert item["rolesIds"] == item["roleIds"] == [item["roles"][0]["id"]]
    assert {p["id"] for p in item["permissions"]} == set(item["roles"][0]["permissions"])
    assert item["permissions"][0]["roleIds"]
    assert item["tenants"][0]["tenantId"] == item["tenantId"] == str(admin.tenant_id)
    assert (item["metadata"], item["groups"], item["verified"]) == ("{}", [], True)
    assert None not in item.values()


@pytest.mark.parametrize(
    ("path", "shape"), [(USERS, UserOut), (USERS_V3, UserV3Out), (TEAM, TeamUserOut)]
)
async def test_people_are_written_as_they_are_described(
    world: World, admin: Person, db: Db, path: str, shape: type[Wire]
):
    """Also those who have everything that can be set, and those who have no role."""
    await world.grant(admin.tenant_id, admin.id, "fe.secure.read.users")
    await world.member(admin.tenant_id)
    whole = await add(world, admin, 'Quo"ted')
    await db.connection.execute(
        "update users set phone_number = '+31201234567', profile_picture_url = 'https://a.test/p.png',"
        " metadata = '{\"a\": \"\\\"é\"}', is_super_user = true, last_login_at = $2 where id = $1",
        whole, clock.now(),
    )  # fmt: skip
    await db.connection.execute(
        "update memberships set temporary_expires_at = $2 where user_id = $1",
        whole, datetime(2040, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    items = (await admin.browser.get(path)).json()["items"]
    assert len(items) == 3
    for item in items:
        read = shape.model_validate(item)
        assert read.model_dump(mode="json", by_alias=True, exclude_none=True) == item
    # Nothing that is described is forgotten. Who is invisible is in no list.
    assert set().union(*items) | {"invisible"} == aliases(shape) | {"invisible"}
    assert set().union(*(item["tenants"][0] for item in items)) == aliases(InTenant)


def aliases(shape: type[Wire]) -> set[str]:
    return {str(field.alias) for field in shape.model_fields.values()}


async def test_the_offset_is_the_number_of_the_page(world: World, admin: Person):
    for number in range(5):
        await add(world, admin, f"A{number}")
    assert await names(admin, _limit=2, _offset=1, _filter="a") == ["A2", "A3"]
    answer = await admin.browser.get(TEAM, params={"pageSize": 2, "pageOffset": 2})
    assert [item["name"] for item in answer.json()["items"]] == ["A4", "Pat Doe"]
    assert (answer.json()["totalItems"], answer.json()["totalPages"]) == (6, 3)


async def test_beyond_the_last_page_is_empty_with_the_true_total(world: World, admin: Person):
    body = (await admin.browser.get(USERS, params={"_limit": 10, "_offset": 7})).json()
    assert body == {"items": [], "_metadata": {"totalItems": 1, "totalPages": 1}}


async def test_the_older_list_is_narrowed_by_its_columns(world: World, admin: Person):
    """The client sends each filter under the name of its column."""
    mary = await add(world, admin, "Mary Major", address=f"mary.{uuid4().hex}@example.test")
    await add(world, admin, "Rosemary Minor")
    roles = (await admin.browser.get("/identity/resources/roles/v1")).json()
    [administrators] = [role["id"] for role in roles if role["key"] == "Admin"]
    for query, expected in (
        ({"roleIds": administrators}, [str(admin.id)]),
        ({"email": "MARY."}, [str(mary)]),
        ({"name": "mary"}, [str(mary)]),
        ({"name": "mary", "email": "nobody"}, []),
        ({"roleIds": str(uuid4())}, []),
    ):
        answer = await admin.browser.get(TEAM, params=query)
        assert [item["id"] for item in answer.json()["items"]] == expected
        assert answer.json()["totalItems"] == len(expected)


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("path", [USERS, USERS_V3])
async def test_pages_of_every_sort_hold_each_user_once(
    world: World, admin: Person, sort: str, path: str
):
    for _ in range(6):
        await add(world, admin, "Same Name")
    for order in ("ASC", "desc"):
        seen: list[str] = []
        for page in range(4):
            query: dict[str, str | int] = {
                "_limit": 2,
                "_offset": page,
                "_sortBy": sort,
                "_order": order,
            }
            answer = await admin.browser.get(path, params=query)
            seen += [item["id"] for item in answer.json()["items"]]
        assert (len(seen), len(set(seen))) == (7, 7)


async def test_each_sort_sorts(world: World, admin: Person, db: Db):
    for number, name in enumerate(["carol", "Bob", "alice"]):
        user_id = await add(world, admin, name, address=f"{number}{uuid4().hex}@example.test")
        at = datetime(2020, 1, 1 + number, tzinfo=UTC)
        await db.connection.execute(
            "update users set last_login_at = $2, verified = $3, provider = $4 where id = $1",
            user_id, at, name == "Bob", f"p{number}",
        )  # fmt: skip
        if name == "carol":
            await db.connection.execute(
                "insert into passwords (user_id, hash, changed_at, locked_until)"
                " values ($1, 'x', $2, $3)",
                user_id, at, clock.now() + timedelta(hours=1),
            )  # fmt: skip
    await db.connection.execute(
        "delete from memberships where tenant_id = $1 and user_id = $2", admin.tenant_id, admin.id
    )
    other = await world.person("Admin", tenant_id=admin.tenant_id)
    await db.connection.execute("update users set invisible = true where id = $1", other.id)

    async def sorted_by(sort: str, order: str = "ASC") -> list[str]:
        return await names(other, _sortBy=sort, _order=order)

    assert await sorted_by("name") == ["alice", "Bob", "carol"]
    assert await sorted_by("name", "DESC") == ["carol", "Bob", "alice"]
    assert await sorted_by("email") == ["carol", "Bob", "alice"]
    assert await sorted_by("lastLogin", "DESC") == ["alice", "Bob", "carol"]
    assert await sorted_by("joinedAt") == ["carol", "Bob", "alice"]
    assert await sorted_by("createdAt", "DESC") == ["alice", "Bob", "carol"]
    assert await sorted_by("provider", "DESC") == ["alice", "Bob", "carol"]
    assert (await sorted_by("verified", "DESC"))[0] == "Bob"
    assert (await sorted_by("isLocked", "DESC"))[0] == "carol"
    assert await sorted_by("id") == ["carol", "Bob", "alice"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("smith", ["Ann Smith"]),
        ("SMITH", ["Ann Smith"]),
        ("100%", ["100% Legit"]),
        ("%", ["100% Legit"]),
        ("_", ["under_score"]),
        ("\\", ["back\\slash"]),
        ("é", ["Renée"]),
        ("s", ["Ann Smith", "back\\slash", "under_score"]),
        ("no such person", []),
    ],
)
async def test_the_filter_takes_its_words_literally(
    world: World, admin: Person, db: Db, text: str, found: list[str]
):
    for number, name in enumerate(
        ["Ann Smith", "100% Legit", "under_score", "back\\slash", "Renée"]
    ):
        user_id = await add(world, admin, name)
        await db.connection.execute(
            "update users set email = $2 where id = $1", user_id, f"{number}{uuid4().int}@m.nl"
        )
    await db.connection.execute(
        "update users set name = 'X', email = $2 where id = $1", admin.id, f"{uuid4().int}@m.nl"
    )
    answer = await admin.browser.get(USERS, params={"_filter": text})
    assert [item["name"] for item in answer.json()["items"]] == found
    assert answer.json()["_metadata"]["totalItems"] == len(found)
    team = await admin.browser.get(TEAM, params={"searchFilter": text})
    assert [item["name"] for item in team.json()["items"]] == found


async def test_a_renamed_person_is_found_by_the_new_name_and_address(
    world: World, admin: Person, db: Db
):
    user_id = await add(world, admin, "Before")
    await db.connection.execute(
        "update users set name = 'After', email = $2 where id = $1", user_id, f"{uuid4()}@new.test"
    )
    assert await names(admin, _filter="before") == []
    assert await names(admin, _filter="@new.test") == ["After"]


async def test_absent_words_and_blanks_mean_absent(world: World, admin: Person):
    words = "_filter=undefined&_sortBy=null&ids=undefined&_order=&_sortBy=&_limit=undefined"
    v3 = f"{words}&_preset=undefined&_maxInactiveSeconds=undefined&_tenantId=undefined&_email="
    for path, query in [(USERS, words), (USERS_V3, v3), (TEAM, "searchFilter=undefined&sortBy=")]:
        assert len((await admin.browser.get(f"{path}?{query}")).json()["items"]) == 1


@pytest.mark.parametrize(
    "query",
    ["_limit=0", "_limit=201", "_offset=-1", "_offset=99999999999999999999", "_sortBy=password",
     "_order=up", "ids=x", "_filter=%00", "_filter=" + "x" * 201],
)  # fmt: skip
async def test_what_no_list_can_mean_is_refused(admin: Person, query: str):
    for path in (USERS, USERS_V3):
        if path == USERS_V3 and query.startswith("_filter"):
            query = query.replace("_filter", "_email").replace("x" * 201, "x" * 255)
        assert (await admin.browser.get(f"{path}?{query}")).status_code == 400
    assert (await admin.browser.get(f"{TEAM}?sortBy=password")).status_code == 400


async def test_ids_choose_people_of_this_tenant_only(world: World, admin: Person):
    stranger = await world.person("Admin")
    member = await add(world, admin, "Chosen One")
    ids = f"{member},{stranger.id},{member}"
    for path in (USERS, USERS_V3):
        assert await names(admin, path, ids=ids) == ["Chosen One"]
    roles = (await admin.browser.get(f"{USERS_V3}/roles", params={"ids": ids})).json()
    assert [(row["userId"], len(row["roleIds"])) for row in roles] == [(str(member), 1)]
    assert roles[0]["tenantId"] == str(admin.tenant_id)
    groups = (await admin.browser.get(f"{USERS_V3}/groups", params={"ids": ids})).json()
    assert [(row["userId"], row["groupIds"]) for row in groups] == [(str(member), [])]
    assert (await admin.browser.get(f"{USERS_V3}/roles")).json() == []


async def test_what_is_asked_for_together_narrows_down_together(world: World, admin: Person):
    ann, bob = await add(world, admin, "Ann Smith"), await add(world, admin, "Bob Smith")
    await add(world, admin, "Bob Jones")
    for path in (USERS, USERS_V3):
        assert await names(admin, path, ids=f"{ann},{bob}", _filter="bob") == ["Bob Smith"]
    assert await names(admin, USERS_V3, _preset="mfa-unenrolled", _namePrefix="bob") == [
        "Bob Jones", "Bob Smith",
    ]  # fmt: skip
    assert await names(admin, USERS_V3, _filter="smith", _namePrefix="bob") == ["Bob Smith"]


async def test_metadata_finds_those_who_have_it(world: World, admin: Person, db: Db):
    stranger = await world.person("Admin")
    for name, metadata in (
        ("Ann", '{"team": "blue", "tags": ["a", "b"]}'), ("Bob", '{"team": "red"}'), ("Cy", "{}"),
    ):  # fmt: skip
        user_id = await add(world, admin, name)
        await db.connection.execute(
            "update users set metadata = $2::text::jsonb where id = $1", user_id, metadata
        )
    await db.connection.execute(
        """update users set metadata = '{"team": "blue"}' where id = $1""", stranger.id
    )
    assert await names(admin, metadata='{"team": "blue"}') == ["Ann"]
    assert await names(admin, metadata='{"tags": ["b"]}') == ["Ann"]
    assert await names(admin, metadata='{"team": "red"}', _filter="ann") == []
    assert len(await names(admin, metadata="{}")) == len(await names(admin, metadata="")) == 4
    waiting = await admin.browser.post(USERS, json={"email": stranger.email})
    assert waiting.status_code == 201
    assert await names(admin, metadata='{"team": "blue"}') == ["Ann"]


@pytest.mark.parametrize(
    "value",
    [
        "blue",
        "[]",
        "5",
        "{",
        '{"a": "\\u0000"}',
        '{"a": "\\ud800"}',
        "[" * 3000,
        "\x00",
        '{"a": ' + "[" * 300 + "]" * 300 + "}",
        '{"a": 1e308}',
    ],
)
async def test_metadata_is_a_json_object(admin: Person, value: str):
    answer = await admin.browser.get(USERS, params={"metadata": value})
    assert answer.status_code == 400, answer.text


async def test_an_identifier_finds_exactly_one(world: World, admin: Person, db: Db):
    address = f"{uuid4().hex}@example.test"
    member = await add(world, admin, "Exact", address=address)
    await add(world, admin, "Longer", address=f"x{address}")
    await db.connection.execute(
        "update users set phone_number = '+31 (20) 123-4567' where id = $1", member
    )
    assert await names(admin, USERS_V3, _identifier=address.upper()) == ["Exact"]
    assert await names(admin, USERS_V3, _identifier=address, _identifierType="email") == ["Exact"]
    for identifier, kind, found in (
        ("+31201234567", "phoneNumber", ["Exact"]), ("+3120 123.45.67", "phoneNumber", ["Exact"]),
        ("+3120123456", "phoneNumber", []), ("Exact", "username", []), ("no address", "email", []),
        (address[1:], "email", []),
    ):  # fmt: skip
        query = {"_identifier": identifier, "_identifierType": kind}
        assert await names(admin, USERS_V3, **query) == found, query
    refused = await admin.browser.get(USERS_V3, params={"_identifier": "x", "_identifierType": "y"})
    assert refused.status_code == 400


async def test_phone_numbers_come_by_id(world: World, admin: Person, db: Db):
    member = await add(world, admin, "Has Phone")
    stranger = await world.person()
    await db.connection.execute(
        "update users set phone_number = '+31201234567' where id = any($1)", [member, stranger.id]
    )
    ids = {"userIds": f"{member},{stranger.id}"}
    body = (
        await admin.browser.get("/identity/resources/users/phone-numbers/v2", params=ids)
    ).json()
    assert body["items"] == [{"userId": str(member), "phoneNumber": "+31201234567"}]
    names_body = (await admin.browser.get("/identity/resources/usernames/v1", params=ids)).json()
    assert names_body == {"items": [], "_metadata": {"totalItems": 0, "totalPages": 0}}


async def test_phone_numbers_come_by_pages_and_by_number(world: World, admin: Person, db: Db):
    numbers = ["+31 20 123-4567", "+49 (151) 1234567", "+41441234567"]
    people = [await add(world, admin, name) for name in ("Ann", "Ben", "Cleo")]
    for member, number in zip(people, numbers, strict=True):
        await db.connection.execute(
            "update users set phone_number = $2 where id = $1", member, number
        )

    async def page(**asked: str | int) -> dict[str, Any]:
        path = "/identity/resources/users/phone-numbers/v2"
        found: dict[str, Any] = (await admin.browser.get(path, params=asked)).json()
        return found

    body = await page(_limit=2, _offset=1)
    assert [row["userId"] for row in body["items"]] == [str(people[2]), str(people[1])]
    assert body["_metadata"] == {"totalItems": 3, "totalPages": 2}
    (row,) = (await page(_phoneNumber="+49151 1234567"))["items"]
    assert row == {"userId": str(people[1]), "phoneNumber": numbers[1]}
    assert (await page(_phoneNumber="+4915"))["items"] == []
    down = await page(_sortBy="userId", _order="DESC", _phoneNumber="", userIds="")
    assert [row["userId"] for row in down["items"]] == sorted(map(str, people), reverse=True)
    assert (await page(userIds=f"{people[0]}"))["_metadata"] == {"totalItems": 1, "totalPages": 1}


async def test_v3_items_have_no_roles_and_presets_choose(world: World, admin: Person, db: Db):
    sleeper = await add(world, admin, "Sleeper")
    enrolled = await add(world, admin, "Enrolled")
    long_ago = clock.now() - timedelta(days=91)
    await db.connection.execute(
        "update users set last_login_at = $2 where id = $1", sleeper, long_ago
    )
    await db.connection.execute(
        "update users set mfa_enrolled = true, last_login_at = $2 where id = $1",
        enrolled, clock.now(),
    )  # fmt: skip
    everybody = (await admin.browser.get(USERS_V3)).json()["items"]
    assert len(everybody) == 3
    assert "roles" not in everybody[0]
    assert await names(admin, USERS_V3, _preset="inactive") == ["Sleeper"]
    clock.advance_clock(timedelta(seconds=10))
    recent = await names(admin, USERS_V3, _preset="inactive", _maxInactiveSeconds=5)
    assert recent == ["Enrolled", "Pat Doe", "Sleeper"]
    assert await names(admin, USERS_V3, _preset="mfa-unenrolled") == ["Pat Doe", "Sleeper"]
    assert await names(admin, USERS_V3, _preset="breached-passwords") == []
    assert await names(admin, USERS_V3, _email=admin.email[:8].upper()) == ["Pat Doe"]
    assert await names(admin, USERS_V3, _namePrefix="sle") == ["Sleeper"]
    assert await names(admin, USERS_V3, _namePrefix="leeper") == []
    assert len(await names(admin, USERS_V3, _tenantId=admin.tenant_id)) == 3


async def test_another_tenants_list_does_not_exist(world: World, admin: Person):
    other = await world.person("Admin")
    answer = await admin.browser.get(USERS_V3, params={"_tenantId": str(other.tenant_id)})
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "tenants.not_found")
    counts = await admin.browser.post(
        "/identity/resources/tenants/users/v1/count",
        json={"tenantIds": [str(other.tenant_id), str(admin.tenant_id)]},
    )
    assert counts.json() == [
        {"tenantId": str(admin.tenant_id), "totalUsers": 1, "totalAccessAllowedUsers": 0}
    ]


async def test_a_person_of_two_tenants_shows_only_this_one(world: World, admin: Person, db: Db):
    other = await world.person("Admin")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, $3)",
        admin.tenant_id, other.id, clock.now(),
    )  # fmt: skip
    item = (await admin.browser.get(f"/identity/resources/users/v1/{other.id}")).json()
    assert item["tenantIds"] == [str(admin.tenant_id)]
    assert (item["roles"], item["permissions"]) == ([], [])
    assert str(other.tenant_id) not in str(item)


async def test_stats_count_people_newcomers_and_administrators(world: World, admin: Person, db: Db):
    member = await add(world, admin, "Old Hand")
    await db.connection.execute(
        "update roster set joined_at = $2 where user_id = $1",
        member,
        clock.now() - timedelta(days=8),
    )
    body = (await admin.browser.get("/team/resources/stats/v1/members")).json()
    assert body == {"totalItems": 2, "addedThisWeek": 1, "superAdmins": 1}


async def test_invisible_people_are_in_no_list_until_they_show_themselves(
    world: World, admin: Person, db: Db
):
    member = await add(world, admin, "Ghost")
    await db.connection.execute("update users set invisible = true where id = $1", member)
    assert await names(admin) == ["Pat Doe"]
    await db.connection.execute("update users set invisible = false where id = $1", member)
    assert await names(admin) == ["Ghost", "Pat Doe"]


async def test_the_team_list_has_its_own_shape(world: World, admin: Person):
    body = (
        await admin.browser.get(TEAM, params={"sortBy": "email", "sortDirection": "desc"})
    ).json()
    assert set(body) == {"items", "totalItems", "totalPages"}
    item = body["items"][0]
    assert (item["mfaEnabled"], item["activatedForTenant"], item["isDisabled"]) == (
        False,
        True,
        False,
    )
    assert item["roleIds"] == [item["roles"][0]["id"]]
    assert item["roles"][0]["vendorId"] == item["vendorId"]


async def test_a_person_alone_says_when_and_whose(world: World, admin: Person):
    answer = await admin.browser.get(f"/identity/resources/users/v1/{admin.id}")
    body = answer.json()
    UserAloneOut.model_validate(body)
    assert (body["vendorId"], body["deletedAt"]) == (
        (await admin.browser.get(TEAM)).json()["items"][0]["vendorId"],
        None,
    )
    assert body["updatedAt"] >= body["createdAt"]


async def test_a_change_without_id_is_of_the_address(world: World, admin: Person):
    user_id = await add(world, admin, "Ann")
    await world.person("Admin")
    (ann,) = (await admin.browser.get(TEAM, params={"searchFilter": "ann"})).json()["items"]
    change = {"email": ann["email"].upper(), "roleIds": [""]}
    changed = await admin.browser.put(TEAM, json=change)
    assert changed.status_code == 200, changed.text
    assert (changed.json()["item"]["id"], changed.json()["item"]["roles"]) == (str(user_id), [])
    stranger = await world.person()
    for nobody in ({"email": stranger.email}, {"email": ""}, {}):
        refused = await admin.browser.put(TEAM, json={**nobody, "roleIds": [""]})
        assert (refused.status_code, refused.json()["errorCode"]) == (404, "members.not_found")
