"""What cannot work is said in a line for each fault, before anything is started."""

import socket
import subprocess
from pathlib import Path

import pytest

from tests.process.conftest import NewServer
from tests.process.server import GATEHOUSE, environment

SECONDS = 60


def refusals(*command: str, **settings: str) -> list[str]:
    """The lines that the process leaves behind; nothing else of it may be there."""
    done = subprocess.run(
        [GATEHOUSE, *(command or ["serve"])],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    lines = done.stderr.splitlines()
    assert all(line.startswith("gatehouse: ") for line in lines), done.stderr
    return lines


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A data folder for processes that must not get so far as to need one."""
    return tmp_path / "nowhere"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"env": "prodcution"}, ["GATEHOUSE_ENV", "'production'"]),
        ({"mail__kind": "smtp"}, ["GATEHOUSE_MAIL__HOST", "required"]),
        ({"port": "http"}, ["GATEHOUSE_PORT", "integer"]),
        ({"secret_key": "short"}, ["secret_key", "32 characters"]),
        ({"databse_url": "x"}, ["GATEHOUSE_DATABSE_URL", "did you mean GATEHOUSE_DATABASE_URL?"]),
        ({"colour": "blue"}, ["GATEHOUSE_COLOUR is not a setting"]),
        (
            {"env": "production"},
            ["GATEHOUSE_SECRET_KEY", "GATEHOUSE_DATABASE_URL", "GATEHOUSE_PUBLIC_URL (https)",
             "GATEHOUSE_MAIL__KIND=smtp", "GATEHOUSE_PAYMENTS__KIND=paddle or none"],
        ),
    ],
)  # fmt: skip
def test_a_wrong_configuration_is_named(settings, says, nowhere):
    [line] = refusals(data_dir=str(nowhere), **settings)
    assert all(words in line for words in says), line
    assert not nowhere.exists()


def test_every_fault_has_its_line(nowhere):
    lines = refusals(data_dir=str(nowhere), payments__kind="paddle", port="70000")
    assert "GATEHOUSE_PORT: Input should be less than or equal to 65535" in lines[0]
    faulty = {line.split(":")[1].strip().removeprefix("GATEHOUSE_PAYMENTS__") for line in lines[1:]}
    needed = ("ENVIRONMENT", "API_KEY", "CLIENT_TOKEN", "WEBHOOK_SECRETS", "PRICE_IDS")
    assert faulty == set(needed)


def test_a_taken_port_is_named_and_nothing_is_started(nowhere):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        [line] = refusals(data_dir=str(nowhere), port=str(port))
    assert f"Cannot listen on 127.0.0.1:{port}" in line
    assert "GATEHOUSE_PORT" in line
    assert not nowhere.exists()


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path):
    file = tmp_path / "file"
    file.write_text("not a folder")
    [line] = refusals(data_dir=str(file / "data"), port="0")
    assert f"The data folder {file}/data cannot be written" in line
    assert "GATEHOUSE_DATA_DIR" in line


@pytest.mark.parametrize(
    ("command", "url"),
    [
        ("serve", "postgresql://nobody@127.0.0.1:1/nothing"),
        ("worker", "postgresql://nobody@/nothing?host=/nowhere"),
        ("migrate", "mysql://localhost/nothing"),
        ("migrate", "postgresql://[::1/nothing"),
    ],
)
def test_a_wrong_database_url_is_named(command, url, nowhere):
    [line] = refusals(command, data_dir=str(nowhere), database_url=url, port="0")
    assert "GATEHOUSE_DATABASE_URL" in line


def test_a_store_of_limits_that_is_away_is_named_at_the_start(new_server: NewServer):
    """It starts, as sign-ins matter more; without a sign-in, nothing else would name the store."""
    server = new_server(redis_url="valkey://:sesame@127.0.0.1:1/0")
    server.start("--no-worker")
    server.terminate()
    [line] = [line for line in server.log.read_text().splitlines() if "counted_alone" in line]
    assert "127.0.0.1:1" in line
    assert "Check GATEHOUSE_REDIS_URL." in line
    assert "sesame" not in line
