"""`gatehouse doctor`: checks what a running Gatehouse depends on, and says how to fix each fault."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import urlsplit

import aiosmtplib
import asyncpg

from gatehouse.access.signing_keys import PRIVATE_KEYS
from gatehouse.audit.stream.queries import STATE
from gatehouse.commands.database import start_database
from gatehouse.commands.runtime import secret_keys
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db, dump, hosts
from gatehouse.kit.db.current_sql import find_missing_definitions
from gatehouse.kit.db.database import SYSTEM_ROLE, TAKES_WRITES
from gatehouse.kit.db.migrate import EVERYTHING, SchemaError, compare_schema
from gatehouse.kit.db.pools import NEEDS_THE_DATABASE, is_refusal_of_pooler
from gatehouse.kit.db.standby import OF_COPY, OF_PRIMARY
from gatehouse.kit.interpreter import describe_interpreter, is_optimized_build
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.sealed import SEALED_COLUMNS
from gatehouse.licensing.reconciliation.stuck_events import count_stuck_events
from gatehouse.providers.mail.smtp import SmtpMailer
from gatehouse.providers.settings import SmtpMail
from gatehouse.providers.simulators import HOW_TO_INSTALL, are_simulators_installed
from gatehouse.settings import Settings

CLOCK_TOLERANCE_SECONDS = 2.0
OLDEST_POSTGRES = 15
# No two servers started in the same microsecond.
WHICH_DATABASE = "select concat(current_database(), extract(epoch from pg_postmaster_start_time()))"
NEEDS_OTHER_KEY = (
    "Set GATEHOUSE_SECRET_KEY to the key they were stored with, or add that key to "
    "GATEHOUSE_PREVIOUS_SECRET_KEYS."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; `fix` is empty when all is well."""

    subject: str
    state: str
    fix: str = ""


def examine_installation(settings: Settings) -> Iterator[Finding]:
    """Findings in the order in which things depend on each other."""
    yield Finding("Configuration", f"complete for {settings.env}")
    yield _check_interpreter()
    yield _check_data_folder(settings)
    yield _check_mail(settings)
    yield _check_payments(settings)
    yield _check_cards(settings)
    yield _check_rate_limits(settings)
    yield _check_hashing()
    try:
        with start_database(settings) as url:
            yield from asyncio.run(_check_database(settings, url()))
    except ConfigurationError as error:
        yield Finding("Database", "not reachable", str(error))


def _check_interpreter() -> Finding:
    advice = "; an optimized build is 10 to 18 % faster, see docs/guides/operate/install.md"
    return Finding("Python", describe_interpreter() + ("" if is_optimized_build() else advice))


def _check_data_folder(settings: Settings) -> Finding:
    folder = settings.data_dir.resolve()
    probe = folder / ".doctor"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        return Finding(
            "Data folder",
            f"{folder} cannot be written: {error.strerror}",
            "Set GATEHOUSE_DATA_DIR to a folder that this user may write.",
        )
    return Finding("Data folder", str(folder))


def _check_mail(settings: Settings) -> Finding:
    if settings.mail.kind == "file":
        return Finding("Mail", f"written to {settings.data_dir.resolve() / 'mail'}")
    mail = settings.mail
    server = f"{mail.host}:{mail.port}"
    try:
        lacks_login = asyncio.run(SmtpMailer(mail, settings.mail_from).check())
    except (OSError, aiosmtplib.SMTPException, ValueError) as error:
        return Finding(
            "Mail", f"{server} refuses: {_describe_smtp_error(error, mail)}", _find_mail_fix(error)
        )
    note = "; it offers a login, and none is set" if lacks_login else ""
    return Finding("Mail", f"{server} accepts {parseaddr(settings.mail_from)[1]}{note}")


def _describe_smtp_error(error: Exception, mail: SmtpMail) -> str:
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"{error.code} {error.message}"
    return str(error) or f"no answer within {mail.timeout_seconds:g} s"


def _find_mail_fix(error: Exception) -> str:
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return "Check GATEHOUSE_MAIL__USERNAME and __PASSWORD."
    if isinstance(error, aiosmtplib.SMTPSenderRefused):
        return (
            "Set GATEHOUSE_MAIL_FROM to an address that this server sends for, and GATEHOUSE_MAIL__USERNAME"
            " and __PASSWORD where it demands a login."
        )
    return "Check GATEHOUSE_MAIL__HOST, __PORT, __SECURITY, __USERNAME and __PASSWORD."


def _check_payments(settings: Settings) -> Finding:
    if settings.payments.kind == "paddle":
        return Finding("Payments", f"Paddle, {settings.payments.environment}")
    if settings.simulates_checkout:
        return _check_simulator("Payments")
    if settings.payments.kind == "none":
        return Finding("Payments", "none: licenses are issued or imported, nothing can be bought")
    return Finding("Payments", "no provider: nothing can be bought; see GATEHOUSE_PAYMENTS__KIND")


def _check_cards(settings: Settings) -> Finding:
    if settings.cards.kind == "stripe":
        return Finding("Cards", f"Stripe, {'live' if settings.cards.is_live else 'test'} keys")
    if settings.simulates_cards:
        return _check_simulator("Cards")
    return Finding("Cards", "no provider: accounts are not billed; see GATEHOUSE_CARDS__KIND")


def _check_simulator(subject: str) -> Finding:
    if are_simulators_installed():
        return Finding(subject, "simulated")
    return Finding(subject, "the simulator is not installed", HOW_TO_INSTALL)


def _check_rate_limits(settings: Settings) -> Finding:
    url = settings.redis_url
    if not url:
        return Finding("Rate limits", "counted by each process alone; see GATEHOUSE_REDIS_URL")
    store = urlsplit(url).netloc.rpartition("@")[2]
    fault = asyncio.run(RateLimiter(redis_url=url).find_store_fault())
    if fault:
        return Finding(
            "Rate limits",
            f"{store} does not count, so each process counts alone: {fault}",
            "Check GATEHOUSE_REDIS_URL and its password, that Valkey or Redis runs there, and that the user"
            " may run scripts.",
        )
    return Finding("Rate limits", f"counted together by {store}")


def _check_hashing() -> Finding:
    from gatehouse.kit.argon2_variant import VARIANT, find_fastest_level

    level = find_fastest_level()
    if VARIANT != "generic":
        return Finding("Password hashing", f"built for {VARIANT}")
    if level is None:
        return Finding("Password hashing", "generic build, the only one for this processor")
    return Finding(
        "Password hashing",
        f"generic build; one for {level} is 2-3 times faster, see docs/guides/operate/install.md",
    )


async def _check_database(settings: Settings, url: str) -> list[Finding]:
    owner_url = settings.migration_database_url or url
    try:
        # A pooler refuses this setting, as it does when the schema is migrated.
        connection = await hosts.connect_first_host(url, timeout=10, server_settings=EVERYTHING)
    except (OSError, asyncpg.PostgresError, ValueError, TimeoutError) as error:
        if is_refusal_of_pooler(error):
            return [Finding("Database", "not reachable: a pooler answers", NEEDS_THE_DATABASE)]
        return [
            Finding("Database", f"not reachable: {error}", "Check GATEHOUSE_DATABASE_URL."),
        ]
    findings: list[Finding] = []
    try:
        findings.append(await _check_version(connection, settings))
        findings += await _check_pooler(connection, settings)
        findings += await _check_standby(connection, settings)
        findings.append(await _check_clock(connection))
        findings.append(await _check_backup(owner_url))
        findings.append(await _check_schema(owner_url, connection))
        # Without the schema, what follows would report tables that are missing.
        if not findings[-1].fix:
            findings += await _check_contents(connection, settings)
    except (OSError, asyncpg.PostgresError, ValueError, TimeoutError) as error:
        findings.append(_explain_refusal(error))
    finally:
        await connection.close()
    return findings


def _explain_refusal(error: Exception) -> Finding:
    if is_refusal_of_pooler(error):
        remedy = "Give GATEHOUSE_MIGRATION_DATABASE_URL the address of the database itself, not of a pooler."
    elif isinstance(error, asyncpg.InsufficientPrivilegeError):
        remedy = (
            "Make the login a member of gatehouse_app, and check GATEHOUSE_MIGRATION_DATABASE_URL."
        )
    else:
        remedy = "Check GATEHOUSE_DATABASE_URL and GATEHOUSE_MIGRATION_DATABASE_URL."
    return Finding("Database", f"refuses: {error}", remedy)


async def _check_contents(connection: asyncpg.Connection, settings: Settings) -> list[Finding]:
    """Read the tables as the application reads them."""
    await connection.execute(f"set role {SYSTEM_ROLE}")
    return [
        await _check_signing_keys(connection, settings),
        await _check_secret_key(connection, settings),
        await _check_payment_events(connection),
        await _check_audit_stream(connection, settings),
    ]


async def _check_pooler(connection: asyncpg.Connection, settings: Settings) -> list[Finding]:
    """Check that the pooler leads to the same server and database."""
    url = settings.database_pooler_url
    if not url:
        return []
    remedy = "Check GATEHOUSE_DATABASE_POOLER_URL and the pooler's list of databases."
    try:
        lent = await asyncpg.connect(url, timeout=10, statement_cache_size=0)
        try:
            async with lent.transaction():
                behind = await lent.fetchval(WHICH_DATABASE)
        finally:
            await lent.close()
    except (OSError, asyncpg.PostgresError, ValueError, TimeoutError) as error:
        return [Finding("Pooler", f"not reachable: {error or 'it does not answer'}", remedy)]
    if behind != await connection.fetchval(WHICH_DATABASE):
        return [Finding("Pooler", "leads to another database", remedy)]
    return [Finding("Pooler", "leads to the database")]


async def _check_standby(connection: asyncpg.Connection, settings: Settings) -> list[Finding]:
    """Check that it is a copy of the same database, and how far behind it is."""
    url = settings.database_standby_url
    if not url:
        return []
    remedy = "Check GATEHOUSE_DATABASE_STANDBY_URL. Until then the primary answers everything."
    try:
        copy = await hosts.connect_first_host(hosts.select_standby(url), timeout=10)
        try:
            place = await OF_COPY.one(Db(copy))
        finally:
            await copy.close()
        wanted = await OF_PRIMARY.one(Db(connection))
    except (OSError, asyncpg.PostgresError, ValueError, TimeoutError) as error:
        return [Finding("Standby", f"not reachable: {error or 'it does not answer'}", remedy)]
    if not place.is_on_log_of(wanted):
        return [Finding("Standby", "follows another primary, or none", remedy)]
    behind = wanted.lsn - place.lsn
    return [Finding("Standby", f"{max(0, behind):,} bytes behind")]


async def _check_version(connection: asyncpg.Connection, settings: Settings) -> Finding:
    version = connection.get_server_version()
    where = "external" if settings.database_url else "embedded"
    state = f"PostgreSQL {version.major}.{version.micro}, {where}"
    if not await connection.fetchval(TAKES_WRITES):
        return Finding(
            "Database",
            f"{state}, takes no writes",
            "Let GATEHOUSE_DATABASE_URL lead to the primary, or make room on its disk and end"
            " default_transaction_read_only.",
        )
    if version.major < OLDEST_POSTGRES:
        return Finding("Database", state, f"Upgrade to PostgreSQL {OLDEST_POSTGRES} or later.")
    return Finding("Database", state)


async def _check_backup(owner_url: str) -> Finding:
    """Find the programs that a backup would use, and check that they support the connection's options."""
    try:
        target = await dump.inspect_restore_target(owner_url)
        programs = (
            target.find_usable_program("pg_dump", as_new_as_server=True),
            target.find_usable_program("psql"),
        )
    except ConfigurationError as error:
        return Finding("Backup", "impossible over this connection", str(error))
    if not target.is_owner:
        return Finding("Backup", "by the schema's owner; see GATEHOUSE_MIGRATION_DATABASE_URL")
    is_encrypted = "encrypted" if target.is_encrypted else "not encrypted"
    return Finding("Backup", f"{', '.join(map(str, programs))}, {is_encrypted}")


async def _check_schema(url: str, connection: asyncpg.Connection) -> Finding:
    try:
        schema = await compare_schema(url)
        schema.require_usable_schema()
    except SchemaError as error:
        return Finding("Schema", "cannot be used", str(error))
    if schema.pending:
        return Finding(
            "Schema", f"{len(schema.pending)} migrations missing", "Run gatehouse migrate."
        )
    if schema.changed:
        differing = (
            f"{schema.changed[0].name}, one of {len(schema.changed)} that differ from this version"
        )
        return Finding("Schema", differing, "Run gatehouse migrate.")
    if schema.newer:
        return Finding("Schema", f"newer than this version ({schema.newer[-1]}), and works with it")
    missing = await find_missing_definitions(connection)
    if missing:
        # Without its versions a table's changes reach what processes remember after ten minutes only.
        return Finding(
            "Schema",
            f"{missing[0].name}, one of {len(missing)} that are missing or disabled",
            "Run gatehouse migrate.",
        )
    return Finding("Schema", "up to date")


async def _check_signing_keys(connection: asyncpg.Connection, settings: Settings) -> Finding:
    keys = await connection.fetch("select id, sealed_private from signing_keys")
    box = Box(secret_keys(settings))
    try:
        for key in keys:
            PRIVATE_KEYS.open(box, key["id"], key["sealed_private"])
    except ValueError:
        return Finding("Signing keys", "cannot be decrypted", NEEDS_OTHER_KEY)
    return Finding("Signing keys", f"{len(keys)} in use" if keys else "made at the first start")


async def _check_secret_key(connection: asyncpg.Connection, settings: Settings) -> Finding:
    box, db = Box(secret_keys(settings)), Db(connection)
    columns = SEALED_COLUMNS.load_items()
    unreadable = sum([await column.count_unreadable(db, box) for column in columns])
    if unreadable:
        return Finding(
            "Secret key", f"{unreadable} values are sealed with another one", NEEDS_OTHER_KEY
        )
    old = sum([await column.count_old(db, box) for column in columns])
    if old:
        return Finding(
            "Secret key",
            f"{old} values are sealed with an earlier one",
            "Run gatehouse rotate-secret.",
        )
    return Finding("Secret key", "seals everything that is stored")


async def _check_payment_events(connection: asyncpg.Connection) -> Finding:
    count = await count_stuck_events(Db(connection))
    if count:
        return Finding(
            "Payment events",
            f"{count} could not be applied",
            "Run gatehouse payments stuck to see why, and gatehouse payments replay afterwards.",
        )
    return Finding("Payment events", "all applied")


async def _check_audit_stream(connection: asyncpg.Connection, settings: Settings) -> Finding:
    if not settings.audit_stream_url:
        return Finding("Audit stream", "not sent anywhere; see GATEHOUSE_AUDIT_STREAM_URL")
    state = await STATE.first(Db(connection))
    if state and state.failing_since:
        return Finding(
            "Audit stream",
            f"nothing arrives since {state.failing_since:%Y-%m-%d %H:%M} UTC: {state.last_error}",
            "Check GATEHOUSE_AUDIT_STREAM_URL and _AUTHORIZATION. Nothing is lost meanwhile.",
        )
    return Finding("Audit stream", f"sent until {state.at:%Y-%m-%d %H:%M} UTC" if state else "new")


async def _check_clock(connection: asyncpg.Connection) -> Finding:
    before = time.time()
    theirs = float(await connection.fetchval("select extract(epoch from clock_timestamp())"))
    ours = (before + time.time()) / 2
    if abs(theirs - ours) > CLOCK_TOLERANCE_SECONDS:
        return Finding(
            "Clock",
            f"{theirs - ours:+.1f} s between database and this machine",
            "Synchronize both machines with NTP.",
        )
    return Finding("Clock", "agrees with the database")


def write_report(settings: Settings, write: Callable[[str], None]) -> bool:
    """Write the findings; True when none needs a fix."""
    well = True
    for finding in examine_installation(settings):
        mark = "!!" if finding.fix else "ok"
        write(f"{mark}  {finding.subject:<17} {finding.state}")
        if finding.fix:
            write(f"    {'':<17} {finding.fix}")
            well = False
    return well
