"""`gatehouse doctor` finds each broken part and says how to fix it."""

import asyncio
import platform
import socket
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest
from pydantic import SecretStr

from gatehouse.access.signing_keys import KeyRing
from gatehouse.commands import doctor
from gatehouse.commands.doctor import Finding, examine_installation, write_report
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, dump
from gatehouse.kit.db.migrate import SchemaError, migrate
from gatehouse.kit.db.pools import NEEDS_THE_DATABASE
from gatehouse.kit.interpreter import find_base_executable
from gatehouse.providers.settings import SmtpMail, StripeCards
from gatehouse.settings import Settings
from tests.databases import own_database
from tests.kit.store_server import store_server
from tests.pooler import pooler_of
from tests.providers.smtp_server import SmtpServer

SECRET = "a-key-for-tests-that-is-long-enough"


def own(server_url: str, template: str) -> Iterator[str]:
    with asyncio.Runner() as runner:
        opened = own_database(server_url, template)
        yield runner.run(opened.__aenter__())
        runner.run(opened.__aexit__(None, None, None))


@pytest.fixture(scope="module")
def migrated(server_url: str) -> Iterator[str]:
    """With a signing key."""
    for url in own(server_url, "gatehouse_template"):
        asyncio.run(make_key(url))
        yield url


@pytest.fixture(scope="module")
def empty(server_url: str) -> Iterator[str]:
    yield from own(server_url, "template1")


async def execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def make_key(url: str) -> None:
    database = await Database.connect(url, connections=2)
    await KeyRing(database, Box([SECRET])).load()
    await database.close()


@pytest.fixture
def healthy(migrated: str, tmp_path: Path) -> Settings:
    return Settings(
        env="test", data_dir=tmp_path, secret_key=SecretStr(SECRET), database_url=migrated
    )


def findings(settings: Settings, **changes: object) -> dict[str, Finding]:
    return {one.subject: one for one in examine_installation(settings.model_copy(update=changes))}


def test_a_healthy_system_has_nothing_to_fix(healthy, monkeypatch):
    monkeypatch.setattr("gatehouse.kit.argon2_variant.VARIANT", "x86-64-v3")
    lines: list[str] = []
    assert write_report(healthy, lines.append) is True
    assert [line[:2] for line in lines] == ["ok"] * 16
    said = "\n".join(lines)
    for words in ("complete for test", "PostgreSQL 18", "external", "up to date", "1 in use",
                  "agrees with the database", "built for x86-64-v3", "simulated"):  # fmt: skip
        assert words in said


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("alter table memberships disable trigger versions_changed", "versions of memberships"),
        (
            "alter table vendor enable trigger versions_changed",
            "trigger versions_changed on vendor",
        ),
        ("drop trigger configured on applications", "trigger configured on applications"),
        ("alter table passwords no force row level security", "row security of passwords"),
    ],
)
def test_a_rule_that_is_missing_or_disabled_is_named_and_comes_back(healthy, statement, named):
    asyncio.run(execute(healthy.database_url, statement))
    found = findings(healthy)["Schema"]
    assert found.state == f"{named}, one of 1 that are missing or disabled"
    assert found.fix == "Run gatehouse migrate."
    assert asyncio.run(migrate(healthy.database_url, restores_missing=True)) == []
    assert findings(healthy)["Schema"].state == "up to date"


@pytest.mark.parametrize("level", ["x86-64-v4", None])
def test_a_slower_build_is_no_fault(healthy, monkeypatch, level):
    """A wheel or a container has no other, and there is no Makefile there."""
    monkeypatch.setattr("gatehouse.kit.argon2_variant.VARIANT", "generic")
    monkeypatch.setattr("gatehouse.kit.argon2_variant.find_fastest_level", lambda: level)
    lines: list[str] = []
    assert write_report(healthy, lines.append) is True
    [line] = [line for line in lines if "Password hashing" in line]
    assert line.startswith("ok")
    assert "make " not in line
    assert ("2-3 times faster" in line) is (level is not None)


@pytest.mark.parametrize(
    ("options", "schemes", "is_optimized"),
    [
        ("'--enable-shared'", ("venv",), False),
        ("'--enable-optimizations' '--with-lto'", ("venv",), True),
        ("'--enable-shared'", ("deb_system", "venv"), True),
        (None, ("venv",), False),
    ],
)
def test_a_build_of_python_without_optimizations_is_named(
    healthy, monkeypatch, options, schemes, is_optimized
):
    monkeypatch.setattr(
        "gatehouse.kit.interpreter.sysconfig.get_config_var", {"CONFIG_ARGS": options}.get
    )
    monkeypatch.setattr("gatehouse.kit.interpreter.sysconfig.get_scheme_names", lambda: schemes)
    found = next(one for one in examine_installation(healthy) if one.subject == "Python")
    assert found.fix == ""
    assert platform.python_version() in found.state
    assert find_base_executable() in found.state
    assert ("10 to 18 % faster" in found.state) is not is_optimized
    assert ("built without optimizations" in found.state) is not is_optimized


def test_what_is_broken_comes_with_its_remedy(healthy, tmp_path):
    (tmp_path / "file").touch()
    lines: list[str] = []
    changed = healthy.model_copy(update={"data_dir": tmp_path / "file" / "data"})
    assert write_report(changed, lines.append) is False
    place = next(number for number, line in enumerate(lines) if "Data folder" in line)
    assert lines[place].startswith("!!")
    assert "cannot be written: Not a directory" in lines[place]
    assert "GATEHOUSE_DATA_DIR" in lines[place + 1]


def test_a_missing_schema_is_found(healthy, empty):
    found = findings(healthy, database_url=empty)
    assert "migrations missing" in found["Schema"].state
    assert found["Schema"].fix == "Run gatehouse migrate."
    assert found["Database"].fix == ""
    assert {one.subject for one in found.values() if one.fix} == {"Schema"}


def test_the_minor_version_of_the_database_is_said(healthy, migrated):
    """The driver has it where others have a patch level."""

    async def ask() -> str:
        connection = await asyncpg.connect(migrated)
        version: str = await connection.fetchval("show server_version")
        await connection.close()
        return version.split()[0]

    assert findings(healthy)["Database"].state == f"PostgreSQL {asyncio.run(ask())}, external"


def test_a_schema_that_is_only_half_there_is_found(healthy, server_url):
    """As after a migration that failed. What reads the missing tables would blame the login."""
    for url in own(server_url, "gatehouse_template"):
        statements = (
            "drop table mail_configurations cascade",
            "delete from schema_migrations where name > '0100'",
        )
        asyncio.run(execute(url, *statements))
        found = findings(healthy, database_url=url)
    assert "migrations missing" in found["Schema"].state
    assert {one.subject for one in found.values() if one.fix} == {"Schema"}


def test_an_encoding_that_lacks_letters_is_found(healthy, server_url):
    name = f"latin_{uuid4().hex[:12]}"
    made = (
        f"create database {name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0"
    )
    asyncio.run(execute(server_url, made))
    try:
        url = server_url.replace("/postgres?", f"/{name}?")
        found = findings(healthy, database_url=url)["Schema"]
        with pytest.raises(SchemaError, match="the encoding LATIN1"):
            asyncio.run(migrate(url))
        with pytest.raises(ConfigurationError, match="the encoding LATIN1"):
            asyncio.run(dump.prepare_restore(url))
    finally:
        asyncio.run(execute(server_url, f"drop database {name}"))
    assert found.state == "cannot be used"
    assert "the encoding LATIN1" in found.fix
    assert "encoding 'UTF8'" in found.fix


def test_keys_of_another_secret_are_found(healthy):
    other = SecretStr("another-secret-key-of-enough-letters")
    found = findings(healthy, secret_key=other)["Signing keys"]
    assert found.state == "cannot be decrypted"
    assert "GATEHOUSE_PREVIOUS_SECRET_KEYS" in found.fix
    sealed = findings(healthy, secret_key=other)["Secret key"]
    assert sealed == Finding("Secret key", "1 values are sealed with another one", found.fix)
    both = findings(healthy, secret_key=other, previous_secret_keys=[SecretStr(SECRET)])
    assert both["Signing keys"] == Finding("Signing keys", "1 in use")
    assert both["Secret key"].state == "1 values are sealed with an earlier one"
    assert both["Secret key"].fix == "Run gatehouse rotate-secret."
    assert findings(healthy)["Secret key"].fix == ""


def test_whether_anything_can_be_bought_is_said(healthy):
    found = findings(healthy, env="development")["Payments"]
    assert found.state.startswith("no provider: nothing can be bought")
    assert found.fix == ""


def test_whether_accounts_are_billed_by_card_is_said(healthy):
    assert findings(healthy)["Cards"].state == "simulated"
    assert findings(healthy, env="development")["Cards"].state.startswith("no provider")
    cards = StripeCards(
        kind="stripe",
        secret_key=SecretStr("sk_test_1"),
        publishable_key="pk_test_1",
        webhook_secret=SecretStr("whsec_1"),
    )
    assert findings(healthy, cards=cards)["Cards"].state == "Stripe, test keys"


def test_missing_simulators_are_found(healthy, monkeypatch):
    monkeypatch.setattr("gatehouse.providers.simulators.find_spec", lambda name: None)
    found = findings(healthy)
    for subject in ("Payments", "Cards"):
        assert found[subject].state == "the simulator is not installed"
        assert found[subject].fix == "Run pip install 'gatehouse[demo]'."
    assert findings(healthy, env="development")["Payments"].fix == ""


def test_a_collector_that_takes_nothing_is_found(healthy, migrated):
    fails = (
        "insert into audit_stream (at, id, failing_since, last_error)"
        " values (now(), gen_random_uuid(), '2026-01-02 03:04Z', 'The answer was 500')"
    )
    url = "https://collector.test"
    assert findings(healthy)["Audit stream"].state.startswith("not sent anywhere")
    assert findings(healthy, audit_stream_url=url)["Audit stream"].fix == ""
    asyncio.run(execute(migrated, fails))
    found = findings(healthy, audit_stream_url=url)["Audit stream"]
    assert found.state == "nothing arrives since 2026-01-02 03:04 UTC: The answer was 500"
    assert "GATEHOUSE_AUDIT_STREAM_URL" in found.fix


def test_a_store_of_limits_is_asked_to_count(healthy):
    assert findings(healthy)["Rate limits"].state.startswith("counted by each process alone")
    with store_server() as store:
        found = findings(healthy, redis_url=f"redis://:sesame@{store.place}/0")["Rate limits"]
    assert found == Finding("Rate limits", f"counted together by {store.place}")
    assert "EVALSHA" in {command[0] for command in store.commands}


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("HELLO", "-WRONGPASS invalid username-password pair or user is disabled."),
        ("SELECT", "-ERR DB index is out of range"),
        ("EVALSHA", "-NOPERM this user has no permissions to run the 'evalsha' command"),
    ],
)
def test_a_store_of_limits_that_refuses_is_found(healthy, command, answer):
    """Also one that answers and lets this user do everything but count."""
    with store_server(**{command: f"{answer}\r\n"}) as store:
        found = findings(healthy, redis_url=f"redis://:sesame@{store.place}/1")["Rate limits"]
    assert answer.partition(" ")[2] in found.state
    assert "GATEHOUSE_REDIS_URL" in found.fix
    assert "sesame" not in found.state + found.fix


def test_a_store_of_limits_that_is_away_is_found(healthy):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        found = findings(healthy, redis_url=f"redis://{place}")["Rate limits"]
    assert found.state.startswith(f"{place} does not count, so each process counts alone: Error ")
    assert "GATEHOUSE_REDIS_URL" in found.fix


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody@127.0.0.1:1/nothing",
        "postgresql://[::1/x",
        "mysql://x",
        "no url at all",
    ],
)
def test_an_unreachable_database_is_found(healthy, url):
    found = findings(healthy, database_url=url)["Database"]
    assert found.state.startswith("not reachable")
    assert found.fix == "Check GATEHOUSE_DATABASE_URL."


async def test_a_pooler_in_place_of_the_database_is_found(healthy, migrated):
    async with pooler_of(migrated) as (_, url):
        report = await asyncio.to_thread(findings, healthy, database_url=url)
        owner = await asyncio.to_thread(findings, healthy, migration_database_url=url)
    assert report["Database"].fix == NEEDS_THE_DATABASE
    assert "GATEHOUSE_MIGRATION_DATABASE_URL the address of the database" in owner["Database"].fix


async def test_where_a_pooler_leads_is_found(healthy, migrated, database_url):
    async def found(url: str) -> Finding:
        report = await asyncio.to_thread(findings, healthy, database_pooler_url=url)
        return report["Pooler"]

    async with pooler_of(migrated) as (_, url):
        assert not (await found(url)).fix
    async with pooler_of(database_url) as (_, url):
        assert (await found(url)).state == "leads to another database"
    away = await found("postgresql://postgres@127.0.0.1:1/nothing")
    assert "GATEHOUSE_DATABASE_POOLER_URL" in away.fix


async def test_a_replica_without_a_primary_is_found(healthy, migrated):
    async def found(url: str) -> Finding:
        report = await asyncio.to_thread(findings, healthy, database_standby_url=url)
        return report["Standby"]

    with_any = f"{migrated}&target_session_attrs=any"
    assert (await found(with_any)).state == "follows another primary, or none"
    away = await found("postgresql://postgres@127.0.0.1:1/nothing")
    assert away.state.startswith("not reachable")
    assert "GATEHOUSE_DATABASE_STANDBY_URL" in away.fix


def test_a_login_with_few_rights_is_told_from_one_with_none(healthy, migrated):
    """The web processes' login may own nothing: it only acts as the application's role."""
    roles = {"few": "noinherit in role gatehouse_app", "none": ""}
    made = [f"create role doctor_{name} login {more}" for name, more in roles.items()]
    asyncio.run(execute(migrated, *made))
    try:
        few, none = (
            findings(
                healthy,
                database_url=migrated.replace("postgres@", f"doctor_{name}@"),
                migration_database_url=migrated,
            )
            for name in roles
        )
    finally:
        asyncio.run(execute(migrated, *(f"drop role doctor_{name}" for name in roles)))
    assert few["Signing keys"] == Finding("Signing keys", "1 in use")
    assert "permission denied" in none["Database"].state
    assert "gatehouse_app" in none["Database"].fix


def test_a_login_of_the_owner_that_fails_blames_no_role(healthy):
    owner = "postgresql://nobody@127.0.0.1:1/nothing"
    found = findings(healthy, migration_database_url=owner)
    assert found["Backup"].fix
    assert "GATEHOUSE_MIGRATION_DATABASE_URL" in found["Database"].fix
    assert "gatehouse_app" not in found["Database"].fix


def test_a_clock_that_differs_is_found(healthy, monkeypatch):
    monkeypatch.setattr(doctor, "CLOCK_TOLERANCE_SECONDS", -1)
    found = findings(healthy)["Clock"]
    assert "between database and this machine" in found.state
    assert "NTP" in found.fix


def test_a_mail_server_is_tried_as_the_sender_would(healthy, monkeypatch):
    with SmtpServer(tls=True, login=("us", "right")) as server:
        monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
        mail = SmtpMail(
            kind="smtp", host="localhost", port=server.port, username="us",
            password=SecretStr("right"),
        )  # fmt: skip
        accepted = findings(healthy, mail=mail, mail_from="Example <no-reply@id.test>")["Mail"]
        assert accepted == Finding("Mail", f"localhost:{server.port} accepts no-reply@id.test")
        wrong = mail.model_copy(update={"password": SecretStr("wrong")})
        refused = findings(healthy, mail=wrong)["Mail"]
        assert refused.state == f"localhost:{server.port} refuses: 535 wrong login"
        assert refused.fix == "Check GATEHOUSE_MAIL__USERNAME and __PASSWORD."
        monkeypatch.delenv("SSL_CERT_FILE")
        assert "CERTIFICATE_VERIFY_FAILED" in findings(healthy, mail=mail)["Mail"].state


@pytest.mark.parametrize(
    ("answer", "login"),
    [("530 5.7.0 Authentication required", None), ("553 5.7.1 Not your address", "us")],
)
def test_a_mail_server_that_refuses_the_sender_is_found(healthy, answer, login):
    """Many servers take a connection from anywhere, and say at the sender what they do not like."""
    with SmtpServer(login=("us", "right"), answers={"MAIL": answer}) as server:
        mail = SmtpMail(
            kind="smtp", host="localhost", port=server.port, security="none", username=login,
            password=SecretStr("right") if login else None,
        )  # fmt: skip
        found = findings(healthy, mail=mail)["Mail"]
    assert found.state == f"localhost:{server.port} refuses: {answer}"
    assert "GATEHOUSE_MAIL_FROM" in found.fix
    assert "GATEHOUSE_MAIL__USERNAME" in found.fix


def test_a_login_that_a_mail_server_offers_is_mentioned(healthy):
    """It may relay for this machine without one, so it is no fault."""
    with SmtpServer(login=("us", "right")) as server:
        mail = SmtpMail(kind="smtp", host="localhost", port=server.port, security="none")
        found = findings(healthy, mail=mail)["Mail"]
    assert found.state.endswith("accepts no-reply@localhost; it offers a login, and none is set")
    assert found.fix == ""
    assert server.received == []


def test_a_mail_server_that_says_nothing_is_found(healthy):
    with SmtpServer(silent=True) as server:
        mail = SmtpMail(
            kind="smtp", host="localhost", port=server.port, security="none", timeout_seconds=0.5
        )
        found = findings(healthy, mail=mail)["Mail"]
    assert found.fix.startswith("Check GATEHOUSE_MAIL__HOST")
    assert found.state.rpartition("refuses: ")[2]


def test_a_mail_server_that_is_away_is_found(healthy):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        mail = SmtpMail(kind="smtp", host="127.0.0.1", port=taken.getsockname()[1], security="none")
        found = findings(healthy, mail=mail)["Mail"]
    assert "refuses" in found.state
    assert "GATEHOUSE_MAIL__HOST" in found.fix
    odd = mail.model_copy(update={"host": "a" * 70 + ".test"})
    assert findings(healthy, mail=odd)["Mail"].fix
