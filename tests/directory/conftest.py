import pytest

from gatehouse.kit.resources import Resources
from tests.directory.deleted import Clockwork


@pytest.fixture
def clockwork(resources: Resources, run_jobs) -> Clockwork:
    return Clockwork(resources, run_jobs)
