"""Changes of a document, in all forms that directories send."""

import asyncio
from typing import Any

import pytest

from gatehouse.kit.db import Database
from gatehouse.scim.protocol.patch import apply_patch, parse_patch
from gatehouse.scim.protocol.schemas import USER
from tests.scim.directory import ENTERPRISE, Body, Directory

WORK = {"value": "a@x.test", "type": "work", "primary": True}
HOME = {"value": "b@x.test", "type": "home"}
NEW = "c@x.test"
MOVED = {**WORK, "value": NEW}
SALES = {ENTERPRISE: {"department": "Sales"}}
START = {
    "userName": "grace",
    "active": True,
    "name": {"givenName": "Grace"},
    "emails": [WORK, HOME],
}


def changed(*operations: Body) -> Body:
    return apply_patch(USER, START, parse_patch(USER, {"Operations": list(operations)}))


def add(path: str, value: Any) -> Body:
    return {"op": "add", "path": path, "value": value}


def replace(path: str, value: Any) -> Body:
    return {"op": "Replace", "path": path, "value": value}


def remove(path: str, **more: Any) -> Body:
    return {"op": "remove", "path": path, **more}


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (replace("active", "False"), {"active": False}),
        (replace("ACTIVE", True), {}),
        ({"op": "replace", "value": {"active": False, "title": "Dr"}}, {"active": False, "title": "Dr"}),
        (add("", {"name.familyName": "H"}), {"name": {"givenName": "Grace", "familyName": "H"}}),
        (replace("name", {"familyName": "H"}), {"name": {"givenName": "Grace", "familyName": "H"}}),
        (remove("name.givenName"), {"name": None}),
        (replace("title", ""), {}),
        (replace('emails[type eq "work"].value', NEW), {"emails": [MOVED, HOME]}),
        (add('emails[type eq "other"].value', NEW),
         {"emails": [WORK, HOME, {"type": "other", "value": NEW}]}),
        (replace('emails[primary eq "True"].value', NEW), {"emails": [MOVED, HOME]}),
        (replace('emails[type eq "home"]', {"value": NEW}), {"emails": [WORK, {"value": NEW}]}),
        (remove('emails[type eq "home"]'), {"emails": [WORK]}),
        (remove('emails[type eq "home"].type'), {"emails": [WORK, {"value": "b@x.test"}]}),
        (remove('emails[type eq "fax"]'), {}),
        (remove("emails", value=[{"value": "b@x.test"}]), {"emails": [WORK]}),
        (remove("emails", value=[]), {}),
        (add("emails", WORK), {}),
        (add("emails", [{"value": NEW, "primary": True}]),
         {"emails": [{**WORK, "primary": False}, HOME, {"value": NEW, "primary": True}]}),
        (replace("emails", [HOME]), {"emails": [HOME]}),
        (add(f"{ENTERPRISE}:department", "Sales"), SALES),
        (add(f"{ENTERPRISE}:manager", "26"), {ENTERPRISE: {"manager": {"value": "26"}}}),
        (add(f"{ENTERPRISE}:manager", [{"$ref": "../Users/26", "value": "26"}]),
         {ENTERPRISE: {"manager": {"$ref": "../Users/26", "value": "26"}}}),
        (add(ENTERPRISE, {"Department": "Sales"}), SALES),
        ({"op": "add", "value": {f"{ENTERPRISE}:department": "Sales"}}, SALES),
        ({"op": "add", "value": {ENTERPRISE: {"department": "Sales"}, "shoes": 44, "id": "x"}},
         SALES),
    ],
)  # fmt: skip
def test_a_change_leads_to(operation: Body, expected: Body):
    wanted = {**START, **expected}
    assert changed(operation) == {
        name: value for name, value in wanted.items() if value is not None
    }


def test_operations_follow_each_other():
    assert changed(add("title", "Dr"), add("nickName", "G"), remove("title"))["nickName"] == "G"
    assert START["emails"] == [WORK, HOME]  # nothing was changed in place


@pytest.mark.parametrize(
    "body",
    [
        [], 5, {}, {"Operations": []}, {"Operations": [5]}, {"Operations": [{"op": ["add"]}]},
        {"Operations": [{"op": "add", "path": 5}]}, {"schemas": 5, "Operations": "x"},
        {"Operations": [{"op": "add", "path": 'emails[type eq "a" or type eq "b"].value', "value": "c"}]},
        {"Operations": [{"op": "add", "path": "name[a pr]", "value": "c"}]},
        {"Operations": [{"op": "add", "path": "emails[name pr]", "value": "c"}]},
        {"Operations": [{"op": "add", "path": "meta.version", "value": "c"}]},
        {"Operations": [{"op": "add", "path": "userName", "value": "x" * 501}]},
        {"Operations": [{"op": "remove", "path": "userName"}]},
    ],
)  # fmt: skip
async def test_what_is_no_change_is_refused_and_changes_nothing(directory: Directory, body: object):
    made = await directory.user()
    answer = await directory.http.patch(f"/Users/{made['id']}", json=body)
    assert answer.status_code == 400, answer.text
    assert await directory.read(made) == made


async def test_an_unknown_attribute_by_its_path_holds_up_nothing_else(directory: Directory):
    """A user leaves, whatever else the directory says of them."""
    user = await directory.user()
    active = {"op": "Replace", "path": "active", "value": "False"}
    unknown = {"op": "Add", "path": "customAttr1", "value": "x"}
    answer = await directory.patch(user, active, unknown)
    assert answer.status_code == 200, answer.text
    assert (await directory.read(user))["active"] is False
    alone = await directory.patch(user, unknown)
    assert (alone.status_code, alone.json()["scimType"]) == (400, "invalidPath")


@pytest.mark.parametrize(
    ("change", "most"),
    [
        # The transaction with its lock of the connection, the connection, the lock of the user, the user, the
        # member, the change, its event, and the end.
        ({"op": "replace", "path": "title", "value": "Dr"}, 8),
        # As before, with the turn of the account, whether they are an administrator, and the membership.
        ({"op": "replace", "path": "active", "value": False}, 12),
    ],
)
async def test_a_patch_asks_the_database_once_for_each_thing(
    directory: Directory, database: Database, change: Body, most: int
):
    user = await directory.user()
    await directory.patch(user, replace("title", "Prof"))  # teaches a fresh connection its types
    statements: list[str] = []

    def record(statement: Any) -> None:
        statements.append(statement.query)

    async with database.pool.acquire() as connection:  # the next request gets the same one
        connection.add_query_logger(record)
    assert (await directory.patch(user, change)).status_code == 200
    await asyncio.sleep(0)  # the last statement is recorded in the loop's next turn
    async with database.pool.acquire() as connection:
        connection.remove_query_logger(record)
    assert 5 < len(statements) <= most, "\n".join(statements)
