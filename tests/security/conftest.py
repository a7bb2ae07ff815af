import pytest

from gatehouse.app import build_app
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from tests.security.routes import Operation, operations


@pytest.fixture(scope="session")
def document(settings: Settings, resources: Resources) -> list[Operation]:
    """Every operation of the API."""
    return list(operations(build_app(settings, resources)))
