"""Search every table for traces of a user, a page of rows at a time in the order of its key.

Tables are read from the catalogue, so that tables added later are searched too.
"""

from datetime import datetime
from typing import Any

from gatehouse.connectivity.messages.queries import DELETE_MESSAGES_TO_USER
from gatehouse.directory.people.membership_queries import REPLACE_INVITER
from gatehouse.directory.tenants.queries import REPLACE_CREATOR
from gatehouse.entitlements.relations.queries import DELETE_RELATIONS_OF_USER
from gatehouse.erasure import queries
from gatehouse.erasure.known_identifiers import KnownIdentifiers
from gatehouse.erasure.models import CatalogColumn, CatalogTable
from gatehouse.identity.passwords.queries import DELETE_ATTEMPTS_OF_USER
from gatehouse.kit.db import Db
from gatehouse.kit.job_erasure import CLEAR_TRACEBACKS, DELETE_FAILED_JOBS
from gatehouse.licensing.licenses.seat_queries import FREE_SEATS_OF_USER
from gatehouse.providers.outgoing import DELETE_OUTGOING_MESSAGES
from gatehouse.vendor.messages import CLEAR_SENDER

PAGE = 2000  # rows
TABLES = 20  # of small tables, processed in one step

# The audit is erased separately; its blocks and records contain no personal data.
OF_AUDIT = frozenset({"audits", "audit_blocks", "audit_erasures", "audit_keys", "audit_stream"})
# Bills belong to an account, with the contact that the account has named, and the law requires keeping them.
BILLS = frozenset({
    "billing_accounts", "billing_events", "billing_invoices", "billing_payment_methods", "billing_prices",
    "billing_subscriptions", "license_subscriptions", "organizations", "provider_adjustments",
    "provider_events", "provider_transactions", "subscription_facts",
})  # fmt: skip
# Rows of users are deleted with them, and remaining rows belong to other users.
OF_PEOPLE = frozenset({
    "action_tokens", "authenticators", "authorization_codes", "ended_memberships", "external_identities",
    "former_people", "magic_links", "memberships", "mfa_emails", "mfa_phones", "oauth_consents",
    "one_time_codes", "openid_sessions", "password_history", "passwords", "pending_sign_ins", "phone_numbers",
    "profile_pictures", "recovery_codes", "refresh_tokens", "remembered_devices", "roster",
    "roster_search", "saml_sessions", "scim_users", "second_factor_attempts", "session_tenants", "sessions",
    "staff", "user_emails", "user_source_users", "usernames", "users", "webauthn_challenges",
    "webauthn_credentials",
})  # fmt: skip
# Settings to reach external systems: a login or a client id that looks like the user's address is the
# vendor's. A pseudonym in its place would stop mail and make the configuration unreadable.
OF_SYSTEMS = frozenset({
    "application_clients", "applications", "captcha_policies", "mail_configurations", "mobile_apps",
    "prehooks", "sms_configurations", "social_providers",
})  # fmt: skip
LEFT_ALONE = OF_AUDIT | BILLS | OF_PEOPLE | OF_SYSTEMS
# The tenant's product is notified of the erasure by the user's id; the delivery is deleted within a month.
BY_ID = frozenset({"webhook_deliveries"})
IDS = "array_to_string($3::uuid[], '|')"


async def pseudonymize_next_page(
    db: Db, known: KnownIdentifiers, place: list[str], until: datetime
) -> list[str]:
    """Process tables from `place` on, which is a table and the key of its last row, until a page of rows or
    `TABLES` tables are done. Returns the next place, or an empty list after the last table. Rows created
    after `until` belong to another user."""
    name, last = (place[0], place[1:]) if place else ("", [])
    tables = await queries.TABLES.all(db, sorted(LEFT_ALONE), name, TABLES + 1)
    seen = 0
    for table in tables[:TABLES]:
        if seen >= PAGE:
            return [table.name]
        if table.columns:
            rows, behind = await _erase_page_of_table(
                db, table, known, last if table.name == name else [], until
            )
            if behind:
                return [table.name, *behind]
            seen += rows
    return [one.name for one in tables[TABLES:]]


async def _erase_page_of_table(
    db: Db, table: CatalogTable, known: KnownIdentifiers, last: list[str], until: datetime
) -> tuple[int, list[str]]:
    """How many rows the page has, and the key of its last one where another page may follow."""
    connection = db.connection or await db.open()
    found = await connection.fetchrow(
        _build_update_statement(table, is_first=not last),
        known.pattern, known.pseudonym, known.ids, known.erasure_id, until, known.typed_pattern,
        *([last] if last else []),
    )  # fmt: skip
    rows = found["rows"] if found else 0
    return rows, list(found["last"]) if rows == PAGE else []


def _build_update_statement(table: CatalogTable, *, is_first: bool) -> str:
    """The statement for one table. Names come from the catalogue, never from outside. $1: the pattern, $2:
    the pseudonym, $3: the user's ids, $4: their replacement, $5: until when rows count, $6: the pattern of
    unverified identifiers, $7: the key of the last row."""
    keys = ", ".join(f't."{key.name}"' for key in table.keys)
    # A table without a key is small and processed in one step.
    if not keys:
        return (
            f"with changed as (update {_quote_table_name(table)} t set {_build_set_clause(table)}"
            f" where {_build_where_clause(table)}"
            " returning 1) select 0 as rows, null::text[] as last, count(*) from changed"
        )
    values = ", ".join(f"($7::text[])[{n}]::{key.type}" for n, key in enumerate(table.keys, 1))
    behind = "true" if is_first else f"({keys}) > ({values})"
    joined = " and ".join(f't."{key.name}" = page."{key.name}"' for key in table.keys)
    down = ", ".join(f'page."{key.name}" desc' for key in table.keys)
    texts = ", ".join(f'page."{key.name}"::text' for key in table.keys)
    return f"""
        with page as materialized (
          select {keys} from {_quote_table_name(table)} t where {behind} order by {keys} limit {PAGE}
        ), changed as (
          update {_quote_table_name(table)} t set {_build_set_clause(table)} from page
          where {joined} and ({_build_where_clause(table)}) returning 1
        )
        select (select count(*) from page) as rows, (select count(*) from changed) as changed,
          (select array[{texts}] from page order by {down} limit 1) as last
    """


def _quote_table_name(table: CatalogTable) -> str:
    return f'public."{table.name}"'


def _build_set_clause(table: CatalogTable) -> str:
    return ", ".join(f'"{one.name}" = {_build_erased_column(table, one)}' for one in table.columns)


def _build_erased_column(table: CatalogTable, column: CatalogColumn) -> str:
    name = f't."{column.name}"'
    match column.kind:
        case "uuid":
            return f"case when {name} = any ($3::uuid[]) then $4::uuid else {name} end"
        case "_text":
            return (
                f"array(select e from unnest({name}) with ordinality u (e, n)"
                " where e !~* $1::text order by n)"
            )
        case "jsonb":
            return f"{_build_erased_text(table, f'{name}::text')}::jsonb"
        case _:
            return _build_erased_text(table, name)


def _build_erased_text(table: CatalogTable, text: str) -> str:
    text = f"regexp_replace({text}, $1::text, $2::text, 'gi')"
    text = f"regexp_replace({text}, $6::text, $2::text, 'gi')"
    return text if table.name in BY_ID else f"regexp_replace({text}, {IDS}, $4::uuid::text, 'g')"


def _build_where_clause(table: CatalogTable) -> str:
    found = " or ".join(_build_column_condition(table, one) for one in table.columns)
    in_time = (
        't."created_at" < $5::timestamptz' if table.has_time else "$5::timestamptz is not null"
    )
    # Every statement must use each parameter.
    others = "$4::uuid <> all ($3::uuid[]) and $2::text not in ($1::text, $6::text)"
    return f"({found}) and {in_time} and {others}"


def _build_column_condition(table: CatalogTable, column: CatalogColumn) -> str:
    name = f't."{column.name}"'
    match column.kind:
        case "uuid":
            return f"{name} = any ($3::uuid[])"
        case "_text":
            return f"array_to_string({name}, ' ') ~* $1::text"
        case "jsonb":
            return _build_text_condition(table, f"{name}::text")
        case _:
            return _build_text_condition(table, name)


def _build_text_condition(table: CatalogTable, text: str) -> str:
    by_address = f"{text} ~* $1::text"
    return by_address if table.name in BY_ID else f"{by_address} or {text} ~ {IDS}"


async def delete_rows_of_user(db: Db, known: KnownIdentifiers, until: datetime) -> list[Any]:
    """Delete whole rows, and rows of tables with special rules; returns the seats that became free."""
    words = known.words
    for statement in (
        DELETE_OUTGOING_MESSAGES,
        DELETE_MESSAGES_TO_USER,
        DELETE_ATTEMPTS_OF_USER,
        DELETE_RELATIONS_OF_USER,
    ):
        await statement.run(db, words, until)
    await DELETE_FAILED_JOBS.run(db, known.pattern, until)
    await CLEAR_TRACEBACKS.run(db, known.pattern, until)
    await REPLACE_CREATOR.run(db, list(known.addresses), until, known.pseudonym)
    await CLEAR_SENDER.run(db, list(known.addresses), until)
    await REPLACE_INVITER.run(db, known.ids, known.erasure_id)
    return await FREE_SEATS_OF_USER.all(db, words, until)
