"""A product that runs the hosted platform's packages in front of a server of ours."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.process.server import START_SECONDS, Server, environment

HERE = Path(__file__).parent / "published"
# The packages keep an answer for ten.
PATIENCE_SECONDS = 30


def run_command(server: Server, *words: str, given: str = "") -> str:
    """What `gatehouse` prints."""
    done = subprocess.run(
        [server.command, *words], input=given, env=environment(**server.settings),
        capture_output=True, text=True, check=True, timeout=START_SECONDS,
    )  # fmt: skip
    return done.stdout


def create_credential(server: Server) -> dict[str, str]:
    """`client id` and `secret` of a new credential of the vendor."""
    lines = run_command(server, "vendor", "credentials", "create", "Product").splitlines()
    return dict(
        line.rsplit(maxsplit=1) for line in lines if line.startswith(("client id", "secret "))
    )


def wait_for(condition: Callable[..., bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.2)
