"""Everything of one account as a file, and nothing of another."""

import json
from uuid import uuid4

from gatehouse.management.tenant_export import service
from tests.identity.passwordless_steps import refusal
from tests.vendor.caller import new_backend
from tests.vendor.test_tenants import V1, actions


async def test_all_that_is_its_own_and_no_secret(world, db, monkeypatch):
    backend = (await new_backend(world, ["vendor.read.tenants", "vendor.read.users"])).http
    who, other = await world.person("Admin"), await world.person("Admin")
    answer = await backend.get(f"{V1}/{who.tenant_id}/export")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/jsonl"
    assert f"tenant-{who.tenant_id}.jsonl" in answer.headers["content-disposition"]
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert {"tenants", "memberships", "users", "membership_roles"} <= {one["table"] for one in rows}
    assert [one["row"]["email"] for one in rows if one["table"] == "users"] == [who.email]
    assert not {"passwords", "sessions", "api_tokens"} & {one["table"] for one in rows}
    assert str(other.tenant_id) not in answer.text
    assert other.email not in answer.text
    assert await actions(db, who.tenant_id) == ["tenant.exported"]

    monkeypatch.setattr(service, "MOST", 2)
    refused = await backend.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(refused) == (409, "tenants.too_much_to_export")
    missing = await backend.get(f"{V1}/{uuid4()}/export")
    assert refusal(missing) == (404, "tenants.not_found")
    blind = (await new_backend(world, ["vendor.read.tenants"])).http
    denied = await blind.get(f"{V1}/{who.tenant_id}/export")
    assert refusal(denied) == (403, "access.missing_permission")
