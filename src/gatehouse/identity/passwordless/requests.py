"""Request a code or a link. Nothing here depends on whether the user exists."""

from starlette.responses import Response

from gatehouse.identity.captcha.service import check_captcha as check_captcha
from gatehouse.identity.mails import mail_limits
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.passwordless.magic_links import LASTS
from gatehouse.identity.passwordless.models import PURPOSES, NamedIdentifier, PasswordlessKind
from gatehouse.identity.sessions.cookies import compose_cookie_name, set_cookie
from gatehouse.identity.sign_in.context import (
    CODE,
    MAGIC_LINK,
    require_sms_offered,
    require_strategy_offered,
)
from gatehouse.identity.sign_in.ip_location import get_known_ip_network
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.kit.crypto import Box, new_token, token_hash
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.kit.resources import Resources

PER_IP = RateLimit("passwordless.ip", 60, 15)
PER_PERSON = RateLimit("passwordless.person", 5, 15)
SENDS = {
    PasswordlessKind.CODE: "passwordless.mail_code",
    PasswordlessKind.SMS_CODE: "passwordless.text_code",
}


async def request_sign_in_code(
    call: SystemCall,
    response: Response,
    kind: PasswordlessKind,
    named: NamedIdentifier,
    captcha: str | None,
) -> None:
    """Issue a code, whose token the browser gets as a cookie; a job looks the user up and sends the code. The
    row is created for unknown addresses too, so that a try at their code takes as long. The code of the token
    that the browser has is replaced."""
    resources, client = call.resources, call.client
    if kind is PasswordlessKind.SMS_CODE:
        require_sms_offered(resources, remembered=named.by == "user_id")
    else:
        require_strategy_offered(resources, CODE)
    await check_captcha(resources, captcha, named.value, client)
    await _limit_requests(call, kind, named)
    issued = await codes.issue_one_time_code(
        call.db, PURPOSES[kind], named.value, None, replaces=read_browser_token(call, kind)
    )
    await enqueue(
        call.db, SENDS[kind], by=named.by, value=named.value, ip=client.ip, user_agent=client.user_agent,
        **codes.seal_issued_code(resources[Box], issued),
    )  # fmt: skip
    _set_browser_token(response, resources, kind, issued.token)


async def request_magic_link(
    call: SystemCall, response: Response, named: NamedIdentifier, captcha: str | None
) -> None:
    """Queue a link. The browser keeps its present token, so that links it requested before still work."""
    resources, client, kind = call.resources, call.client, PasswordlessKind.MAGIC_LINK
    require_strategy_offered(resources, MAGIC_LINK)
    await check_captcha(resources, captcha, named.value, client)
    await _limit_requests(call, kind, named)
    token = read_browser_token(call, kind) or new_token()
    await enqueue(
        call.db, "passwordless.mail_link", by=named.by, value=named.value,
        browser=token_hash(token).hex(), ip=client.ip, user_agent=client.user_agent,
    )  # fmt: skip
    _set_browser_token(response, resources, kind, token)


async def _limit_requests(call: SystemCall, kind: PasswordlessKind, named: NamedIdentifier) -> None:
    """Rate limit a request. A location from which the user has signed in before has its own count, so
    repeated requests from elsewhere do not lock the owner out."""
    await call.limit_place(PER_IP)
    place = await get_known_ip_network(call.resources, named.value, call.client.ip)
    await call.limit_key(PER_PERSON, f"{named.by} {named.value} {place}")
    if kind is not PasswordlessKind.SMS_CODE:
        await mail_limits.count_mail(call.resources, "sign_in", named.value, place)


def _set_browser_token(
    response: Response, resources: Resources, kind: PasswordlessKind, token: str
) -> None:
    seconds = int(LASTS.total_seconds())
    set_cookie(response, resources, compose_cookie_name(resources, kind), token, seconds)


def read_browser_token(call: SystemCall, kind: PasswordlessKind) -> str | None:
    return call.request.cookies.get(compose_cookie_name(call.resources, kind)) or None


def clear_browser_token(response: Response, resources: Resources, kind: PasswordlessKind) -> None:
    set_cookie(response, resources, compose_cookie_name(resources, kind), "", 0)
