"""What a command loads: people wait for it each time, and what it loads is held as long as it runs."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.operations.test_commands import url as url
from tests.process.server import GATEHOUSE, environment

# What every process needs before it takes requests: all of these folders, and of the areas these modules.
FOLDERS = ("access", "commands", "kit", "pages", "providers", "vendor")
MODULES = [
    "gatehouse.app",
    "gatehouse.audit.settings",
    "gatehouse.billing.models",
    "gatehouse.billing.provider.port",
    "gatehouse.directory.api_tokens.jobs",
    "gatehouse.directory.api_tokens.queries",
    "gatehouse.directory.api_tokens.schemas",
    "gatehouse.directory.tenants.settings",
    "gatehouse.identity.oauth.binding",
    "gatehouse.identity.oauth.errors",
    "gatehouse.identity.sessions.refresh_token",
    "gatehouse.identity.sessions.settings",
    "gatehouse.licensing.settings",
    "gatehouse.policies.country_restrictions.countries",
    "gatehouse.policies.password_rules.breached",
    "gatehouse.policies.settings",
    "gatehouse.probes.routes",
    "gatehouse.probes.settings",
    "gatehouse.settings",
    "gatehouse.usage.api_calls",
    "gatehouse.usage.models",
    "gatehouse.usage.queries",
    "gatehouse.vendor_access.first_owner_link",
]
LIBRARIES_OF_AREAS = {
    "OpenSSL", "PIL", "aiosmtplib", "dns", "httpx", "jinja2", "joserfc", "limits", "lxml",
    "paddle_billing", "pgqueuer", "phonenumbers", "pygments", "redis", "signxml", "stripe", "webauthn",
    "zxcvbn",
}  # fmt: skip


def loaded_by(*command: str, **settings: str) -> set[str]:
    """Names of all modules, as the interpreter itself tells them."""
    surroundings = environment(**settings) | {"PYTHONPROFILEIMPORTTIME": "1"}
    done = subprocess.run(
        command, env=surroundings, capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = done.stderr.splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["vendor", "apply", "--help"]])
def test_help_loads_no_part_of_the_server(words):
    loaded = loaded_by(str(GATEHOUSE), *words)
    assert "gatehouse.cli" in loaded
    assert not loaded & {"fastapi", "asyncpg", "cryptography", "structlog", "gatehouse.settings"}


def test_a_new_key_needs_no_route(url, tmp_path):
    loaded = loaded_by(str(GATEHOUSE), "rotate-keys", data_dir=str(tmp_path), database_url=url)
    assert "gatehouse.commands.rotation" in loaded
    assert "gatehouse.app" not in loaded


def test_a_server_imports_before_it_listens_only_what_every_process_needs():
    """The rest is imported when it is first needed (`kit/manifest.py`)."""
    names = (
        loaded_by(sys.executable, "-c", "import gatehouse.commands.process")
        - sys.stdlib_module_names
    )
    own = {name for name in names if name.startswith("gatehouse.") and is_file(name)}
    areas = {name for name in own if name.split(".")[1] not in FOLDERS}
    assert sorted(areas) == MODULES
    assert not names & LIBRARIES_OF_AREAS


def is_file(name: str) -> bool:
    found = find_spec(name)
    return found is not None and found.submodule_search_locations is None


def test_a_server_loads_stand_ins_and_demo_data_only_where_it_uses_them():
    loaded = loaded_by(sys.executable, "-c", "import gatehouse.commands.process")
    assert "gatehouse.app" in loaded
    ours = {name for name in loaded if name.startswith(("gatehouse_simulators", "gatehouse.demo"))}
    assert not ours
