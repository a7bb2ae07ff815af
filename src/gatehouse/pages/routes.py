"""Which page answers which path. Included last: what no API route took is a page or a 404."""

import os
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from gatehouse.kit.errors import MethodNotAllowed, NotFound
from gatehouse.kit.origins import build_origin_check
from gatehouse.kit.resources import resource
from gatehouse.kit.route_table import Dispatch
from gatehouse.kit.router import Router
from gatehouse.pages.csp import build_content_security_policy
from gatehouse.pages.html import apply_brand, load_page, render_initial_icon
from gatehouse.settings import Settings
from gatehouse.vendor.brand.service import Brand, brand_of
from gatehouse.vendor.current import CurrentConfiguration


async def _get_portal_brand(configuration: CurrentConfiguration) -> Brand:
    return brand_of(configuration, "adminPortal")


async def _get_login_brand(configuration: CurrentConfiguration) -> Brand:
    return brand_of(configuration, "loginBox")


PortalBrand = Annotated[Brand, Depends(_get_portal_brand)]
LoginBrand = Annotated[Brand, Depends(_get_login_brand)]


async def _find_return_origin(
    request: Request,
    settings: Annotated[Settings, resource(Settings)],
    configuration: CurrentConfiguration,
) -> str | None:
    """Of `redirectUrl` (identity spec §2), if its pages may call the API; the others stay unknown."""
    try:
        parts = urlsplit(request.query_params.get("redirectUrl", ""))
    except ValueError:
        return None
    origin = f"{parts.scheme}://{parts.netloc}"
    local = settings.env != "production"  # as CORS lets them
    allowed = build_origin_check(settings.origins, local=local, also=lambda: configuration.origins)
    return origin if allowed(origin) else None


ReturnOrigin = Annotated[str | None, Depends(_find_return_origin)]


# The wheel carries the built web apps; a checkout, which has no such folder, serves what it built last.
PACKAGED = Path(__file__).parents[1] / "web"
WEB = PACKAGED if PACKAGED.is_dir() else Path(__file__).parents[3] / "web" / "dist"
LEGAL = Path(__file__).parent / "legal.html"

CurrentSettings = Annotated[Settings, resource(Settings)]

# Best first.
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))

router = Router(include_in_schema=False)


class BuiltFiles(StaticFiles):
    """Built files carry a hash in their name, so they never change; each lies there compressed too."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if ".html" in path:
            raise HTTPException(404)  # a page is answered by its route, with its policy
        accepted = Headers(scope=scope).get("accept-encoding", "")
        response = None
        for encoding, ending in ENCODINGS:
            if response is None and encoding in accepted:
                response = await self._serve_compressed(path, scope, encoding, ending)
        response = response or await super().get_response(path, scope)
        response.headers["vary"] = "accept-encoding"
        if "/assets/" in f"/{path}":
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response

    async def check_config(self) -> None:
        """Not asked for: before anything is built the folder is not there, and each file is a 404."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        try:
            return super().lookup_path(path)
        except OSError:  # a name that is too long, or may not be read
            return "", None

    async def _serve_compressed(
        self, path: str, scope: Scope, encoding: str, ending: str
    ) -> Response | None:
        if not self.lookup_path(path + ending)[1]:
            return None
        response = await super().get_response(path + ending, scope)
        media_type = guess_type(path)[0] or "application/octet-stream"
        response.headers["content-type"] = media_type
        response.headers["content-encoding"] = encoding
        return response


def mount_static(app: FastAPI) -> None:
    app.mount("/static", BuiltFiles(directory=WEB, check_dir=False), name="static")


def render_page(
    file: str,
    settings: Settings,
    brand: Brand,
    *,
    embeddable: bool = False,
    returns: str | None = None,
) -> Response:
    """The HTML file of a built web app with the vendor's branding. `returns`: the other origin to which it
    may redirect."""
    built = load_page(WEB / file)
    policy = build_content_security_policy(
        settings, embeddable=embeddable, script_hashes=built.script_hashes
    )
    return HTMLResponse(
        apply_brand(built.text, brand, returns),
        status_code=built.status,
        headers={"content-security-policy": policy, "cache-control": "no-cache"},
    )


@router.get("/account/{path:path}")
@router.get("/oauth/account/{path:path}")
async def sign_in_page(
    settings: CurrentSettings, brand: LoginBrand, returns: ReturnOrigin
) -> Response:
    return render_page("hosted/index.html", settings, brand, returns=returns)


@router.get("/oauth/portal")
@router.get("/oauth/portal/{path:path}")
async def admin_portal_page(settings: CurrentSettings, brand: PortalBrand) -> Response:
    return render_page("hosted/portal.html", settings, brand, embeddable=True)


@router.get("/console/set-up")
async def set_up_page(settings: CurrentSettings, brand: PortalBrand) -> Response:
    """The page on which a new installation gets its first owner."""
    return render_page("console/set-up.html", settings, brand)


@router.get("/console")
@router.get("/console/{path:path}")
async def console_page(settings: CurrentSettings, brand: PortalBrand) -> Response:
    """The vendor's console for its staff."""
    return render_page("console/index.html", settings, brand)


@router.get("/favicon.ico")
async def icon(brand: PortalBrand) -> Response:
    """Browsers ask for it by this name wherever a page does not name its own."""
    if brand.icon:
        return RedirectResponse(brand.icon, 302, {"cache-control": "no-cache"})
    return Response(
        render_initial_icon(brand),
        media_type="image/svg+xml",
        headers={"cache-control": "no-cache"},
    )


@router.get("/docs")
async def api_reference_page(settings: CurrentSettings, brand: PortalBrand) -> Response:
    return render_page("docs/index.html", settings, brand)


@router.get("/legal")
async def legal_page(settings: CurrentSettings, brand: PortalBrand) -> Response:
    text = apply_brand(LEGAL.read_text(), brand)
    return HTMLResponse(
        text, headers={"content-security-policy": build_content_security_policy(settings)}
    )


@router.get("/")
async def landing_page(
    request: Request, settings: CurrentSettings, brand: PortalBrand, current: CurrentConfiguration
) -> Response:
    """Where sign-in and invitations lead who came from nowhere in particular, if the vendor says where."""
    if home := current.vendor.home_url:
        return RedirectResponse(home, 302, {"cache-control": "no-cache"})
    return await licensing_page("", request, settings, brand)


@router.api_route("/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
async def licensing_page(
    path: str, request: Request, settings: CurrentSettings, brand: PortalBrand
) -> Response:
    """Any other address that a browser opens; the app itself redirects what it does not know."""
    if request.method != "GET":
        _refuse_method(request)
    is_page = "text/html" in request.headers.get("accept", "")
    if request.method != "GET" or not is_page or path.startswith(("api/", "static/")):
        raise NotFound("Not Found")
    return render_page("licensing/index.html", settings, brand)


def _refuse_method(request: Request) -> None:
    """Where another method would be taken, that is what to say."""
    dispatch: Dispatch = request.app.router.middleware_stack
    if others := dispatch.table.find_methods(request.scope):
        allow = ", ".join(sorted(others))
        raise MethodNotAllowed("Method Not Allowed", headers={"allow": allow})
