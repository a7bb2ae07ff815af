"""Everything of one person as a file, and nothing that opens anything."""

import json
from uuid import uuid4

from gatehouse.kit.db import Database
from gatehouse.management.person_export import service
from tests.identity.passwordless_steps import refusal
from tests.vendor.caller import new_backend
from tests.vendor.erasing import USERS, leave_traces, sweep
from tests.world import Db, World


async def test_all_that_is_kept_of_somebody_and_no_secret(
    world: World, db: Db, database: Database, monkeypatch
):
    backend = (await new_backend(world, ["vendor.read.users"])).http
    who = await world.person("Admin")
    other = await world.person("Admin", tenant_id=who.tenant_id)
    await leave_traces(database, who)
    await sweep(database)
    answer = await backend.get(f"{USERS}/{who.id}/export")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/jsonl"
    assert f"person-{who.id}.jsonl" in answer.headers["content-disposition"]
    rows = [json.loads(line) for line in answer.text.splitlines()]
    tables = {one["table"] for one in rows}
    assert {"users", "user_emails", "usernames", "memberships", "membership_roles"} <= tables
    assert not {"passwords", "one_time_codes", "refresh_tokens"} & tables
    [session] = [one["row"] for one in rows if one["table"] == "sessions"]
    assert session["id"] == str(who.session_id)
    said = [one["row"]["description"] for one in rows if one["table"] == "audits"]
    assert said == ["Changed the own profile", f"Disabled {who.email}"]
    assert other.email not in answer.text
    assert str(other.id) not in answer.text

    [told] = await db.connection.fetch(
        "select description from audits where action = 'user.exported' and tenant_id = $1",
        who.tenant_id,
    )
    assert told["description"] == f"Exported everything of {who.email}: {len(rows)} rows"

    monkeypatch.setattr(service, "MOST", 2)
    refused = await backend.get(f"{USERS}/{who.id}/export")
    assert refusal(refused) == (409, "users.too_much_to_export")
    missing = await backend.get(f"{USERS}/{uuid4()}/export")
    assert refusal(missing) == (404, "users.not_found")
    blind = (await new_backend(world, ["vendor.read.tenants"])).http
    denied = await blind.get(f"{USERS}/{who.id}/export")
    assert refusal(denied) == (403, "access.missing_permission")
    # Those of an account get nothing of it, whatever they may do there.
    tenants = await other.browser.get(f"{USERS}/{who.id}/export")
    assert tenants.status_code == 401
