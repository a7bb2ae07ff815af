"""Fixtures of the tests of second factors and passkeys."""

import pytest

from tests.identity.second_factors import Steps


@pytest.fixture
def steps(world, asgi, run_jobs, db) -> Steps:
    return Steps(world, asgi, run_jobs, db)
