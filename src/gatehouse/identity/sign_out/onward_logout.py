"""Logout at the identity provider after a background sign-out. Only the browser can notify the provider, so
the client receives an address to open, valid once and for a quarter of an hour."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.external import sign_ins
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sso.logout import queries, sp_initiated
from gatehouse.identity.sso.logout.queries import (
    KEEP_TOKEN,
    TAKE_TOKEN_OF_BROWSER,
    OpenIdSessionToSignOut,
    SamlSessionToSignOut,
)
from gatehouse.identity.sso.logout.sp_initiated import LogoutDelivery
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Query, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.origins import build_origin_check
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

PATH = "/oauth/logout/provider"
LOGIN = "/oauth/account/login"
TAKEN = RateLimit("sign_out.onward.ip", 1200, 5)  # users of a company share one IP address
LONGEST_PAGE = 2000
SAML_SESSION = Query(
    SamlSessionToSignOut,
    """
    select n.id, n.tenant_id, n.connection_id,
      case when n.session_id is null then n.subject - 'session_index' else n.subject end as subject
    from saml_sessions n
    join sso_connections c on c.tenant_id = n.tenant_id and c.id = n.connection_id
    where n.id = $1 and c.slo_endpoint <> '' and c.type <> 'oidc'
    """,
)


@dataclass(frozen=True, slots=True)
class OnwardLogout:
    """The identity provider session to end."""

    saml: SamlSessionToSignOut | None
    openid: OpenIdSessionToSignOut | None


async def find_onward_logout(db: Db, sessions: Sequence[UUID]) -> OnwardLogout | None:
    """Find the provider session while one of these sessions is live. Needs the system scope."""
    named = list(sessions), clock.now()
    saml = await queries.SAML_SESSION_TO_SIGN_OUT.first(db, *named)
    openid = None if saml else await queries.OPENID_SESSION_TO_SIGN_OUT.first(db, *named)
    return OnwardLogout(saml, openid) if saml or openid else None


async def build_logout_delivery(
    resources: Resources, who: OnwardLogout, page: str
) -> LogoutDelivery | None:
    """Build the logout message that the browser takes to the provider, and the return to `page`. Must not be
    called while a connection or lock is held."""
    if who.saml:
        return await sp_initiated.build_saml_logout(resources, who.saml, page)
    return (
        await sp_initiated.build_openid_logout(resources, who.openid, page) if who.openid else None
    )


async def build_logout_address(db: Db, resources: Resources, who: OnwardLogout, page: str) -> str:
    """Build the address that starts the provider logout later, after the session has ended. The browser then
    continues to `page` if its origin is allowed, otherwise to the sign-in page. Needs the system scope."""
    provider = ""
    if who.saml:
        provider = f"saml:{who.saml.id}"
    elif who.openid:
        provider = f"openid:{who.openid.id}"
        # The id token was deleted with the session, so store it again until the address is used.
        await KEEP_TOKEN.run(db, who.openid.tenant_id, who.openid.id, who.openid.sealed_id_token)
    begun = await sign_ins.begin_external_sign_in(
        db, kind="onward", provider=provider, browser="", redirect_uri="",
        page=page if _is_return_page_allowed(resources, page) else "",
    )  # fmt: skip
    return f"{build_mail_link(resources, PATH)}?state={begun.state}"


async def use_logout_address(resources: Resources, state: str, client: Client) -> LogoutDelivery:
    """Use the logout address: returns the provider logout, or the sign-in page when it was used or has
    expired."""
    await resources[RateLimiter].hit(TAKEN, get_ip_network(client.ip))
    login = build_mail_link(resources, LOGIN)
    async with resources[Database].transaction(Scope.system()) as db:
        provider = await sign_ins.find_pending_provider(db, "onward", state) if state else None
        gone = (
            await sign_ins.end_sign_in_without_code(db, "onward", provider, state)
            if provider
            else None
        )
        if provider is None or gone is None:
            return LogoutDelivery(login)
        kind, _, note = provider.partition(":")
        who = OnwardLogout(
            await SAML_SESSION.first(db, UUID(note)) if kind == "saml" else None,
            await TAKE_TOKEN_OF_BROWSER.first(db, UUID(note)) if kind == "openid" else None,
        )
    page = gone.page or login
    return await build_logout_delivery(resources, who, page) or LogoutDelivery(page)


def _is_return_page_allowed(resources: Resources, page: str) -> bool:
    try:
        place = urlsplit(page)
    except ValueError:
        return False
    deployment, configured = resources[Deployment], configuration_of(resources).origins
    local = deployment.env != "production"  # the origins that CORS allows
    allowed = build_origin_check(deployment.origins, local=local, also=lambda: configured)
    return (
        place.scheme in ("http", "https")
        and len(page) <= LONGEST_PAGE
        and page.isprintable()
        and "\\" not in page
        and allowed(f"{place.scheme}://{place.netloc}")
    )
