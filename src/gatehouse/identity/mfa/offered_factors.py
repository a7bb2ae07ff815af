"""MFA methods that the vendor offers. Enrolled factors stay usable when their method is no longer offered."""

from gatehouse.identity.factors.errors import FactorNotOffered
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy
from gatehouse.vendor.current import configuration_of


def must_be_offered(resources: Resources, strategy: MfaStrategy) -> None:
    """Raises `FactorNotOffered` when the vendor does not offer this method."""
    if strategy not in configuration_of(resources).vendor.mfa_strategies:
        raise FactorNotOffered("This second factor is not offered here")


def must_offer_keys(resources: Resources) -> None:
    """Raises `FactorNotOffered` when the vendor offers no kind of security key; the kind is checked at
    confirmation."""
    if not {"WebAuthnPlatform", "WebAuthnCrossPlatform"}.intersection(
        configuration_of(resources).vendor.mfa_strategies
    ):
        raise FactorNotOffered("This second factor is not offered here")
