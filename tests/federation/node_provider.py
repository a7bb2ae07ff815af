"""Providers that others have written for Node.js, as programs beside the tests."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from tests.federation.running import HERE, MODULES, NODE
from tests.isolation import own_ports


@dataclass(frozen=True)
class NodeProvider:
    url: str
    lines: tuple[IO[str], IO[str]]

    def tell(self, **what: object) -> None:
        """Goes on once it has taken that."""
        written, read = self.lines
        print(json.dumps(what), file=written, flush=True)
        assert read.readline() == "done\n"


@contextmanager
def running_provider(script: str, package: str, **given: object) -> Iterator[NodeProvider]:
    """Without the package nothing would be shown, so that fails."""
    assert NODE, "node is not installed"
    assert (MODULES / package).is_dir(), "the web packages are not installed: make web"
    told = json.dumps({"modules": str(MODULES), **given})
    with subprocess.Popen(
        [NODE, HERE / script, told], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin
        assert program.stdout
        try:
            url = program.stdout.readline().strip()
            assert url, "it did not start"
            own_ports.add(int(url.rpartition(":")[2]))
            yield NodeProvider(url, (program.stdin, program.stdout))
        finally:
            program.stdin.close()  # which ends it
            program.wait(20)
