"""No route reads a table through, nor all of a big tenant's part of one, in a big installation.

Each route that reads is asked once, lists in many ways; then the database explains every statement that ran.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from hashlib import md5
from itertools import product
from typing import get_args
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest

from gatehouse.access.tokens import AccessTokens
from gatehouse.app import build_app, build_request_pipeline
from gatehouse.audit.list.schemas import SortBy as AuditSortBy
from gatehouse.commands.runtime import open_resources
from gatehouse.directory.people.list_schemas import SortBy
from gatehouse.kit import clock
from gatehouse.kit.db.database import APPLICATION_ROLE
from gatehouse.settings import Settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.databases import own_database
from tests.plans.big import BIG, PEOPLE, fill
from tests.plans.plan import explain
from tests.plans.recorded import Asked, recording
from tests.plans.vendor_reads import LICENSES, TENANTS, backend, console_lists
from tests.plans.vendor_reads import PEOPLE as PHRASE
from tests.security.routes import operations

# A list counts to ten thousand; a look-up reads a page or two.
ROWS = 12_000
PAGES = 4_000
# Of these every row may be read: they are the vendor's and few.
SMALL = 2_000

USERS = "/identity/resources/users"
GROUPS = "/identity/resources/groups"
# A quarter of all users is in it.
BIG_GROUP = UUID(md5(b"group1-1", usedforsecurity=False).hexdigest())
SORTS = get_args(SortBy)
EVERYBODYS_ROLE, SELDOM_ROLE = (
    UUID(md5(one, usedforsecurity=False).hexdigest()) for one in (b"role1-1", b"role1-2")
)
FILTERS = (
    "_status=active", "_status=pending", "_status=disabled", "_status=ended", "_status=disabled,ended",
    f"_roleIds={EVERYBODYS_ROLE}", f"_roleIds={SELDOM_ROLE}", f"_groupIds={BIG_GROUP}",
    "_seenWithinSeconds=604800", "_notSeenForSeconds=7776000", "_neverSeen=true", "_mfaEnrolled=false",
    "_mfaEnrolled=true", "_managedBy=scim2", "_status=active&_filter=p777", "_status=pending&_filter=zz",
    f"_status=active&_roleIds={EVERYBODYS_ROLE}&_groupIds={BIG_GROUP}&_mfaEnrolled=true",
)  # fmt: skip

# The statement, by what was asked for, and why it may read a tenant's part.
EXCEPTIONS = {
    "filtered below": "each person is looked up where they are nearest, in fifty accounts",
    "seldom preset": "read in the list's order until the page is full, also when few are found",
    "groups, all people": "shows some people of each of two thousand groups; a screen asks page by page",
    "one group, many people": "shows a thousand people and counts to ten thousand",
    "GET /team/resources/stats": "counts the newcomers of a week and all administrators",
    "GET /metrics": "the newest 2,000 messages; a hundred pages are read faster whole than by the index",
    "GET /audits/stats/days": "counts the tenant's newest entries in the index, at most 100,000",
    "GET /audits/stats": "counts a day of the tenant's entries in the index, at most 100,000",
}

VENDOR_EXCEPTIONS = {
    "GET /audits/resources/metrics/v1": "counts the newest 100,000 entries",
    "GET /vendor/resources/overview/v1": "counts 100,000 of each; entries of days not counted yet",
}
# Counts to ten thousand people of the account, or licenses of accounts that are there, each by a key.
LARGER = {"licenses": 45_000, "filtered by": 90_000}
# A page of users in any order, far fewer than the pages of all their memberships.
SMALLER = {"by isLocked": 2_000, "by ": 1_500, "beginning of a name": 1_000}
PLANNED_ANEW = "force_custom_plan"

# The rows that a list may read in one place.
ROLES_AND_GROUPS = {
    "/identity/resources/roles/v1": ROWS,
    "/identity/resources/roles/v2?_limit=200": ROWS,
    "/team/resources/roles/v1": ROWS,
    f"{GROUPS}/v1": ROWS,
    f"{GROUPS}/v1?_groupsRelations=roles": ROWS,
    f"{GROUPS}/v1?_groupsRelations=rolesAndUsers": ROWS,
    f"{GROUPS}/v2?_limit=200&_groupsRelations=roles": ROWS,
    f"{GROUPS}/v2?_limit=200&_groupsRelations=rolesAndUsers": ROWS,
    f"{GROUPS}/v1/{BIG_GROUP}?_groupsRelations=rolesAndUsers": ROWS,
}

# The pages that a list of users may touch; 20 users with their roles and tenants are 1,300 of them.
USER_PAGES = {
    "_sortBy=isLocked": 3_500,
    "_sortBy=name&_namePrefix=be": 3_500,
    "_sortBy=name&_order=DESC&_namePrefix=be": 3_500,
    "_sortBy=createdAt&_namePrefix=chen costa 1": 2_400,
    "_sortBy=name&_phraseSearchContains=bauer": 5_000,
    "_sortBy=createdAt&_order=DESC&_phraseSearchContains=bauer": 5_000,
    "_sortBy=name&_phraseSearchContains=ba": 5_000,
    "_sortBy=id&_phraseSearchContains=zz": 3_500,
    "_sortBy=name&_phraseSearchContains=big.test": 5_000,
    "_sortBy=email&_phraseSearchOptional=bauer&_phraseSearchExcludes=1": 5_500,
}

# Ends at the payment provider, which a test of the database has none of.
NOT_ASKED = {"GET /api/v1/paddle/checkout-config"}


def lists() -> dict[str, str]:
    """Further ways to ask the lists: what is asked for, and where; those of one name share a reason."""
    asked = {}
    for sort, order in product(SORTS, ("ASC", "DESC")):
        name = f"by {sort}"
        asked[f"{name}, {order}"] = f"{USERS}/v2?_sortBy={sort}&_order={order}"
        asked[f"{name}, {order}, last"] = (
            f"{USERS}/v2?_sortBy={sort}&_order={order}&_offset={PEOPLE // 20 - 1}"
        )
        asked[f"{name}, {order}, team"] = (
            f"/team/resources/members/v1?sortBy={sort}&sortDirection={order}"
        )
    for sort in ("name", "createdAt", "tenantId"):
        asked[f"below by {sort}"] = f"{USERS}/v2?_includeSubTenants=true&_sortBy={sort}"
    for sort, order in product(get_args(AuditSortBy), ("asc", "desc")):
        asked[f"audits by {sort}, {order}"] = f"/audits?sortBy={sort}&sortDirection={order}"
    return (
        asked
        | {
            "audits, deep page": "/audits?offset=9980",
            "audits, a day": "/audits?createdAt=2026-01-05",
            "audits, words that are seldom": "/audits?filter=nowhere",
            "audits, everything at once": "/audits?filter=in&action=user&severity=Info&email=a&ip=1"
            "&userAgent=x&description=y&created_from=2026-01-01T00:00:00Z",
            "deep page": f"{USERS}/v2?_offset={PEOPLE // 40}",
            "words": f"{USERS}/v2?_filter=bauer 41",
            "words, later page": f"{USERS}/v2?_filter=p777&_offset=2&_sortBy=createdAt",
            "words, below": f"{USERS}/v2?_filter=p777&_includeSubTenants=true",
            "common words": f"{USERS}/v2?_filter=big.test",
            "common words of a status": f"{USERS}/v2?_filter=big.test&_status=active",
            "one or two letters": f"{USERS}/v2?_filter=zz",
            "metadata": f'{USERS}/v2?metadata={{"team": "blue"}}',
            "part of an address": f"{USERS}/v3?_email=p777",
            "beginning of a name": f"{USERS}/v3?_namePrefix=chen costa 1",
            "beginning of a name, of many": f"{USERS}/v3?_namePrefix=be&_sortBy=email",
            "an address": f"{USERS}/v3?_identifier=p5@big.test",
            "a phone number": f"{USERS}/v3?_identifier=%2B312077&_identifierType=phoneNumber",
            "an account below": f"{USERS}/v3?_tenantId=00000003-0000-4000-8000-000000000000",
            "seldom preset, inactive": f"{USERS}/v3?_preset=inactive",
            "seldom preset, unenrolled": f"{USERS}/v3?_preset=mfa-unenrolled",
            "breached passwords": f"{USERS}/v3?_preset=breached-passwords",
            "groups, a page": f"{GROUPS}/v2?_groupsRelations=rolesAndUsers",
        }
        | {
            f"filtered by {filters}, {sort}": f"{USERS}/v2?{filters}&_sortBy={sort}"
            for filters, sort in product(FILTERS, ("name", "lastLogin", "joinedAt"))
        }
        | {
            f"filtered below by {filters}": f"{USERS}/v2?{filters}&_includeSubTenants=true"
            for filters in FILTERS
        }
        | {
            "groups by text": f"{GROUPS}/v2?_filter=7&_sortBy=createdAt&_groupsRelations=roles",
            "one group": f"{GROUPS}/v1/{BIG_GROUP}?_groupsRelations=roles",
            "groups, all people": f"{GROUPS}/v1?_groupsRelations=rolesAndUsers",
            "one group, many people": f"{GROUPS}/v1/{BIG_GROUP}?_groupsRelations=users",
            "roles in pages": "/identity/resources/roles/v2?_sortBy=permissions",
            "roles by text": "/identity/resources/roles/v2?_filter=role&_levels=0",
        }
    )


@pytest.fixture(scope="module")
async def big(server_url: str) -> AsyncIterator[str]:
    async with own_database(server_url) as owner_url:
        await fill(owner_url)
        yield owner_url


@pytest.fixture(scope="module")
async def single(server_url: str) -> AsyncIterator[str]:
    """An installation of one large tenant."""
    async with own_database(server_url) as owner_url:
        await fill(owner_url, tenants=1)
        yield owner_url


async def person(owner: asyncpg.Connection) -> tuple[UUID, UUID]:
    """An administrator of the big tenant, and their session."""
    user_id = await owner.fetchval("select id from users where email = 'p1@big.test'")
    session_id, now = uuid4(), clock.now()
    await owner.execute(
        "insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at, auth_time)"
        " values ($1, $2, $3, $4, $4, $5, $4)",
        session_id, user_id, BIG, now, now + timedelta(days=1),
    )  # fmt: skip
    return user_id, session_id


@asynccontextmanager
async def administrator(
    settings: Settings, owner_url: str
) -> AsyncIterator[tuple[httpx.AsyncClient, UUID]]:
    """The browser of an administrator of the big tenant, and the user."""
    owner = await asyncpg.connect(owner_url)
    user_id, session_id = await person(owner)
    await owner.close()
    async with open_resources(settings, owner_url, 4) as resources:
        app = build_app(settings, resources)
        claims = {"sub": str(user_id), "tenantId": str(BIG), "sid": str(session_id)}
        audience = str(resources[VendorConfiguration].current.default.client_id)
        token = await resources[AccessTokens].issue(claims, audience=audience, seconds=3600)
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(build_request_pipeline(app, settings)),
            base_url=settings.public_url,
            headers={"authorization": f"Bearer {token}"},
        ) as browser:
            yield browser, user_id


async def ask_everything(settings: Settings, owner_url: str) -> dict[str, list[Asked]]:
    """The statements of each request."""
    found = {}
    async with administrator(settings, owner_url) as (browser, user_id):
        requests = {
            str(one): one.request(browser, str(user_id))
            for one in operations()
            if not one.writes and str(one) not in NOT_ASKED
        } | {name: browser.build_request("GET", path) for name, path in lists().items()}
        for name, request in requests.items():
            with recording() as asked:
                answer = await browser.send(request)
            assert answer.status_code < 500, f"{name}: {answer.text[:200]}"
            assert "users/v2?" not in str(request.url) or answer.status_code == 200, answer.text
            found[name] = asked
    return found


async def ask_as_vendor(settings: Settings, owner_url: str) -> dict[str, list[Asked]]:
    """The statements of each request of the vendor's side."""
    found = {}
    async with open_resources(settings, owner_url, 4) as resources:
        app = build_app(settings, resources)
        async with backend(settings, build_request_pipeline(app, settings), resources) as caller:
            requests = {
                str(one): one.request(caller, str(BIG))
                for one in operations()
                if one.for_vendor and not one.writes and "/scim/" not in one.path
            } | {
                name: caller.build_request("GET", path) for name, path in console_lists(BIG).items()
            }
            for name, request in requests.items():
                with recording() as asked:
                    answer = await caller.send(request)
                assert answer.status_code < 500, f"{name}: {answer.text[:200]}"
                assert name not in console_lists(BIG) or answer.is_success, answer.text
                found[name] = asked
    return found


async def test_no_route_reads_more_than_it_answers(settings: Settings, big: str):
    asked = await ask_everything(settings, big)
    assert sum(bool(statements) for statements in asked.values()) > 90
    problems, seen = await what_reads_too_much(big, asked, EXCEPTIONS)
    assert not problems, "\n".join(problems)
    assert seen > 60


async def test_no_route_reads_more_than_it_answers_where_one_tenant_is_all(
    settings: Settings, single: str
):
    """The planner expects each tenant to have a share of all rows, so it reads more of a table at once."""
    asked = await ask_everything(settings, single)
    assert sum(bool(statements) for statements in asked.values()) > 90
    problems, seen = await what_reads_too_much(single, asked, EXCEPTIONS)
    assert not problems, "\n".join(problems)
    assert seen > 60


async def test_lists_of_roles_and_groups_compare_no_group_with_each_role(
    settings: Settings, big: str
):
    """2,000 groups, each with two of 500 roles and with 25 members or more: each is read once."""
    problems = await find_compared_groups(settings, big)
    assert not problems, "\n".join(problems)


async def test_lists_of_roles_and_groups_compare_no_group_with_each_role_where_one_tenant_is_all(
    settings: Settings, single: str
):
    problems = await find_compared_groups(settings, single)
    assert not problems, "\n".join(problems)


async def test_members_of_groups_are_counted_beyond_those_that_are_shown(
    settings: Settings, big: str
):
    """25,050 are in the first group, of which 10,000 are counted; 50 in each other."""
    async with administrator(settings, big) as (browser, _):
        for path in (f"{GROUPS}/v2?_limit=200", f"{GROUPS}/v1?"):
            answer = await browser.get(f"{path}&_groupsRelations=users")
            told = answer.json()
            groups = told.get("items") or told["groups"]
            assert {one["usersCount"] for one in groups if one["id"] != str(BIG_GROUP)} == {50}
            assert {len(one["users"]) for one in groups} == {25}
            assert all(is_sorted(one["users"]) for one in groups)
            [large] = [one for one in groups if one["id"] == str(BIG_GROUP)]
            assert large["usersCount"] == 10_000
        one = (await browser.get(f"{GROUPS}/v1/{BIG_GROUP}?_groupsRelations=users")).json()
        assert (one["usersCount"], len(one["users"])) == (10_000, 1_000)


def is_sorted(users: list[dict[str, str]]) -> bool:
    keys = [(one["name"].lower(), UUID(one["id"])) for one in users]
    return keys == sorted(keys)


async def test_no_call_of_the_vendor_reads_more_than_it_answers(settings: Settings, big: str):
    await check_calls_of_the_vendor(settings, big)


async def test_no_call_of_the_vendor_reads_more_than_it_answers_where_one_tenant_is_all(
    settings: Settings, single: str
):
    await check_calls_of_the_vendor(settings, single)


async def check_calls_of_the_vendor(settings: Settings, owner_url: str) -> None:
    asked = await ask_as_vendor(settings, owner_url)
    assert sum(bool(statements) for statements in asked.values()) > 40
    # To ten thousand is counted in whatever order rows lie.
    problems, seen = await what_reads_too_much(owner_url, asked, VENDOR_EXCEPTIONS, scans=ROWS)
    assert not problems, "\n".join(problems)
    assert seen > 60


@pytest.mark.parametrize("of", ["", f"&_tenantId={BIG}&_includeSubTenants=false"])
async def test_a_list_of_users_is_counted_and_sorted_in_an_index(
    settings: Settings, big: str, of: str
):
    """The total is counted to 10,000 without the rows of those users, and the page found without them."""
    connection = await connect_as_application(big)
    found = {}
    async with open_resources(settings, big, 4) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        async with backend(settings, app, resources) as caller:
            for filters in USER_PAGES:
                with recording() as asked:
                    answer = await caller.get(f"{PHRASE}?_limit=20&{filters}{of}")
                assert answer.status_code == 200, answer.text
                [statement] = [one for one in asked if "gatehouse_list_users_of_tenants" in one.sql]
                found[filters] = (await explain(connection, statement, generic=True)).pages
    await connection.close()
    assert not {name: pages for name, pages in found.items() if pages > USER_PAGES[name]}


@pytest.mark.parametrize("page", ["_limit=20", "_limit=20&_offset=9000"])
@pytest.mark.parametrize(
    "sort", ["_sortBy=name", "_sortBy=createdAt&_order=DESC", "_sortBy=validTo"]
)
async def test_words_of_all_licenses_find_all_in_the_order_of_the_list(
    settings: Settings, big: str, sort: str, page: str
):
    """By the name of each one's account. Words of some are looked up in another way, which shows nowhere."""
    async with open_resources(settings, big, 4) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        async with backend(settings, app, resources) as caller:

            async def found(words: str, more: str = "") -> tuple[list[str], int]:
                answer = await caller.get(f"{LICENSES}?{page}&{sort}&_filter={words}{more}")
                assert answer.status_code == 200, answer.text
                told = answer.json()
                names = [one["fingerprint"] for one in told["items"]]
                return names, told["_metadata"]["totalItems"]

            everything = await found("")
            assert (len(everything[0]), everything[1]) == (20, 10_000)
            assert await found("tenant") == everything
            assert await found("tenant", "&_state=VALID") == everything
            assert await found("tenant", "&_state=EXPIRED") == ([], 0)
            some, how_many = await found("tenant 99")  # 99, 990 to 999, and 9900 to 9999
            assert (how_many, len(some)) == (111, 0 if "offset" in page else 20)


@pytest.mark.parametrize("order", ["ASC", "DESC"])
@pytest.mark.parametrize("sort", ["name", "createdAt", "tenantId"])
async def test_words_of_all_tenants_find_all_in_the_order_of_the_list(
    settings: Settings, big: str, sort: str, order: str
):
    """Words of many are found in the order of the list, from its nearer end; words of some are sorted."""
    async with open_resources(settings, big, 4) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        async with backend(settings, app, resources) as caller:

            async def found(words: str, offset: int, limit: int = 30) -> tuple[list[str], int]:
                answer = await caller.get(
                    TENANTS,
                    params={
                        "_filter": words,
                        "_offset": offset,
                        "_limit": limit,
                        "_sortBy": sort,
                        "_order": order,
                    },
                )
                assert answer.status_code == 200, answer.text
                told = answer.json()
                names = [one["name"] for one in told["items"]]
                return names, told["_metadata"]["totalItems"]

            for offset in (0, 400, 5_500, 9_980, 10_000, 20_000):
                everything = await found("", offset)
                assert await found("teNANT", offset) == everything
            names, total = await found("tenant 1", 0, 200)  # 1, 10 to 19, 100 to 199, …
            assert total == 1_112
            later = [(await found("tenant 1", offset))[0] for offset in range(0, 180, 30)]
            assert [name for page in later for name in page] == names[:180]
            last = [(await found("tenant 1", offset))[0] for offset in (1_080, 1_110, 1_140)]
            assert [len(page) for page in last] == [30, 2, 0]
            some, how_many = await found("tenant 99", 100)  # 99, 990 to 999, and 9900 to 9999
            assert (how_many, len(some)) == (111, 11)
            keyed = [name.lower() for name in names]
            if sort == "name":
                assert keyed == sorted(keyed, reverse=order == "DESC")


@pytest.mark.parametrize("sort", ["email", "name", "createdAt", "id", "tenantId"])
async def test_users_of_a_large_tenant_are_found_in_the_order_of_the_list(
    settings: Settings, big: str, sort: str
):
    async with open_resources(settings, big, 4) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        async with backend(settings, app, resources) as caller:

            async def found(**query: str) -> tuple[list[str], int]:
                params = {"_tenantId": str(BIG), "_includeSubTenants": "false", "_sortBy": sort}
                answer = await caller.get(PHRASE, params=params | query)
                assert answer.status_code == 200, answer.text
                told = answer.json()
                return [str(one[sort]).lower() for one in told["items"]], told["_metadata"][
                    "totalItems"
                ]

            everyone = {"_phraseSearchExcludes": "nowhere-at-all"}
            for offset in ("0", "9000"):
                page = await found(_offset=offset)
                assert page == await found(_offset=offset, **everyone)
                assert (page[0], len(page[0]), page[1]) == (sorted(page[0]), 20, 10_000)
            words, count = await found(
                _phraseSearchContains="p777"
            )  # p777, p7770 to p7779, and p77700 to p77799
            assert (words, len(words), count) == (sorted(words), 20, 111)
            words, count = await found(_phraseSearchContains="bauer")
            assert (words, len(words), count) == (sorted(words), 20, 10_000)


async def connect_as_application(url: str) -> asyncpg.Connection:
    return await asyncpg.connect(
        url, server_settings={"role": APPLICATION_ROLE, "timezone": "UTC", "jit": "off"}
    )


async def find_compared_groups(settings: Settings, owner_url: str) -> list[str]:
    """The lists of roles and groups that read more rows than they may."""
    problems = []
    connection = await connect_as_application(owner_url)
    async with administrator(settings, owner_url) as (browser, _):
        for path, most in ROLES_AND_GROUPS.items():
            with recording() as asked:
                answer = await browser.get(path)
            assert answer.status_code == 200, answer.text
            assert asked
            for one, generic in product(asked, (True, False)):
                read = await explain(connection, one, generic=generic)
                if max(read.rows, read.compared) > most:
                    problems.append(f"{path} ({generic}): {read}")
    await connection.close()
    return problems


def most_pages(name: str) -> int:
    limits = LARGER | SMALLER
    return next((pages for one, pages in limits.items() if name.startswith(one)), PAGES)


def excused(name: str, exceptions: Mapping[str, str]) -> bool:
    return any(name.startswith(one) for one in exceptions)


async def what_reads_too_much(
    big: str, asked: dict[str, list[Asked]], exceptions: Mapping[str, str], scans: int = 0
) -> tuple[list[str], int]:
    """Planned for its own arguments, and for any, as a connection does from the sixth time on. And how many
    statements were looked at."""
    connection = await connect_as_application(big)
    large = {
        row["relname"]
        for row in await connection.fetch(
            "select relname from pg_class where reltuples > $1", SMALL
        )
    }
    assert {"roster", "sessions", "group_members"} <= large
    seen, problems = set(), []
    for name, statements in asked.items():
        for one in statements:
            # What a list reads depends on its filters, which are arguments of one statement.
            key = one.sql if name.startswith("GET ") else f"{name}: {one.sql}"
            if key in seen or PLANNED_ANEW in one.sql or excused(name, exceptions):
                continue
            seen.add(key)
            anew = any(PLANNED_ANEW in other.sql for other in statements)
            for generic in (False,) if anew else (True, False):
                read = await explain(connection, one, generic=generic)
                scanned = read.tables & large if read.rows > scans else set()
                if scanned or read.rows > ROWS or read.pages > most_pages(name):
                    problems.append(
                        f"{name} ({'any' if generic else 'these'} arguments): {read.rows:,} rows,"
                        f" {read.pages:,} pages, through {sorted(scanned)}: {one.sql[:200]}"
                    )
    await connection.close()
    return problems, len(seen)
