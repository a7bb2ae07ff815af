"""What narrows lists of people down: status, roles, groups, last sign-in, second factor, directory."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from gatehouse.kit import clock
from gatehouse.kit.lists import CAP
from tests.vendor_view import get_user
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v2"
USERS_V3 = "/identity/resources/users/v3"
EVERYWHERE = "/identity/resources/sub-tenants/users/v1"
GROUPS = "/identity/resources/groups/v1"
DAY = 86_400


@pytest.fixture
async def admin(world: World) -> Person:
    """The only user whose name no test looks for: an administrator called Pat Doe."""
    return await world.person("Admin")


async def add(world: World, admin: Person, name: str) -> UUID:
    user_id, _ = await world.member(admin.tenant_id, "ReadOnly", name=name)
    return user_id


async def names(admin: Person, path: str = USERS, **query: object) -> list[str]:
    answer = await admin.browser.get(path, params=query)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["_metadata"]["totalItems"] == len(body["items"])
    return [item["name"] for item in body["items"]]


async def membership(db: Db, user_id: UUID, change: str, *values: object) -> None:
    await db.connection.execute(
        f"update memberships set {change} where user_id = $1", user_id, *values
    )


async def seen(db: Db, user_id: UUID, days: float) -> None:
    at = clock.now() - timedelta(days=days)
    await db.connection.execute("update users set last_login_at = $2 where id = $1", user_id, at)


@pytest.fixture
async def team(world: World, admin: Person, db: Db) -> dict[str, UUID]:
    """One of each status, and one here for a while."""
    people = {name: await add(world, admin, name) for name in ("Away", "Guest", "Kept out", "New")}
    await membership(db, people["Away"], "temporary_expires_at = $2", clock.now())
    later = clock.now() + timedelta(hours=2)
    await membership(db, people["Guest"], "temporary_expires_at = $2", later)
    await membership(db, people["Kept out"], "is_disabled = true, temporary_expires_at = $2", later)
    await membership(db, people["New"], "activated = false, invited_name = 'New'")
    return people


@pytest.mark.parametrize("path", [USERS, USERS_V3, EVERYWHERE])
async def test_each_status_has_its_own_people(
    admin: Person, team: dict[str, UUID], path: str
) -> None:
    found = {
        status: await names(admin, path, _status=status, _order="ASC")
        for status in ("active", "pending", "disabled", "ended")
    }
    assert found == {
        "active": ["Guest", "Pat Doe"], "pending": ["New"], "disabled": ["Kept out"], "ended": ["Away"],
    }  # fmt: skip
    both = await names(admin, path, _status="pending,ended", _sortBy="name", _order="DESC")
    assert both == ["New", "Away"]
    everybody = await names(admin, path, _status="active,pending,disabled,ended")
    assert len(everybody) == len(await names(admin, path)) == 5


async def test_a_status_changes_with_the_clock(admin: Person, team: dict[str, UUID]):
    clock.advance_clock(timedelta(hours=2))
    assert await names(admin, _status="ended") == ["Away", "Guest"]
    # Kept out comes before ended, as it is shown.
    assert await names(admin, _status="disabled") == ["Kept out"]
    assert await names(admin, _status="active") == ["Pat Doe"]


async def test_who_has_a_role_given_or_by_a_group(world: World, admin: Person):
    await add(world, admin, "Reader")
    member = await add(world, admin, "In a group")
    roles = (await admin.browser.get("/team/resources/roles/v1")).json()["items"]
    ids = {role["key"]: role["id"] for role in roles}
    assert await names(admin, _roleIds=ids["Admin"]) == ["Pat Doe"]
    group = (await admin.browser.post(GROUPS, json={"name": "Owners"})).json()["id"]
    await admin.browser.post(f"{GROUPS}/{group}/roles", json={"roleIds": [ids["Admin"]]})
    await admin.browser.post(f"{GROUPS}/{group}/users", json={"userIds": [str(member)]})
    assert await names(admin, _roleIds=ids["Admin"]) == ["In a group", "Pat Doe"]
    either = f"{ids['Admin']},{ids['ReadOnly']}"
    assert await names(admin, _roleIds=either) == ["In a group", "Pat Doe", "Reader"]
    assert await names(admin, _roleIds=ids["Admin"], _groupIds=group) == ["In a group"]
    assert await names(admin, _groupIds=group) == ["In a group"]
    switched = await admin.browser.post(f"{GROUPS}/config", json={"rolesEnabled": False})
    assert switched.is_success, switched.text
    assert await names(admin, _roleIds=ids["Admin"]) == ["Pat Doe"]
    assert await names(admin, _groupIds=uuid4()) == await names(admin, _roleIds=uuid4()) == []


async def test_the_group_filter_finds_no_user_of_another_account(world: World, admin: Person):
    stranger = await world.person("Admin")
    group = (await stranger.browser.post(GROUPS, json={"name": "Theirs"})).json()["id"]
    await stranger.browser.post(f"{GROUPS}/{group}/users", json={"userIds": [str(stranger.id)]})
    assert await names(stranger, _groupIds=group) == ["Pat Doe"]
    for path in (USERS, USERS_V3, EVERYWHERE):
        assert await names(admin, path, _groupIds=group) == []


async def test_filters_by_last_activity(world: World, admin: Person, db: Db):
    long_ago, lately = await add(world, admin, "Long ago"), await add(world, admin, "Lately")
    newcomer, sleeper = await add(world, admin, "Newcomer"), await add(world, admin, "Sleeper")
    await seen(db, long_ago, 100)
    await seen(db, lately, 3)
    await seen(db, admin.id, 0)
    for user_id, days in ((newcomer, 1), (sleeper, 50)):
        await db.connection.execute(
            "update roster set last_login_at = null, joined_at = $2 where user_id = $1",
            user_id, clock.now() - timedelta(days=days),
        )  # fmt: skip
    assert await names(admin, _seenWithinSeconds=7 * DAY) == ["Lately", "Pat Doe"]
    assert await names(admin, _notSeenForSeconds=90 * DAY) == ["Long ago"]
    # New members are not missed before they had time to sign in.
    assert await names(admin, _notSeenForSeconds=30 * DAY) == ["Long ago", "Sleeper"]
    assert await names(admin, _neverSeen="true") == ["Newcomer", "Sleeper"]
    assert await names(admin, _neverSeen="false") == ["Lately", "Long ago", "Pat Doe"]
    asked = {"_preset": "inactive", "_notSeenForSeconds": 30 * DAY}
    assert await names(admin, USERS_V3, **asked) == ["Long ago"]


async def test_filters_by_mfa_and_directory(world: World, admin: Person, db: Db):
    safe, kept = await add(world, admin, "Safe"), await add(world, admin, "Kept by a directory")
    await db.connection.execute("update users set mfa_enrolled = true where id = $1", safe)
    await membership(db, kept, "managed_by = 'scim2'")
    assert await names(admin, _mfaEnrolled="true") == ["Safe"]
    assert await names(admin, _mfaEnrolled="false") == ["Kept by a directory", "Pat Doe"]
    assert await names(admin, _managedBy="scim2") == ["Kept by a directory"]
    assert await names(admin, _managedBy="frontegg") == ["Pat Doe", "Safe"]


async def test_filters_narrow_down_together_with_all_else(
    world: World, admin: Person, db: Db, team: dict[str, UUID]
):
    ann = await add(world, admin, "Ann")
    await db.connection.execute(
        "update users set metadata = '{\"team\": \"blue\"}', phone_number = '+31 20 77' where id = $1",
        ann,
    )
    await db.connection.execute(
        "insert into usernames (user_id, username, created_at) values ($1, $2, $3)",
        ann, f"Ann-{ann.hex}", clock.now(),
    )  # fmt: skip
    address = (await get_user(world, ann))["email"]
    active = {"_status": "active"}
    assert await names(admin, _filter="ann", **active) == ["Ann"]
    assert await names(admin, _filter="n", **active) == ["Ann"]
    assert await names(admin, _filter="100%", **active) == []
    assert await names(admin, metadata='{"team": "blue"}', **active) == ["Ann"]
    assert await names(admin, ids=f"{ann},{team['New']}", **active) == ["Ann"]
    for more in (
        {"_email": address[:9]}, {"_namePrefix": "an"}, {"_identifier": address},
        {"_identifier": "+312077", "_identifierType": "phoneNumber"},
        {"_identifier": f"ann-{ann.hex}", "_identifierType": "username"},
    ):  # fmt: skip
        assert await names(admin, USERS_V3, **active, **more) == ["Ann"], more
        assert await names(admin, USERS_V3, _status="disabled", **more) == [], more
    assert len(await names(admin, USERS_V3, _preset="mfa-unenrolled", **active)) == 3
    assert await names(admin, USERS_V3, _preset="breached-passwords", **active) == []


async def test_pages_of_a_filter_hold_each_user_once(world: World, admin: Person):
    for number in range(5):
        await add(world, admin, f"Member {number}")
    for sort in ("name", "lastLogin", "joinedAt", "isLocked"):
        found: list[str] = []
        for page in range(3):
            query: dict[str, str | int] = {
                "_status": "active", "_mfaEnrolled": "false", "_limit": 2, "_offset": page, "_sortBy": sort,
            }  # fmt: skip
            body = (await admin.browser.get(USERS, params=query)).json()
            assert body["_metadata"] == {"totalItems": 6, "totalPages": 3}
            found += [item["id"] for item in body["items"]]
        assert (len(found), len(set(found))) == (6, 6)


async def test_below_a_person_is_looked_at_where_they_are_nearest(
    world: World, admin: Person, db: Db
):
    """Kept out below, here they are not: the list shows them as here."""
    child = await world.tenant("Child", parent=admin.tenant_id)
    await world.member(child, "ReadOnly", name="Kim Child")
    both = await add(world, admin, "Max Both")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, is_disabled, created_at)"
        " values ($1, $2, true, true, $3)",
        child, both, clock.now(),
    )  # fmt: skip
    below = {"_includeSubTenants": "true"}
    assert await names(admin, _status="disabled", **below) == []
    assert await names(admin, _status="active", **below) == ["Kim Child", "Max Both", "Pat Doe"]
    assert await names(admin, _status="disabled") == []


@pytest.mark.parametrize(
    "query",
    [
        "_status=locked",
        "_status=active,locked",
        "_roleIds=admin",
        "_groupIds=1",
        "_managedBy=okta",
        "_mfaEnrolled=maybe",
        "_seenWithinSeconds=-1",
        "_notSeenForSeconds=1e99",
        "_neverSeen=x",
        "_roleIds=" + ",".join(["00000000-0000-4000-8000-000000000000"] * 101),
    ],
)
async def test_what_no_filter_can_mean_is_refused(admin: Person, query: str):
    for path in (USERS, USERS_V3, EVERYWHERE):
        assert (await admin.browser.get(f"{path}?{query}")).status_code == 400


async def test_absent_words_filter_nothing(admin: Person):
    """Clients send the words for what they do not have."""
    words = dict.fromkeys(
        ("_status", "_roleIds", "_groupIds", "_mfaEnrolled", "_neverSeen"), "undefined"
    )
    blanks = dict.fromkeys(("_status", "_roleIds", "_seenWithinSeconds", "_managedBy"), "")
    for query in (words, blanks):
        assert await names(admin, **query) == ["Pat Doe"]


async def test_what_more_than_ten_thousand_meet_comes_in_the_order_of_the_list(
    world: World, admin: Person, db: Db
):
    """Counted no further, and the page is the right one: of those who wait none."""
    people = int(CAP) + 20
    await db.connection.execute(
        "insert into users (id, email, name, verified, mfa_enrolled, created_at, updated_at)"
        " select gen_random_uuid(), $2 || n || '@crowd.test', 'Crowd ' || lpad(n::text, 6, '0'), true, true,"
        " $3, $3 from generate_series(1, $1::int) n",
        people, uuid4().hex, clock.now(),
    )  # fmt: skip
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, invited_name, created_at)"
        " select $1, u.id, right(u.name, 1) <> '0', u.name, $2 from users u"
        " where u.email like '%@crowd.test'",
        admin.tenant_id, clock.now(),
    )  # fmt: skip
    query: dict[str, str | int] = {
        "_mfaEnrolled": "true", "_status": "active,disabled", "_limit": 1,
    }  # fmt: skip
    body = (await admin.browser.get(USERS, params=query)).json()
    assert (body["items"][0]["name"], body["_metadata"]["totalItems"]) == (
        "Crowd 000001",
        people * 9 // 10,
    )
    query = {"_status": "active,pending", "_sortBy": "name", "_order": "ASC", "_limit": 3}
    body = (await admin.browser.get(USERS, params=query)).json()
    assert [one["name"] for one in body["items"]] == [f"Crowd 00000{n}" for n in (1, 2, 3)]
    assert body["_metadata"]["totalItems"] == int(CAP)
    body = (await admin.browser.get(USERS, params={**query, "_filter": "crowd"})).json()
    assert [one["name"] for one in body["items"]] == [f"Crowd 00000{n}" for n in (1, 2, 3)]
    query = {"_status": "pending", "_sortBy": "name", "_order": "DESC", "_limit": 2}
    body = (await admin.browser.get(USERS, params=query)).json()
    assert [one["name"] for one in body["items"]] == ["Crowd 010020", "Crowd 010010"]
    # Users at the end of the order are found by sorting, first and last page.
    group = (await admin.browser.post(GROUPS, json={"name": "Last"})).json()["id"]
    await db.connection.execute(
        "insert into group_members (tenant_id, group_id, user_id)"
        " select r.tenant_id, $2, r.user_id from roster r where r.tenant_id = $1 and r.name > 'crowd 009520'",
        admin.tenant_id, UUID(group),
    )  # fmt: skip
    query = {"_groupIds": group, "_sortBy": "name", "_order": "ASC", "_limit": 3}
    for page, numbers in ((0, (9521, 9522, 9523)), (166, (10019, 10020)), (167, ())):
        body = (await admin.browser.get(USERS, params={**query, "_offset": page})).json()
        # Pat Doe comes after the crowd.
        expected = [f"Crowd {n:06}" for n in numbers] + (["Pat Doe"] if page == 166 else [])
        assert [one["name"] for one in body["items"]] == expected
        assert body["_metadata"] == {"totalItems": 501, "totalPages": 167}


async def test_who_is_shown_again_is_found_as_before(
    world: World, admin: Person, db: Db, team: dict[str, UUID]
):
    """The index removes users that the vendor hides, and has all of them when they are shown again."""
    await membership(db, team["Guest"], "managed_by = 'scim2'")
    group = (await admin.browser.post(GROUPS, json={"name": "Both"})).json()["id"]
    body = {"userIds": [str(team["Guest"]), str(team["Kept out"])]}
    await admin.browser.post(f"{GROUPS}/{group}/users", json=body)
    everybody = list(team.values())
    hide = "update users set invisible = $2 where id = any ($1)"
    await db.connection.execute(hide, everybody, True)
    for query in ({"_status": "active,pending,disabled,ended"}, {"_neverSeen": "true"}):
        assert await names(admin, **query) == ["Pat Doe"]
    assert await names(admin, _groupIds=group) == await names(admin, _managedBy="scim2") == []
    await db.connection.execute(hide, everybody, False)
    assert await names(admin, _managedBy="scim2") == ["Guest"]
    assert await names(admin, _groupIds=group) == ["Guest", "Kept out"]
    found = {
        status: await names(admin, _status=status) for status in ("pending", "disabled", "ended")
    }
    assert found == {"pending": ["New"], "disabled": ["Kept out"], "ended": ["Away"]}


async def test_who_joins_is_found_by_what_the_membership_says(world: World, admin: Person, db: Db):
    other = await world.person("Admin")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, is_disabled, managed_by,"
        " temporary_expires_at, invited_name, created_at)"
        " values ($1, $2, false, true, 'scim2', $3, 'New', $3)",
        admin.tenant_id, other.id, clock.now(),
    )  # fmt: skip
    assert await names(admin, _status="disabled", _managedBy="scim2") == ["New"]
    await membership(db, other.id, "is_disabled = false")
    assert await names(admin, _status="ended", _managedBy="scim2") == ["New"]
    await membership(db, other.id, "temporary_expires_at = null")
    assert await names(admin, _status="pending") == ["New"]
    await membership(db, other.id, "activated = true")
    assert await names(admin, _status="pending") == []
