"""Sign-in methods that the vendor offers. All others are refused here, whatever the page shows."""

from gatehouse.identity.sign_in.errors import StrategyNotOffered
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

PASSWORD, MAGIC_LINK, CODE = "EmailAndPassword", "MagicLink", "Code"
SMS_CODE, ELSEWHERE = "SmsCode", "NoLocalAuthentication"


def must_offer(resources: Resources, strategy: str) -> None:
    """Raises `StrategyNotOffered` when the vendor offers another sign-in method."""
    if strategy_of(resources) != strategy:
        raise not_offered()


def must_offer_sms(resources: Resources, *, remembered: bool) -> None:
    """Raises `StrategyNotOffered` when SMS is not offered; a user of a remembered browser may also use quick
    sign-in."""
    is_quick = remembered and configuration_of(resources).vendor.sms_quick_login
    if not is_quick:
        must_offer(resources, SMS_CODE)


def must_be_local(resources: Resources) -> None:
    """Raises `StrategyNotOffered` when users have their accounts in an external system."""
    if strategy_of(resources) == ELSEWHERE:
        raise not_offered()


def uses_passwords(resources: Resources) -> bool:
    return strategy_of(resources) == PASSWORD


def strategy_of(resources: Resources) -> str:
    return configuration_of(resources).vendor.auth_strategy


def not_offered() -> StrategyNotOffered:
    return StrategyNotOffered(
        "This way of signing in is switched off. Use the one that is offered."
    )
