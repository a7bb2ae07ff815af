"""The vendor says how long the audit of one account is kept."""

from uuid import uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit.db import Database
from tests.directory.test_tenants import V1, V2
from tests.identity.passwordless_steps import refusal
from tests.staff import dismiss_all, hire


async def test_an_account_keeps_its_audit_for_less(backend, world):
    admin = await world.person("Admin")
    path = f"{V1}/{admin.tenant_id}/audit-retention"
    assert "auditRetentionDays" not in (await backend.get(f"{V2}/{admin.tenant_id}")).json()
    answer = await backend.put(path, json={"days": 365})
    assert (answer.status_code, answer.json()["auditRetentionDays"]) == (200, 365)
    assert (await backend.get(f"{V2}/{admin.tenant_id}")).json()["auditRetentionDays"] == 365
    told = (await admin.browser.get("/audits?action=audit_retention")).json()["data"]
    assert [(one["severity"], one["json"]["days"]) for one in told] == [("High", 365)]
    answer = await backend.put(path, json={"days": None})
    assert "auditRetentionDays" not in answer.json()


@pytest.mark.parametrize("days", [89, 0, -1, 36_501, "many", 90.5])
async def test_what_cannot_be_meant_is_refused(backend, world, days):
    tenant_id = (await world.person("Admin")).tenant_id
    answer = await backend.put(f"{V1}/{tenant_id}/audit-retention", json={"days": days})
    assert answer.status_code == 400


async def test_a_retention_above_the_installations_is_refused(backend, world):
    tenant_id = (await world.person("Admin")).tenant_id
    answer = await backend.put(f"{V1}/{tenant_id}/audit-retention", json={"days": 731})
    assert refusal(answer) == (400, "audits.retention_too_long")
    answer = await backend.put(f"{V1}/{uuid4()}/audit-retention", json={"days": 365})
    assert answer.status_code == 404


async def test_support_cannot_shorten_what_would_tell_of_it(world):
    tenant_id = (await world.person("Admin")).tenant_id
    database = world.resources[Database]
    await dismiss_all(database)
    support = await hire(world, StaffRole.SUPPORT)
    answer = await support.browser.put(f"{V1}/{tenant_id}/audit-retention", json={"days": 90})
    assert answer.status_code == 403
    await dismiss_all(database)
