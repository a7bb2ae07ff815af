import pytest

from tests.security.routes import Operation, operations


@pytest.fixture(scope="session")
def document() -> list[Operation]:
    """Every operation of the API."""
    return operations()
