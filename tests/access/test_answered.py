"""Reads in one statement: the caller's check, and both locks."""

import pytest
from fastapi import APIRouter, Request, Response

from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.access.single_statement_reads import (
    compose_authorized_select,
    compose_permission_condition,
    read_authorized_json,
)
from gatehouse.kit.db import Query
from tests.small_app import browse
from tests.world import Db, World

router = APIRouter()
# It forgets to name the tenant.
EVERYBODY = Query(
    str,
    compose_authorized_select("""
    select json_build_object(
      'memberships', (select array_agg(distinct m.tenant_id) from memberships m where m.user_id is not null),
      'sessions', (select array_agg(distinct s.user_id) from sessions s where s.user_id is not null)
    )::text
    """),
)


@router.get("/everybody")
async def everybody(request: Request) -> Response:
    return await read_authorized_json(request, Permission.READ_USERS, EVERYBODY)


async def test_a_statement_that_forgets_the_tenant_sees_no_other(settings, resources, world: World):
    for _ in range(2):
        await world.person("Admin")
    who = await world.person("Admin")
    async with browse(router, settings, resources) as http:
        http.headers["authorization"] = who.browser.headers["authorization"]
        seen = (await http.get("/everybody")).json()
    assert seen == {"memberships": [str(who.tenant_id)], "sessions": [str(who.id)]}


async def test_who_is_out_and_who_may_not_are_refused(settings, resources, world: World, db: Db):
    who, blind = await world.person("Admin"), await world.person()
    async with browse(router, settings, resources) as http:
        assert (await http.get("/everybody")).status_code == 401
        http.headers["authorization"] = blind.browser.headers["authorization"]
        refused = await http.get("/everybody")
        assert (refused.status_code, refused.json()["errorCode"]) == (
            403, "access.missing_permission",
        )  # fmt: skip
        assert refused.json()["context"] == {"permission": Permission.READ_USERS}
        http.headers["authorization"] = who.browser.headers["authorization"]
        assert (await http.get("/everybody")).status_code == 200
        await db.connection.execute(
            "update sessions set ended_at = now() where id = $1", who.session_id
        )
        ended = await http.get("/everybody")
        assert (ended.status_code, ended.json()["errorCode"]) == (401, "session.ended")


HELD = [
    "*", "fe.*", "fe.secure.*", "fe.*.users", "fe.secure.read.users", "fe_secure.read.users",
    "fe.secure.read.user", "%", "fe%", "fe.secure.read.users.*", r"fe\*", "*.*.*.*", "", "f*e*s",
]  # fmt: skip


@pytest.mark.parametrize(
    "wanted", ["fe.secure.read.users", "feXsecure.read.users", "licensing.*", r"fe\x"]
)
async def test_the_statement_reads_stars_as_the_guard_does(db: Db, wanted: str):
    for held in HELD:
        found = await db.connection.fetchval(
            f"select {compose_permission_condition('$2::text')}"
            " from (select array[$1::text] as permissions) caller",
            held,
            wanted,
        )
        assert found == grants_permission(held, wanted), (held, wanted)
