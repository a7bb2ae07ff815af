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
    assert "gatehouse.rotation" in loaded
    assert "gatehouse.app" not in loaded


def test_what_a_command_changes_is_heard_by_whoever_hears_a_server():
    def heard(loading: str) -> str:
        program = LISTEN.format(loading=loading)
        return subprocess.check_output([sys.executable, "-c", program], text=True, timeout=180)

    assert heard("import gatehouse.subscribers") == heard("import gatehouse.process")


def test_a_server_loads_stand_ins_and_demo_data_only_where_it_uses_them():
    loaded = loaded_by(sys.executable, "-c", "import gatehouse.process")
    assert "gatehouse.app" in loaded
    ours = {name for name in loaded if name.startswith(("gatehouse.simulators", "gatehouse.demo"))}
    assert not ours
    assert not loaded & {"stripe", "paddle_billing", "zxcvbn", "PIL", "redis"}
