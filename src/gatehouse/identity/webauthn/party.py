"""The relying party, from our own settings and never from a header."""

from urllib.parse import urlsplit

from gatehouse.identity.webauthn.models import RelyingParty
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of


def party_of(resources: Resources) -> RelyingParty:
    deployment = resources[Deployment]
    configuration = configuration_of(resources)
    name = brand_of(configuration, "loginBox").name
    domain = deployment.key_domain
    pages = [one for one in deployment.origins if _belongs_to_domain(one, domain)]
    apps = [origin for one in configuration.mobile_apps for origin in one.origins]
    return RelyingParty(domain, name, [*pages, *deployment.webauthn_apps, *apps])


def _belongs_to_domain(origin: str, domain: str) -> bool:
    """Whether the host is the key's domain or below it."""
    host = urlsplit(origin).hostname or ""
    return host == domain or host.endswith(f".{domain}")
