"""What Android and iOS ask of the domain that keys belong to: whether an app is its owner's too."""

import base64
from typing import Any

from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(tags=["Passkeys"])

KEY_HASH = "android:apk-key-hash:"
# Not `handle_all_urls`, which would take the sign-in pages away from browsers.
USES_KEYS = "delegate_permission/common.get_login_creds"


@router.get("/.well-known/assetlinks.json")
async def get_asset_links(resources: AllResources) -> list[dict[str, Any]]:
    """Digital Asset Links: the Android apps of the settings. Empty where none is set."""
    deployment = resources[Deployment]
    prints = [_fingerprint(one) for one in deployment.webauthn_apps]
    return [
        {
            "relation": [USES_KEYS],
            "target": {
                "namespace": "android_app",
                "package_name": package,
                "sha256_cert_fingerprints": prints,
            },
        }
        for package in deployment.webauthn_android_packages
        if prints
    ]


@router.get("/.well-known/apple-app-site-association")
async def get_app_site_association(resources: AllResources) -> dict[str, Any]:
    """Apple's Associated Domains, `webcredentials` alone: the apps of the settings by team and bundle."""
    return {"webcredentials": {"apps": resources[Deployment].webauthn_apple_apps}}


def _fingerprint(app: str) -> str:
    """As `keytool` prints it: `AB:CD:…`."""
    text = app.removeprefix(KEY_HASH)
    return base64.urlsafe_b64decode(f"{text}=").hex(":").upper()
