"""Everything of one person as a file, and nothing that opens anything."""

import json
from uuid import uuid4

from gatehouse.exports import users
from gatehouse.kit.db import Database
from tests.audit_log import audit_entries
from tests.backend import new_backend
from tests.erasure.erasing import USERS, leave_traces, sweep
from tests.identity.passwordless_steps import refusal
from tests.user_merge.merging import seat
from tests.world import Db, World

TYPE = "insert into entity_types values ('document', '', now()) on conflict do nothing"
RELATION = (
    "insert into entity_relations values ('document', 'owner', '{document}') on conflict do nothing"
)
LICENSE = """
insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats, key,
  fingerprint, created_at, updated_at)
select $1, o.tenant_id, o.id, 'Studio', 'teams', false, 5, o.id, o.id, now(), now()
from organizations o where o.tenant_id = $2 limit 1
"""
MERGE = """
insert into merge_requests (id, goes_id, stays_id, former_id, goes_email, stays_email, goes_name, stays_name,
  goes_token_hash, stays_token_hash, reason, requested_by, requested_at, expires_at, status, ended_at)
values ($1, $2, $3, $2, $4, $5, 'Pat', 'Somebody', '', '', 'x', 'x', now(), now(), 'refused', now())
"""


async def test_the_export_has_all_data_of_the_user_and_no_secret(
    world: World, db: Db, database: Database, monkeypatch
):
    backend = (await new_backend(world, ["vendor.read.users"])).http
    who = await world.person("Admin")
    other = await world.person("Admin", tenant_id=who.tenant_id)
    await db.connection.execute(TYPE)
    await db.connection.execute(RELATION)
    await leave_traces(database, who)
    await sweep(database)
    license_id = uuid4()
    await db.connection.execute(LICENSE, license_id, who.tenant_id)
    await seat(db, who.tenant_id, license_id, who.email.title())
    await db.connection.execute(MERGE, uuid4(), who.id, other.id, who.email, other.email)
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
    assert said == ["Changed their profile", f"Disabled {who.email}"]
    assert other.email not in answer.text
    assert str(other.id) not in answer.text

    related = next(one["row"] for one in rows if one["table"] == "relation_assignments")
    assert (related["target_key"], related["subject_key"]) == (
        "d",
        str(who.id),
    )
    [held] = [one["row"] for one in rows if one["table"] == "license_seats"]
    assert held["holder"] == who.email.title()
    [merge] = [one["row"] for one in rows if one["table"] == "merge_requests"]
    assert (merge["side"], merge["email"], merge["status"]) == ("goes", who.email, "refused")

    [entry] = await audit_entries(world, who.tenant_id, "user.exported")
    assert entry["description"] == f"Exported data for {who.email} ({len(rows)} rows)"

    monkeypatch.setattr(users, "MOST", 2)
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
