"""Reads of one statement in the scope of the caller: both locks."""

import pytest
from fastapi import APIRouter, Request, Response

from gatehouse.access.answer_cache import ACTIVE_SESSION
from gatehouse.access.guard import open_authorized_statement
from gatehouse.access.permissions import Permission
from gatehouse.kit.db import Query
from gatehouse.kit.plain_route import Json
from tests.plans.recorded import counting_round_trips
from tests.small_app import browse
from tests.world import Db, World

router = APIRouter()
# It forgets to name the tenant.
WITHOUT_TENANT = Query(
    str,
    """
    select json_build_object(
      'memberships', (select array_agg(distinct m.tenant_id) from memberships m where m.user_id is not null),
      'sessions', (select array_agg(distinct s.user_id) from sessions s where s.user_id is not null)
    )::text
    """,
)


@router.get("/without-tenant")
async def list_without_tenant(request: Request) -> Response:
    async with open_authorized_statement(request, Permission.READ_USERS) as (db, _):
        return Json((await WITHOUT_TENANT.one(db)).encode())


async def test_a_statement_that_forgets_the_tenant_sees_no_other(settings, resources, world: World):
    for _ in range(2):
        await world.person("Admin")
    people = [await world.person("Admin") for _ in range(2)]
    async with browse(router, settings, resources) as http:
        for who in [*people, people[0]]:
            http.headers["authorization"] = who.browser.headers["authorization"]
            seen = (await http.get("/without-tenant")).json()
            assert seen == {"memberships": [str(who.tenant_id)], "sessions": [str(who.id)]}


async def test_who_is_out_and_who_may_not_are_refused(settings, resources, world: World, db: Db):
    who, blind = await world.person("Admin"), await world.person()
    async with browse(router, settings, resources) as http:
        assert (await http.get("/without-tenant")).status_code == 401
        http.headers["authorization"] = blind.browser.headers["authorization"]
        refused = await http.get("/without-tenant")
        assert (refused.status_code, refused.json()["errorCode"]) == (
            403, "access.missing_permission",
        )  # fmt: skip
        assert refused.json()["context"] == {"permission": Permission.READ_USERS}
        http.headers["authorization"] = who.browser.headers["authorization"]
        assert (await http.get("/without-tenant")).status_code == 200
        await db.connection.execute(
            "update sessions set ended_at = now() where id = $1", who.session_id
        )
        ended = await http.get("/without-tenant")
        assert (ended.status_code, ended.json()["errorCode"]) == (401, "session.ended")


ROLES = "/identity/resources/roles"
GROUPS = "/identity/resources/groups"
USERS = "/identity/resources/users"
LISTS = [
    f"{ROLES}/v1", f"{ROLES}/v2", f"{ROLES}/v2/distinct-levels", f"{ROLES}/v2/distinct-tenants",
    "/team/resources/roles/v1", "/identity/resources/permissions/v1",
    "/identity/resources/permissions/v1/categories", f"{GROUPS}/v1?_groupsRelations=rolesAndUsers",
    f"{GROUPS}/v2", f"{USERS}/v2", f"{USERS}/v3", "/team/resources/members/v1", "/audits",
    "/api/v1/licenses",
]  # fmt: skip


@pytest.mark.parametrize("path", LISTS)
async def test_a_list_takes_a_round_trip_for_the_caller_and_one_for_itself(world: World, path: str):
    who = await world.person("Admin")
    for _ in range(2):
        assert (await who.browser.get(path)).status_code == 200
    with counting_round_trips() as sent:
        assert (await who.browser.get(path)).status_code == 200
    first, second = sent
    assert first == ACTIVE_SESSION.system_sql
    assert "set_config" in second


@pytest.mark.parametrize("path", LISTS)
async def test_a_list_ends_with_the_right_to_it(world: World, db: Db, path: str):
    """The caller is remembered; what was taken is noticed by the version."""
    who = await world.person("Admin")
    assert (await who.browser.get(path)).status_code == 200
    await db.connection.execute("delete from membership_roles where user_id = $1", who.id)
    assert (await who.browser.get(path)).status_code == 403
    await db.connection.execute("delete from memberships where user_id = $1", who.id)
    assert (await who.browser.get(path)).status_code == 401
