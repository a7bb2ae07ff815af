from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.process.server import Server

NewServer = Callable[..., Server]


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[NewServer]:
    """Makes servers, each with a data folder of its own; none outlives the test."""
    made: list[Server] = []

    def make(**settings: str) -> Server:
        data_dir = Path(settings.pop("data_dir", tmp_path / f"data{len(made)}"))
        server = Server(data_dir, **{"env": "test", **settings})
        made.append(server)
        return server

    yield make
    for server in made:
        server.clean_up()


NEEDS = {
    "test_published_guards.py": "--published-clients",
    "test_published_hosted_login.py": "--published-clients",
    "test_infrastructure_code.py": "--terraform-provider",
}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The packages are not ours to bring: their tests are there for who has fetched them."""
    option = NEEDS.get(collection_path.name)
    return True if option and not config.getoption(option) else None
