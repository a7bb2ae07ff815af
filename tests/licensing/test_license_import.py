"""Licenses from a CSV file: tried out first, reported line by line, and given again without harm."""

import asyncio
from uuid import uuid4

import pytest

from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Scope
from gatehouse.kit.events import Actor
from gatehouse.licensing.licenses.identifiers import generate_license_key
from gatehouse.licensing.licenses.models import LicenseRequest
from gatehouse.licensing.licenses.vendor_service import issue_license
from tests.directory.waiting import somebody_waits
from tests.licensing.test_vendor_licenses import LICENSES, day, listed, ok
from tests.licensing.tool import Tool

HEADER = "tenantId,seats,until,name,billingEmail,reference,key\n"


def key() -> str:
    return f"OLD-{uuid4().hex}"


async def test_a_file_is_tried_out_then_taken_then_known(world, vendor, new_client):
    tenant_id, old_key, mark = await world.tenant(), key(), uuid4().hex
    text = HEADER + (
        f'{tenant_id},3,{day(60)},"Acme, Inc.",bills@example.test,A-{mark},{old_key}\n'
        f"{tenant_id},2,,,,B-{mark},\n"
        f"{tenant_id},0,,,,C-{mark},\n"
        f"{uuid4()},5,,,x@example.test,D-{mark},\n"
        f"{tenant_id},5,{day(-1)},,,E-{mark},\n"
        f"{tenant_id},5,soon,,,F-{mark},\n"
        f"no/body,5,,,,G-{mark},\n"
        f"{tenant_id},1,,,,A-{mark},\n"
    )
    about = {"_tenantId": str(tenant_id), "_sortBy": "name"}
    tried = await ok(await vendor.post(f"{LICENSES}/import", json={"csv": text, "dryRun": True}))
    assert (len(tried["made"]), tried["known"], tried["dryRun"]) == (2, 1, True)
    assert await listed(vendor, **about) == []

    taken = await ok(await vendor.post(f"{LICENSES}/import", json={"csv": text}))
    assert (len(taken["made"]), taken["known"]) == (2, 1)
    assert taken["problems"] == tried["problems"]
    assert [(one["line"], one["code"]) for one in taken["problems"]] == [
        (4, "licenses.unreadable_line"),
        (5, "tenants.not_found"),
        (6, "licenses.day_passed"),
        (7, "licenses.unreadable_line"),
        (8, "licenses.unreadable_line"),
    ]
    made = await listed(vendor, **about)
    assert [(one["name"], one["maxSeats"], one["reference"][0]) for one in made] == [
        ("Acme", 2, "B"), ("Acme, Inc.", 3, "A"),
    ]  # fmt: skip
    # Tools keep the key that they have.
    assert await Tool(new_client(), old_key).code() == "VALID"

    again = await ok(await vendor.post(f"{LICENSES}/import", json={"csv": text}))
    assert (again["made"], again["known"]) == ([], 3)
    assert len(await listed(vendor, **about)) == 2


async def test_a_key_that_is_in_use_is_not_taken_over(world, vendor, new_client):
    tenant_id, old_key = await world.tenant(), key()
    row = f"{tenant_id},1,,,a@example.test,,{old_key}\n"
    await ok(await vendor.post(f"{LICENSES}/import", json={"csv": HEADER + row}))
    other = await world.tenant()
    row = f"{other},9,,,a@example.test,,{old_key}\n"
    report = await ok(await vendor.post(f"{LICENSES}/import", json={"csv": HEADER + row}))
    assert (report["made"], report["known"]) == ([], 1)
    told = (await Tool(new_client(), old_key).validate()).json()
    assert told["license"]["maxSeats"] == 1


async def test_a_key_is_imported_as_tools_bring_it(world, vendor, new_client):
    """With the dashes of a text program, and one of ours in small letters."""
    tenant_id, old_key, ours = await world.tenant(), key(), generate_license_key()
    for number, given in enumerate((old_key.replace("-", "\u2013"), ours.lower())):
        row = f"{tenant_id},1,,,a@example.test,N{number}-{uuid4().hex},{given}\n"
        report = await ok(await vendor.post(f"{LICENSES}/import", json={"csv": HEADER + row}))
        assert (len(report["made"]), report["problems"]) == (1, [])
    assert await Tool(new_client(), old_key).code() == "VALID"
    assert await Tool(new_client(), ours).code() == "VALID"


async def test_of_two_imports_of_one_key_at_once_the_slower_makes_nothing(
    world, vendor, database, resources
):
    """Not a license without a key, and no organization for it."""
    slower, faster, old_key = await world.tenant(), await world.tenant(), key()
    row = f"{slower},1,,,a@example.test,,{old_key}\n"
    async with database.transaction(Scope.system()) as db:
        wanted = LicenseRequest(faster, 9, "teams", billing_email="b@example.test", key=old_key)
        await issue_license(db, resources[Box], wanted, Actor("system"))
        importing = asyncio.create_task(
            vendor.post(f"{LICENSES}/import", json={"csv": HEADER + row})
        )
        await somebody_waits(db)
    report = await ok(await importing)
    assert (report["made"], report["known"], report["problems"]) == ([], 1, [])
    assert await listed(vendor, _tenantId=str(slower)) == []
    [kept] = await listed(vendor, _tenantId=str(faster))
    assert kept["maxSeats"] == 9
    admin = await world.person("Admin", tenant_id=slower)
    assert (await admin.browser.get("/api/v1/organization")).status_code == 404


@pytest.mark.parametrize(
    "text",
    [
        "name,seats\nAcme,3\n",
        "tenantId,seats,color\n",
        'tenantId,seats\n"unclosed,3',
        "\n",
        "tenantId,seats\n" + "x,1\n" * 501,
        "tenantId,seats,seats\n",
        "tenantId;seats\n",
    ],
    ids=["no account", "unknown column", "quote", "nothing", "too many", "twice", "semicolons"],
)
async def test_what_is_no_such_table(vendor, text):
    refused = await vendor.post(f"{LICENSES}/import", json={"csv": text})
    assert (refused.status_code, refused.json()["errorCode"]) == (
        400, "licenses.unreadable_table",
    )  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "{t},1,,,,,short",
        "{t},1,2027-13-01,,,,",
        "{t},١,,,,,",
        "{t},1,,,,,,more",
        "{t}",
        "{t},1e3,,,,,",
        "{t},1.5,,,,,",
        "{t},-1,,,,,",
        "{t},1,," + "n" * 201 + ",a@example.test,,",
        "{t},1,,,a@example.test," + "r" * 101 + ",",
    ],
    ids=[
        "key",
        "month",
        "digit",
        "more",
        "less",
        "number",
        "part",
        "negative",
        "name",
        "reference",
    ],
)
async def test_what_is_no_such_line(world, vendor, line):
    tenant_id = await world.tenant()
    text = HEADER + line.format(t=tenant_id) + "\n"
    report = await ok(await vendor.post(f"{LICENSES}/import", json={"csv": text}))
    assert [one["code"] for one in report["problems"]] == ["licenses.unreadable_line"]
    assert await listed(vendor, _tenantId=str(tenant_id)) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "old Macs"])
async def test_lines_end_as_they_do_on_any_system(world, vendor, end):
    tenant_id = await world.tenant()
    lines = [
        "\ufefftenantId,seats,billingEmail",
        f"{tenant_id},3,a@example.test",
        f"{tenant_id},-3,",
    ]
    csv = "".join(line + end for line in lines)
    report = await ok(await vendor.post(f"{LICENSES}/import", json={"csv": csv}))
    assert (len(report["made"]), [one["line"] for one in report["problems"]]) == (1, [3])
