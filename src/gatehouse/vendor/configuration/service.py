"""Read the vendor's configuration."""

from gatehouse.kit.db import Db
from gatehouse.vendor.configuration import queries
from gatehouse.vendor.configuration.models import Vendor
from gatehouse.vendor.configuration.schemas import AuthStrategies, MainStrategy

__all__ = ["Vendor", "auth_strategies", "get_vendor"]


async def get_vendor(db: Db) -> Vendor:
    return await queries.VENDOR.one(db)


async def auth_strategies(db: Db) -> AuthStrategies:
    """How people sign in first, and what they may use besides."""
    vendor = await get_vendor(db)
    return AuthStrategies(
        main_auth_strategies=[MainStrategy(strategy=vendor.auth_strategy)],
        secondary_auth_strategies=[],
    )
