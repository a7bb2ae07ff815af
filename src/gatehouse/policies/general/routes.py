from typing import Annotated

from gatehouse.access.guard import CurrentPrincipal
from gatehouse.access.settings import AccessSettings
from gatehouse.access.signing_keys import KeyRing
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.policies.general.schemas import GlobalPolicy
from gatehouse.policies.general.service import global_policy
from gatehouse.vendor.configuration.schemas import AuthStrategies
from gatehouse.vendor.configuration.service import auth_strategies
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/identity/resources/configurations/v1", tags=["Security policies"])


@router.get("")
async def get_global_policy(
    caller: CurrentPrincipal,
    configuration: CurrentConfiguration,
    keys: Annotated[KeyRing, resource(KeyRing)],
    settings: Annotated[AccessSettings, resource(AccessSettings)],
) -> GlobalPolicy:
    """The policy that applies to every tenant. Wire reference §16, security policy."""
    return global_policy(configuration, keys, settings)


@router.get("/auth/strategies")
async def get_auth_strategies(
    caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> AuthStrategies:
    """Authentication strategies, identical to the public endpoint."""
    return auth_strategies(configuration)
