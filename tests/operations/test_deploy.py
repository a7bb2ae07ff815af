"""The files of `deploy/` name only commands, settings and paths that there are, and what they make works."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from gatehouse import cli
from gatehouse.kit.db.embedded import EmbeddedPostgres, find_postgres_binaries
from gatehouse.settings import ENV_PREFIX, Settings, load_settings
from tests.operations.test_commands import run

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "gatehouse"}
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
UNITS = sorted((DEPLOY / "systemd").glob("*"))
REFERENCE = (ROOT / "docs/reference/settings.md").read_text()
PAGES = {path.name: path.read_text() for path in (ROOT / "docs/guides/operate").glob("*.md")}
GUIDE = "\n".join(PAGES.values())
SETTING = re.compile(rf"\b{ENV_PREFIX}[A-Z0-9_]*[A-Z0-9]\b")
VARIABLE = re.compile(r"\$\{(\w+)")
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
# Of the filled-in examples.
FILLED = {
    "GATEHOUSE_SECRET_KEY": "s" * 64,
    "GATEHOUSE_METRICS_TOKEN": "m" * 64,
    "GATEHOUSE_PAYMENTS__API_KEY": "pdl_live_x",
    "GATEHOUSE_PAYMENTS__CLIENT_TOKEN": "live_x",
    "GATEHOUSE_PAYMENTS__WEBHOOK_SECRETS": '["pdl_ntfset_x"]',
    "GATEHOUSE_PAYMENTS__PRICE_IDS": '["pri_x"]',
}


def test_what_is_locked_is_installed_as_it_stands():
    """The file is whole. Where pip looks for what its packages need in turn it stops at the first that is
    asked for with extras (`pydantic[email]`): no line of the file is called that."""
    lines = re.findall(r"^.*pip install.* -r requirements\.lock.*$", GUIDE, re.MULTILINE)
    assert lines
    assert all("--no-deps" in line for line in lines)


def read_lock(name: str) -> dict[str, str]:
    """Each package of a lock file with its version, condition and hashes."""
    blocks = re.split(r"^(?=\w)", (ROOT / name).read_text(), flags=re.MULTILINE)[1:]
    return {re.split(r"[=\[]", block)[0]: block for block in blocks}


def test_production_installs_what_the_product_needs_and_nothing_else():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[>=<\[~! ]", one)[0] for one in requirements}

    production, development = read_lock("requirements.lock"), read_lock("requirements-dev.lock")
    needed, tools = names(project["dependencies"]), names(project["optional-dependencies"]["dev"])
    assert needed <= production.keys()
    assert tools - needed <= development.keys() - production.keys()
    assert not production.keys() & {"pluggy", "jsonschema-rs", "werkzeug"}  # of tools alone
    assert production.items() <= development.items(), "run `make lock`"
    assert "://" not in "".join(development.values())
    assert re.search(r"pip install .*--require-hashes -r requirements\.lock$", CONTAINERFILE, re.M)


def test_what_is_packaged_has_its_scripts_compressed():
    package = re.search(r"^package:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert package
    assert "npm run --silent compress" in package[1]
    assert "npm run build && npm run compress" in CONTAINERFILE


def test_a_demo_and_the_image_install_no_development_packages():
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    needed = {
        path.split("node_modules/")[-1]
        for path, one in packages.items()
        if not one.keys() & {"dev", "devOptional"}
    }
    assert {"vite", "react"} <= needed
    assert not needed & {"vitest", "jsdom", "msw", "oidc-provider", "samlify", "typescript"}
    assert "--omit=dev" in CONTAINERFILE
    install = re.search(r"^web/node_modules/.installed:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert install
    assert "--omit=dev" in install[1]


def test_every_file_is_explained():
    assert [path.name for path in FILES if path.name not in GUIDE] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path: Path):
    named = set(SETTING.findall(path.read_text()))
    unknown = {name for name in named if f"`{name}`" not in REFERENCE}
    assert unknown <= {"GATEHOUSE_PAYMENTS__KIND", "GATEHOUSE_MAIL__KIND"}  # headings there


def parsed(arguments: list[str]) -> Any:
    """As the command line reads them; what it does not know ends the test."""
    return cli._build_parser().parse_args(arguments)


@pytest.mark.parametrize("name", OURS)
def test_a_service_runs_a_command_that_exists(name: str):
    assert parsed(OURS[name]["command"]).run


def test_services_fit_together():
    named = set(SERVICES) | set(COMPOSE["volumes"]) | set(COMPOSE["networks"])
    for name, service in SERVICES.items():
        for other in service.get("depends_on", []):
            assert other in SERVICES, name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith("./") else source in named
        for network in service["networks"]:
            assert network in COMPOSE["networks"], name
    assert {"web-1", "web-2", "worker", "migrate"} == set(OURS)
    hosts = re.findall(r"@(\w[\w-]*)/|//([\w-]+):\d+", str(COMPOSE["x-environment"]))
    assert {one or other for one, other in hosts} <= set(SERVICES)
    proxied = re.search(r"reverse_proxy (.*) \{", (DEPLOY / "Caddyfile").read_text())
    assert proxied
    assert proxied[1].split() == ["web-1:8000", "web-2:8000"]


def test_processes_have_no_more_rights_than_they_need():
    for service in OURS.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "ports" not in service
    assert SERVICES["postgres"]["networks"] == SERVICES["valkey"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"]
    assert re.search(r"^USER 10001:10001$", CONTAINERFILE, re.MULTILINE)
    owner = "GATEHOUSE_MIGRATION_DATABASE_URL"
    assert [name for name, one in OURS.items() if owner in one["environment"]] == ["migrate"]


def example(*, with_units: bool) -> dict[str, str]:
    """The settings of the file to fill in; those of the units alone stand there behind a `#`."""
    text = (DEPLOY / "gatehouse.env.example").read_text()
    lines = re.findall(rf"^{'#?' if with_units else ''}({ENV_PREFIX}\w+)=(.*)$", text, re.MULTILINE)
    return dict(lines)


def test_the_filled_in_examples_are_a_production_configuration(monkeypatch):
    """And the proxy alone is believed about where a caller is."""
    variables = example(with_units=False)
    names = re.findall(r"^(\w+)=", (DEPLOY / "compose.env.example").read_text(), re.MULTILINE)
    assert set(VARIABLE.findall((DEPLOY / "compose.yaml").read_text())) == set(names)
    given = {name: "id.example.com" if name == "SITE" else "abc" for name in names}
    for name, text in COMPOSE["x-environment"].items():
        variables[name] = re.sub(r"\$\{(\w+)[^}]*\}", lambda found: given[found[1]], text)
    for name, value in (variables | FILLED).items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert settings.env == "production"
    assert settings.public_url == "https://id.example.com"
    [proxy] = settings.trusted_proxies
    address = ip_address(SERVICES["proxy"]["networks"]["outside"]["ipv4_address"])
    assert proxy == ip_network(f"{address}/32")
    [subnet] = COMPOSE["networks"]["outside"]["ipam"]["config"]
    assert address in ip_network(subnet["subnet"])


def test_the_example_for_units_is_a_production_configuration(monkeypatch):
    """With the settings at its end, each of which the guide names."""
    variables = example(with_units=True)
    for name, value in (variables | FILLED).items():
        monkeypatch.setenv(name, value.replace("…", "x"))
    assert load_settings().env == "production"
    of_units = variables.keys() - example(with_units=False).keys()
    instructions = PAGES["run-with-systemd.md"]
    assert {name for name in of_units if f"`{name}`" not in instructions} == set()


def test_commands_beside_the_units_run_with_their_settings(tmp_path: Path):
    recorder = tmp_path / "systemd-run"
    recorder.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    recorder.chmod(0o755)
    done = subprocess.run(
        [DEPLOY / "gatehouse.sh", "vendor", "apply", "the vendor.toml"],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    *words, program, first, second, third = done.stdout.splitlines()
    assert [program, first, second, third] == [
        "/opt/gatehouse/bin/gatehouse", "vendor", "apply", "the vendor.toml",
    ]  # fmt: skip
    assert words[:5] == ["--quiet", "--collect", "--wait", "--pty", "--pipe"]
    given = [word.removeprefix("--property=").partition("=") for word in words[5:]]
    assert {name for name, _, _ in given} <= OPTIONS["Service"]
    files = {value.removeprefix("-") for name, _, value in given if name == "EnvironmentFile"}
    backup = (DEPLOY / "systemd/gatehouse-backup.service").read_text()
    assert files == set(re.findall(r"^EnvironmentFile=(.*)$", backup, re.MULTILINE))
    for name, _, value in given:
        assert name == "EnvironmentFile" or f"{name}={value}" in backup, name


def test_the_image_runs_a_command_that_exists_and_asks_for_a_page_that_does():
    said = {
        word: yaml.safe_load(found)
        for word, found in re.findall(
            r"^\s*(ENTRYPOINT|CMD) (\[.*\])$", CONTAINERFILE, re.MULTILINE
        )
    }
    assert said["ENTRYPOINT"] == ["gatehouse"]
    assert parsed(said["CMD"]).no_worker
    assert "http://127.0.0.1:8000/readyz" in CONTAINERFILE
    for line in re.findall(r"^COPY (?!--from)(.*)$", CONTAINERFILE, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source


COMMANDS = [
    (path.name, line)
    for path in UNITS
    for line in re.findall(r"^ExecStart=(.*)$", path.read_text(), re.MULTILINE)
]


@pytest.mark.parametrize(("unit", "line"), COMMANDS, ids=[name for name, _ in COMMANDS])
def test_a_unit_runs_a_command_that_exists(unit: str, line: str):
    words = shlex.split(line.replace("%i", "8001"))
    if words[0] == "/bin/sh":
        words = shlex.split(words[2].removeprefix("exec "))
    assert words[0] == "/opt/gatehouse/bin/gatehouse"
    assert parsed(words[1:]).run


# What systemd.unit(5), systemd.exec(5), systemd.service(5) and systemd.timer(5) know by these names.
SWITCHES = {
    "LockPersonality",
    "NoNewPrivileges",
    "Persistent",
    "PrivateDevices",
    "PrivateTmp",
    "PrivateUsers",
    "ProtectClock",
    "ProtectControlGroups",
    "ProtectHome",
    "ProtectHostname",
    "ProtectKernelLogs",
    "ProtectKernelModules",
    "ProtectKernelTunables",
    "RemoveIPC",
    "RestrictNamespaces",
    "RestrictRealtime",
    "RestrictSUIDSGID",
}
OPTIONS = {
    "Unit": {"After", "Description", "Wants"},
    "Install": {"WantedBy"},
    "Timer": {"OnCalendar", "Persistent", "RandomizedDelaySec"},
    "Service": SWITCHES - {"Persistent"}
    | {
        "AmbientCapabilities",
        "CapabilityBoundingSet",
        "Environment",
        "EnvironmentFile",
        "ExecStart",
        "ExecStartPost",
        "Group",
        "IOSchedulingClass",
        "Nice",
        "ProtectProc",
        "ProtectSystem",
        "ReadWritePaths",
        "Restart",
        "RestartSec",
        "RestrictAddressFamilies",
        "StateDirectory",
        "StateDirectoryMode",
        "SystemCallArchitectures",
        "SystemCallErrorNumber",
        "SystemCallFilter",
        "TimeoutStopSec",
        "Type",
        "UMask",
        "User",
        "WorkingDirectory",
    },
}


def test_units_say_what_systemd_knows(tmp_path: Path):
    """By our own list of names everywhere, and by systemd itself where it is installed."""
    for path in UNITS:
        check_names(path)
    if analyzer := shutil.which("systemd-analyze"):
        assert complaints_of(analyzer, tmp_path) == []


def check_names(path: Path) -> None:
    """Of a name that systemd does not know it warns and goes on, without what was meant."""
    section = ""
    for line in path.read_text().splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            name, is_set, value = line.partition("=")
            assert is_set, line
            assert name in OPTIONS[section], line
            assert name not in SWITCHES or value in ("yes", "no", "true", "false"), line
    if path.suffix == ".timer":
        assert path.with_suffix(".service") in UNITS


def complaints_of(analyzer: str, tmp_path: Path) -> list[str]:
    for path in UNITS:
        text = path.read_text().replace("/opt/gatehouse/bin/gatehouse", "/bin/true")
        (tmp_path / path.name.replace("@.", "@8001.")).write_text(text)
    units = sorted(map(str, tmp_path.iterdir()))
    command = [analyzer, "verify", *units]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [line for line in done.stderr.splitlines() if "gatehouse" in line]


def test_the_logins_that_are_made_can_do_their_work_and_no_more(tmp_path: Path):
    """On a new server, as the database's container does it when it starts for the first time."""
    postgres = EmbeddedPostgres(tmp_path / "data", durable=False)
    url = postgres.start()
    try:
        subprocess.run(
            ["sh", DEPLOY / "postgres/10-gatehouse.sh"],
            env=os.environ
            | {
                "PATH": f"{find_postgres_binaries()}:{os.environ['PATH']}",
                "PGHOST": str(postgres.sockets),
                "OWNER_PASSWORD": "its-own",
                "WEB_PASSWORD": "another's",
            },
            check=True,
            capture_output=True,
        )
        place = url.partition("?")[2]
        web = f"postgresql://gatehouse_web@/gatehouse?{place}"
        owner = f"postgresql://gatehouse_owner@/gatehouse?{place}"
        settings: dict[str, Any] = {"data_dir": str(tmp_path / "own"), "database_url": web}
        run("migrate", **settings, migration_database_url=owner)
        assert "is published" in run("rotate-keys", **settings)
        saved = str(tmp_path / "x.backup")
        assert "MiB" in run("backup", saved, **settings, migration_database_url=owner)
    finally:
        postgres.stop()


def test_settings_are_compared_with_those_that_there_are():
    """So that the tests above compare with something."""
    assert "GATEHOUSE_TRUSTED_PROXIES" in REFERENCE
    assert "trusted_proxies" in Settings.model_fields
