"""A user who has left traces everywhere, and a look at every table for what is left of them."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx

from gatehouse.access.client import Client
from gatehouse.audit.actors import SYSTEM, by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.events import UserDisabled
from gatehouse.directory.users.events import UserUpdated
from gatehouse.erasure import jobs
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.databases import opened
from tests.world import Person

USERS = "/identity/resources/vendor-only/users/v1"
REASON = {"reason": "Asked for it by letter, ticket 4711"}

TABLES = """
select c.oid::regclass::text from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
"""


async def erase(http: httpx.AsyncClient, user_id: UUID) -> httpx.Response:
    return await http.post(f"{USERS}/{user_id}/erase", json=REASON)


async def settled(database: Database, resources: Resources) -> None:
    """Until nothing is left to do, ten minutes later."""
    context = JobContext(database, resources, 0, 1, last_attempt=True)
    await jobs.continue_erasures(context)
    clock.advance_clock(timedelta(minutes=10))
    await jobs.continue_erasures(context)


async def tables_with(db: Db, word: str) -> set[str]:
    """Where any column of any row says this, also in bytes."""
    rows = await db.connection.fetch(TABLES)
    found = set()
    for (table,) in rows:
        look = (
            f"select exists (select from {table} t where t::text ilike '%' || $1 || '%'"
            " or t::text like '%' || $2 || '%')"
        )
        if await db.connection.fetchval(look, word, word.encode().hex()):
            found.add(table)
    return found


async def leave_traces(database: Database, person: Person) -> None:
    """In rows that do not hang on the person, and in the audit by and about them."""
    email, tenant = person.email, person.tenant_id
    async with opened(database, Scope.system()) as db:
        for statement, values in _rows(email, tenant, person.id):
            await db.connection.execute(statement, *values)
        client = Client("203.0.113.7", "Firefox")
        await announce_event(db, UserUpdated(tenant, person.id, email, own=True),
                       by=by_person(person.id, email, client))  # fmt: skip
        await announce_event(db, UserDisabled(tenant, person.id, email), by=SYSTEM)


async def sweep(database: Database) -> None:
    """What of them the vendor's own lists would show to the tests that follow."""
    async with opened(database, Scope.system()) as db:
        for statement in (
            "delete from approvals where name = 'x'",
            "delete from approval_flows where name = 'x'",
            "delete from vendor_tasks where kind = 'invite' and about ? 'said'",
            "delete from pgqueuer where entrypoint = 'x'",
            "update vendor set sso_excluded_emails = '{}'",
        ):
            await db.connection.execute(statement)


def _rows(email: str, tenant: UUID, user: UUID) -> list[tuple[str, tuple[Any, ...]]]:
    now = clock.now()
    hook, flow, approval, organization, plan = (new_id() for _ in range(5))
    text = f'{{"email": "{email}", "said": "by {email.upper()}, that is"}}'
    return [
        ("insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)"
         " values ($1, $2, 'second-' || $3, $4, $4, $4)", (new_id(), user, email, now)),
        ("insert into usernames (user_id, username, created_at) values ($1, $2, $3)",
         (user, f"u{user.hex[:12]}", now)),
        ("insert into passwords (user_id, hash, changed_at) values ($1, 'x', $2)", (user, now)),
        ("insert into outgoing_messages (id, channel, recipient, subject, created_at, sent_at)"
         " values ($1, 'mail', $2, 'Hello', $3, $3)", (new_id(), email, now)),
        ("insert into event_messages (id, tenant_id, event_id, event_key, channel, recipient, status,"
         " created_at) values ($1, $2, $1, 'x', 'email', $3, 'sent', $4)", (new_id(), tenant, email, now)),
        ("insert into event_messages (id, tenant_id, event_id, event_key, channel, recipient, content,"
         " status, created_at)"
         " values ($1, $2, $1, 'x', 'email', 'boss@acme.test', $3::text::jsonb, 'failed', $4)",
         (new_id(), tenant, text, now)),
        ("insert into bell_notifications (id, tenant_id, event_id, event_key, title, body, severity,"
         " created_at) values ($1, $2, $1, 'x', $3, $3, 'Info', $4)",
         (new_id(), tenant, f"{email} is here", now)),
        ("insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, created_at,"
         " updated_at) values ($1, $2, $3, 'https://x.test', '{}', false, $4, $4)",
         (hook, tenant, f"Of {email}", now)),
        ("insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event_key, body, status,"
         " created_at) values ($1, $2, $3, $1, 'x', $4, 'delivered', $5)",
         (new_id(), tenant, hook, text, now)),
        ("insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)"
         " values ($1, 'email', 'x', true, $2, $2)", (tenant, now)),
        ("insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients,"
         " created_at, updated_at)"
         " values ($1, $2, 'email', 'x', 'x', true, array['boss@acme.test', $3], $4, $4)",
         (new_id(), tenant, email, now)),
        ("insert into approval_flows (id, tenant_id, name, is_active, channels, configuration, steps,"
         " created_at, updated_at) values ($1, $2, 'x', true, '[]', '{}', $3::text::jsonb, $4, $4)",
         (flow, tenant, text, now)),
        ("insert into approvals (id, tenant_id, flow_id, requester_id, name, configuration, steps, step,"
         " execution_data, status, requested_at, expires_at, due_at)"
         " select $1, $2, $3, m.user_id, 'x', '{}', '[]', 0, $4::text::jsonb, 'pending', $5, $5, $5"
         " from memberships m where m.tenant_id = $2 and m.user_id <> $6 limit 1",
         (approval, tenant, flow, text, now, user)),
        ("insert into approval_approvers (id, tenant_id, approval_id, step_id, user_id, email, by_role)"
         " values ($1, $2, $3, $1, $4, $5, false)", (new_id(), tenant, approval, user, email)),
        ("insert into user_imports (id, created_at, updated_at) values ($1, $2, $2)", (plan, now)),
        ("insert into user_import_failures (import_id, number, email, problem) values ($1, 1, $2, 'taken')",
         (plan, email)),
        ("insert into vendor_tasks (id, kind, about, total, errors, created_at, updated_at)"
         " values ($1, 'invite', $2::text::jsonb, 1, '[]', $3, $3)", (new_id(), text, now)),
        ("insert into relation_assignments (target_type_key, target_key, relation_key, subject_type_key,"
         " subject_key, created_at) select r.entity_type_key, 'd', r.key, r.entity_type_key, $1, $2"
         " from entity_relations r limit 1", (str(user), now)),
        ("update tenants set creator_email = $2, creator_name = 'Pat Doe' where id = $1", (tenant, email)),
        ("update memberships set invited_by = $2 where tenant_id = $1 and user_id <> $2", (tenant, user)),
        ("update vendor set sso_excluded_emails = array['boss@acme.test', $1]", (email,)),
        ("insert into organizations (id, tenant_id, name, billing_email, created_at)"
         " values ($1, $2, 'Acme', 'bills@acme.test', $3)", (organization, tenant, now)),
        ("insert into pgqueuer (priority, entrypoint, payload, execute_after, headers, status)"
         " values (0, 'x', convert_to($1, 'UTF8'), now(), '{}', 'failed')", (text,)),
        ("insert into pgqueuer_log (job_id, status, entrypoint, priority, traceback)"
         " values (1, 'exception', 'x', 0, $1::text::jsonb)", (text,)),
    ]  # fmt: skip
