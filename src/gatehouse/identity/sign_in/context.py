"""What a sign-in request says before the user is known: tenant, remembered browser and identifier; and
the sign-in methods that the vendor offers."""

from uuid import UUID

from starlette.requests import Request

from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.sign_in.errors import StrategyNotOffered
from gatehouse.identity.sign_in.models import SignInContext
from gatehouse.identity.usernames.name import fold_username
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.resources import Resources
from gatehouse.kit.tenant_ids import decode_header, inner_id_or_none
from gatehouse.vendor.current import configuration_of

SCOPED_TENANT, LOGIN_ALIAS = "frontegg-scoped-tenant", "frontegg-login-alias"
DEVICE_COOKIE = "gatehouse_device"
# Sign-in methods that the vendor may offer. All others are refused, whatever the page shows.
PASSWORD, MAGIC_LINK, CODE = "EmailAndPassword", "MagicLink", "Code"
SMS_CODE, ELSEWHERE = "SmsCode", "NoLocalAuthentication"

# Parameters for the OpenAPI document of routes that read them.
PARAMETERS = [
    {"name": name, "in": "header", "required": False, "schema": {"type": "string"}}
    for name in (SCOPED_TENANT, LOGIN_ALIAS)
]


def build_sign_in_context(request: Request, invitation: str | None = None) -> SignInContext:
    """Build the context from headers and cookies (wire reference §2), and from the `invitationToken` of the
    body."""
    return SignInContext(
        tenant_id=_parse_tenant_id(request.headers.get(SCOPED_TENANT)),
        alias=request.headers.get(LOGIN_ALIAS, "").replace("\x00", "") or None,
        device=request.cookies.get(DEVICE_COOKIE),
        invitation=token_hash(invitation) if invitation else None,
        cookies=request.cookies,
    )


def _parse_tenant_id(text: str | None) -> UUID | None:
    """Read a tenant id; the header is a hint, so a malformed id is ignored."""
    return inner_id_or_none(decode_header(text)) if text else None


def normalize_identifier(typed: str) -> str:
    """Normalize what a user may type: a primary or another verified email address, or a user name. The SQL
    function `gatehouse_user_of` finds the user of a normalized one. Raises `InvalidEmail` for any other
    text."""
    if "@" not in typed and (username := fold_username(typed)):
        return username
    return normalize_email(typed)


def require_strategy_offered(resources: Resources, strategy: str) -> None:
    """Raises `StrategyNotOffered` when the vendor offers another sign-in method."""
    if get_auth_strategy(resources) != strategy:
        raise strategy_not_offered_error()


def require_sms_offered(resources: Resources, *, remembered: bool) -> None:
    """Raises `StrategyNotOffered` when SMS is not offered; a user of a remembered browser may also use quick
    sign-in."""
    is_quick = remembered and configuration_of(resources).vendor.sms_quick_login
    if not is_quick:
        require_strategy_offered(resources, SMS_CODE)


def require_local_accounts(resources: Resources) -> None:
    """Raises `StrategyNotOffered` when users have their accounts in an external system."""
    if get_auth_strategy(resources) == ELSEWHERE:
        raise strategy_not_offered_error()


def uses_passwords(resources: Resources) -> bool:
    return get_auth_strategy(resources) == PASSWORD


def get_auth_strategy(resources: Resources) -> str:
    return configuration_of(resources).vendor.auth_strategy


def strategy_not_offered_error() -> StrategyNotOffered:
    return StrategyNotOffered("This sign-in method is not available. Use another one.")
