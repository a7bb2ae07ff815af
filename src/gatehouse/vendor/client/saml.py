"""Addresses that identity providers use for this server. The vendor may override them in the metadata `saml`,
for providers that already have other addresses configured."""

from dataclasses import dataclass

from gatehouse.vendor.configuration.snapshot import Snapshot

ENTITY = "saml"
ACS_PATH = "/auth/saml/callback"
ENTITY_PATH = "/auth/saml/metadata"
REQUEST_PATH = "/auth/saml/request"
SLO_PATH = "/auth/saml/logout"
OIDC_LOGOUT_PATH = "/auth/oidc/logout"
OIDC_BACKCHANNEL_PATH = "/auth/oidc/backchannel-logout"


@dataclass(frozen=True, slots=True)
class SamlAddresses:
    """`acs_url`: where a provider sends users back to; `sp_entity_id`: the entity id of this server;
    `slo_url`: where it sends users who sign out. `oidc_logout_url` and `oidc_backchannel_url` are the logout
    addresses for OpenID Connect. `page`: where users continue, if the vendor has configured it."""

    acs_url: str
    sp_entity_id: str
    slo_url: str
    oidc_logout_url: str
    oidc_backchannel_url: str
    page: str = ""


def build_saml_addresses(snapshot: Snapshot, public_url: str) -> SamlAddresses:
    row = snapshot.metadata.get(ENTITY)
    given = row.configuration if row else {}
    return SamlAddresses(
        acs_url=_text_or_empty(given.get("acsUrl")) or public_url + ACS_PATH,
        sp_entity_id=_text_or_empty(given.get("spEntityId")) or public_url + ENTITY_PATH,
        slo_url=public_url + SLO_PATH,
        oidc_logout_url=public_url + OIDC_LOGOUT_PATH,
        oidc_backchannel_url=public_url + OIDC_BACKCHANNEL_PATH,
        page=_text_or_empty(given.get("redirectUri")),
    )


def _text_or_empty(value: object) -> str:
    return value if isinstance(value, str) else ""
