"""How people sign in, as the vendor has configured it."""

from gatehouse.vendor.configuration.schemas import AuthStrategies, MainStrategy
from gatehouse.vendor.configuration.snapshot import Snapshot


def auth_strategies(configuration: Snapshot) -> AuthStrategies:
    """How people sign in first, and what they may use besides."""
    return AuthStrategies(
        main_auth_strategies=[MainStrategy(strategy=configuration.vendor.auth_strategy)],
        secondary_auth_strategies=[],
    )
