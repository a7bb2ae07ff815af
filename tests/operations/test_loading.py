"""What a command loads: people wait for it each time, and what it loads is held as long as it runs."""

import subprocess
import sys

import pytest

from tests.operations.test_commands import url as url
from tests.process.server import GATEHOUSE, environment

LISTEN = """
import sys
{loading}
from gatehouse.kit import events
print(*sorted(f"{{name}} {{kind.__name__}}" for name, kind in events._subscribers.items()), sep="\\n")
"""

# What the commands load when they run, and every job that it may leave to a worker. Without those that load
# every route: with them each job would be known.
LEFT = """
import ast, re, sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
import gatehouse.commands.subscribers
from gatehouse.kit import jobs
package = Path(find_spec("gatehouse").submodule_search_locations[0])
for file in (package / "commands").glob("*.py"):
    if file.name in ("process.py", "runtime.py", "server.py", "generated_files.py"):
        continue
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            import_module(node.module)
assert "gatehouse.app" not in sys.modules
left = set()
for name, module in [*sys.modules.items()]:
    if name.startswith("gatehouse.") and (file := getattr(module, "__file__", "")):
        left |= set(re.findall(r'enqueue\\(\\s*\\w+, *"([^"]+)"', Path(file).read_text()))
print(*sorted(left), "-", *sorted(left - jobs._handlers.keys()))
"""
# Left by jobs of webhooks and notifications, by a deletion and by a sign-in; no command begins any of them.
NOT_OF_COMMANDS = {
    "webhooks.send", "connectivity.send", "sub_accounts.erase_deleted", "new_places.mail",
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


def test_what_a_command_changes_is_heard_by_whoever_hears_a_server():
    def heard(loading: str) -> str:
        program = LISTEN.format(loading=loading)
        return subprocess.check_output([sys.executable, "-c", program], text=True, timeout=180)

    assert heard("import gatehouse.commands.subscribers") == heard(
        "import gatehouse.commands.process"
    )


def test_a_command_knows_the_jobs_that_it_leaves_to_a_worker():
    left = subprocess.check_output([sys.executable, "-c", LEFT], text=True, timeout=180)
    known, _, unknown = left.partition("-")
    assert {"sessions.inherit_limits", "payments.stop"} <= {*known.split()}
    assert {*unknown.split()} <= NOT_OF_COMMANDS


def test_a_server_loads_stand_ins_and_demo_data_only_where_it_uses_them():
    loaded = loaded_by(sys.executable, "-c", "import gatehouse.commands.process")
    assert "gatehouse.app" in loaded
    ours = {name for name in loaded if name.startswith(("gatehouse_simulators", "gatehouse.demo"))}
    assert not ours
    assert not loaded & {"stripe", "paddle_billing", "zxcvbn", "PIL", "redis"}
