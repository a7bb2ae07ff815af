"""What the vendor offers. Whoever has a factor that is offered no more goes on using it."""

from gatehouse.identity.factors.errors import FactorNotOffered
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy
from gatehouse.vendor.current import configuration_of


def must_be_offered(resources: Resources, strategy: MfaStrategy) -> None:
    """`FactorNotOffered`."""
    if strategy not in configuration_of(resources).vendor.mfa_strategies:
        raise FactorNotOffered("This second factor is not offered here")


def must_offer_keys(resources: Resources) -> None:
    """Some kind of security key; which is said when it is made. `FactorNotOffered`."""
    if not {"WebAuthnPlatform", "WebAuthnCrossPlatform"}.intersection(
        configuration_of(resources).vendor.mfa_strategies
    ):
        raise FactorNotOffered("This second factor is not offered here")
