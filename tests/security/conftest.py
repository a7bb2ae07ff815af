import pytest

from tests.security.routes import Operation, operations


@pytest.fixture(scope="session")
def document() -> list[Operation]:
    """Every operation of the API. Tests loop over them: without any they would pass."""
    found = operations()
    assert len(found) > 500
    return found
