"""Each file and address of the settings is looked at when a process starts."""

import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.policies.password_rules.breached import PACKAGED
from gatehouse.relay.settings import RelaySettings
from gatehouse.settings import Settings, load_settings
from tests.operations.test_settings import COMPLETE

MADE_WHEN_MISSING = {"Settings.data_dir", "RelaySettings.folder"}
# A relay tells its key before the vendor makes its file, and names each of them when it serves without it.
FILLED_LATER = {"RelaySettings.file", "RelaySettings.public_keys"}
ADDRESS_ENDINGS = ("url", "_base", "server", "origin", "host")
NO_ADDRESS = "no address; at all"


def fields(model: type[BaseModel]) -> Iterator[tuple[str, FieldInfo]]:
    """Of a model and of every section in it, `Model.field`."""
    for name, field in model.model_fields.items():
        sections = [kind for kind in parts(field.annotation) if is_section(kind)]
        for section in sections:
            yield from fields(section)
        if not sections:
            yield f"{model.__name__}.{name}", field


def parts(annotation: Any) -> Iterator[Any]:
    """Every type that an annotation is made of."""
    yield annotation
    for part in typing.get_args(annotation):
        yield from parts(part)


def is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def refuses(field: FieldInfo, value: Any) -> bool:
    try:
        TypeAdapter(field.rebuild_annotation()).validate_python(value)
    except ValidationError:
        return True
    return False


ALL = {**dict(fields(Settings)), **dict(fields(RelaySettings))}
FILES = sorted(
    name
    for name, field in ALL.items()
    if Path in parts(field.annotation) and name not in MADE_WHEN_MISSING | FILLED_LATER
)
ADDRESSES = sorted(
    name
    for name, field in ALL.items()
    if name.endswith(ADDRESS_ENDINGS) and str in parts(field.annotation)
)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_settings_with_files_and_addresses_are_found():
    assert {"Settings.country_file", "Settings.breached_passwords_file"} <= {*FILES}
    assert {"Settings.database_url", "Settings.redis_url", "PaddlePayments.script_url"} <= {
        *ADDRESSES
    }
    assert "SmtpMail.host" in ADDRESSES


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_missing_or_a_folder_is_refused(name, tmp_path):
    assert refuses(ALL[name], tmp_path / "missing")
    assert refuses(ALL[name], tmp_path)


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_address_that_is_none_is_refused(name):
    assert refuses(ALL[name], NO_ADDRESS)


def refusal(monkeypatch: pytest.MonkeyPatch, **variables: str) -> str:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError) as refused:
        load_settings()
    [line] = str(refused.value).splitlines()
    return line


def test_a_missing_collection_of_breached_passwords_stops_the_start(monkeypatch):
    line = refusal(monkeypatch, GATEHOUSE_BREACHED_PASSWORDS_FILE="/nope.bin")
    assert line == "GATEHOUSE_BREACHED_PASSWORDS_FILE: /nope.bin is not a file"


@pytest.mark.parametrize(
    "content", [b"", b"short", b"password1\npassword2\n", PACKAGED.read_bytes()[:-1]]
)
def test_a_file_that_is_no_such_collection_stops_the_start(monkeypatch, tmp_path, content):
    """Cut off, or the list of passwords itself."""
    file = tmp_path / "breached.bin"
    file.write_bytes(content)
    line = refusal(monkeypatch, GATEHOUSE_BREACHED_PASSWORDS_FILE=str(file))
    assert line.startswith(f"GATEHOUSE_BREACHED_PASSWORDS_FILE: {file} was not made by")


def test_a_collection_that_was_removed_after_the_start_is_still_used(monkeypatch, tmp_path):
    file = tmp_path / "breached.bin"
    file.write_bytes(PACKAGED.read_bytes())
    monkeypatch.setenv("GATEHOUSE_BREACHED_PASSWORDS_FILE", str(file))
    from gatehouse.policies.password_rules.breached import is_breached

    settings = load_settings()
    file.unlink()
    assert is_breached("password123", settings.breached_passwords_file)


@pytest.mark.parametrize("sender", ["Example", "no-reply@", "a@x.test, b@x.test", "Pat <a@x.test"])
def test_a_sender_that_no_mail_can_have_stops_the_start(monkeypatch, sender):
    line = refusal(monkeypatch, GATEHOUSE_MAIL_FROM=sender)
    assert line.startswith("GATEHOUSE_MAIL_FROM: must be one address")


@pytest.mark.parametrize(
    "sender", ["no-reply@x.test", "Example <no-reply@x.test>", '"Example, Inc." <a@x.test>',
               "M\u00fcller <a@b\u00fccher.test>"],
)  # fmt: skip
def test_a_sender_is_an_address_perhaps_with_a_name(monkeypatch, sender):
    monkeypatch.setenv("GATEHOUSE_MAIL_FROM", sender)
    assert load_settings().mail_from == sender


@pytest.mark.parametrize(
    ("given", "missing"), [("USERNAME", "__PASSWORD"), ("PASSWORD", "__USERNAME")]
)
def test_half_a_login_of_the_mail_server_stops_the_start(monkeypatch, given, missing):
    line = refusal(
        monkeypatch,
        GATEHOUSE_MAIL__KIND="smtp",
        GATEHOUSE_MAIL__HOST="mail.test",
        **{f"GATEHOUSE_MAIL__{given}": "sesame"},
    )
    assert line.startswith(f"GATEHOUSE_MAIL: {missing} is missing")
    assert "sesame" not in line


def test_the_folder_of_an_audit_stream_is_looked_at(monkeypatch, tmp_path):
    line = refusal(monkeypatch, GATEHOUSE_AUDIT_STREAM_URL=f"file://{tmp_path}/none/audit.jsonl")
    assert line == f"GATEHOUSE_AUDIT_STREAM_URL: {tmp_path}/none is not a folder"


@pytest.mark.parametrize("scheme", ["valkey", "valkeys", "redis", "rediss"])
def test_a_store_of_limits_is_named_by_either_product(monkeypatch, scheme):
    monkeypatch.setenv("GATEHOUSE_REDIS_URL", f"{scheme}://:secret@store.test:6380/1")
    url = load_settings().redis_url
    assert url == f"{scheme.replace('valkey', 'redis')}://:secret@store.test:6380/1"


@pytest.mark.parametrize(
    "url", ["store.test:6379", "http://store.test", "redis://", "redis://store.test:port",
            "redis://store.test:99999", "redis://us:sesame#x@store.test/one"],
)  # fmt: skip
def test_a_store_of_limits_that_cannot_be_reached_stops_the_start(monkeypatch, url):
    line = refusal(monkeypatch, GATEHOUSE_REDIS_URL=url)
    assert line.startswith("GATEHOUSE_REDIS_URL: must be valkey://")
    assert "sesame" not in line


DATABASE = "postgresql://us:secret@db.test/gatehouse"


def database_url(monkeypatch: pytest.MonkeyPatch, options: str) -> str | None:
    monkeypatch.setenv("GATEHOUSE_DATABASE_URL", f"{DATABASE}?{options}")
    return load_settings().database_url


def test_a_root_certificate_that_is_missing_is_named(monkeypatch, tmp_path):
    for option in ("sslrootcert", "sslcert", "sslkey", "sslcrl"):
        line = refusal(
            monkeypatch,
            GATEHOUSE_DATABASE_URL=f"{DATABASE}?sslmode=verify-full&{option}={tmp_path}/none.pem",
        )
        assert line == f"GATEHOUSE_DATABASE_URL: {option}: {tmp_path}/none.pem is not a file"


def test_the_certificates_of_the_system_are_a_file_of_it(monkeypatch, tmp_path):
    bundle = tmp_path / "bundle.pem"
    bundle.touch()
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    url = database_url(monkeypatch, "sslrootcert=system")
    assert url == f"{DATABASE}?sslrootcert={str(bundle).replace('/', '%2F')}&sslmode=verify-full"
    line = refusal(
        monkeypatch, GATEHOUSE_DATABASE_URL=f"{DATABASE}?sslmode=require&sslrootcert=system"
    )
    assert "sslrootcert=system needs sslmode=verify-full" in line


def test_what_only_other_clients_of_the_database_know_is_left_out(monkeypatch):
    options = "connect_timeout=5&keepalives=1&channel_binding=prefer&application_name=web"
    assert database_url(monkeypatch, options) == f"{DATABASE}?application_name=web"
    plain = "host=/run/pg&options=-c%20x.y%3D1"
    assert database_url(monkeypatch, plain) == f"{DATABASE}?{plain}"


def test_what_protects_a_connection_is_not_left_out(monkeypatch):
    """The driver cannot bind a sign-in to the connection; a certificate that is checked does as well."""
    neon = "sslmode=require&channel_binding=require"
    line = refusal(monkeypatch, GATEHOUSE_DATABASE_URL=f"{DATABASE}?{neon}")
    assert "write sslmode=verify-full&sslrootcert=system instead of channel_binding=require" in line
    root = PACKAGED  # any file
    checked = f"sslmode=verify-full&sslrootcert={root}&channel_binding=require"
    assert "channel_binding" not in str(database_url(monkeypatch, checked))


def test_an_unknown_sslmode_stops_the_start(monkeypatch):
    line = refusal(monkeypatch, GATEHOUSE_DATABASE_URL=f"{DATABASE}?sslmode=on")
    assert line.startswith("GATEHOUSE_DATABASE_URL: sslmode must be one of disable")


def test_a_complete_production_has_addresses_that_pass(monkeypatch):
    for name, value in COMPLETE.items():
        monkeypatch.setenv(name, value)
    assert load_settings().env == "production"
