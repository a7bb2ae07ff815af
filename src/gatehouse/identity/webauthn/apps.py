"""App association files that Android and iOS read from this domain. Apps of the settings may use its
keys; those that the vendor names (`[mobile_apps]`) also open its links."""

import base64
from typing import Any

from fastapi import Response

from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.mobile_apps import MobileApp, Platform

router = Router(tags=["Passkeys"])

KEY_HASH = "android:apk-key-hash:"
USES_KEYS = "delegate_permission/common.get_login_creds"
# The app's own manifest selects the links that it opens; without it, the sign-in pages stay in the browser.
OPENS_LINKS = "delegate_permission/common.handle_all_urls"
# The pages of mailed links. The redirect after a sign-in is configured per app.
MAILED = ("/account/activate", "/account/reset-password", "/account/login/magic-link")
WAY_BACK = "/oauth/account/redirect/ios"
# Read by Apple's own servers, which cache the answer for their devices.
CACHED = {"cache-control": "public, max-age=3600"}


@router.get("/.well-known/assetlinks.json")
async def get_asset_links(resources: AllResources, response: Response) -> list[dict[str, Any]]:
    """Digital Asset Links: the Android apps of the settings, and those of the configuration."""
    response.headers.update(CACHED)
    deployment = resources[Deployment]
    prints = [_format_fingerprint(one) for one in deployment.webauthn_apps]
    told = [
        _build_statement([USES_KEYS], package, prints)
        for package in deployment.webauthn_android_packages
        if prints
    ]
    return told + [
        _build_statement(
            [OPENS_LINKS, USES_KEYS], one.app, [text.upper() for text in one.fingerprints]
        )
        for one in _list_apps_of_platform(resources, "android")
    ]


@router.get("/.well-known/apple-app-site-association")
async def get_app_site_association(resources: AllResources, response: Response) -> dict[str, Any]:
    """Apple's Associated Domains: `webcredentials`, and `applinks` of the apps of the configuration."""
    response.headers.update(CACHED)
    named = [one.app for one in _list_apps_of_platform(resources, "ios")]
    told: dict[str, Any] = {
        "webcredentials": {"apps": [*resources[Deployment].webauthn_apple_apps, *named]}
    }
    if named:
        told["applinks"] = {"details": [_build_applink_details(app) for app in named]}
    return told


def _list_apps_of_platform(resources: Resources, platform: Platform) -> list[MobileApp]:
    return [one for one in configuration_of(resources).mobile_apps if one.platform == platform]


def _build_statement(relation: list[str], package: str, prints: list[str]) -> dict[str, Any]:
    return {
        "relation": relation,
        "target": {
            "namespace": "android_app",
            "package_name": package,
            "sha256_cert_fingerprints": prints,
        },
    }


def _build_applink_details(app: str) -> dict[str, Any]:
    _, bundle = app.split(".", 1)
    return {
        "appIDs": [app],
        "components": [{"/": path} for path in (f"{WAY_BACK}/{bundle}/*", *MAILED)],
    }


def _format_fingerprint(app: str) -> str:
    """The fingerprint as `keytool` prints it: `AB:CD:…`."""
    text = app.removeprefix(KEY_HASH)
    return base64.urlsafe_b64decode(f"{text}=").hex(":").upper()
