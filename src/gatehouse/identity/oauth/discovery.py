"""Metadata of the provider (OpenID Connect Discovery 1.0, RFC 8414) and of the protected API (RFC 9728)."""

from typing import Any

from gatehouse.access.dpop import ALGORITHMS
from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.identity.oauth.respond import MODES


def build_provider_metadata(issuer: str, *, registers: bool = False) -> dict[str, Any]:
    """Build the provider metadata. `registers`: dynamic client registration is enabled."""
    return {
        **({"registration_endpoint": f"{issuer}/oauth/register"} if registers else {}),
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/oauth/authorize",
        "token_endpoint": f"{issuer}/oauth/token",
        "userinfo_endpoint": f"{issuer}/oauth/userinfo",
        "end_session_endpoint": f"{issuer}/oauth/logout",
        "revocation_endpoint": f"{issuer}/oauth/revoke",
        "introspection_endpoint": f"{issuer}/oauth/introspect",
        "pushed_authorization_request_endpoint": f"{issuer}/oauth/par",
        "require_pushed_authorization_requests": False,
        "jwks_uri": f"{issuer}/.well-known/jwks.json",
        "scopes_supported": ["openid", "email", "profile"],
        "response_types_supported": ["code"],
        "response_modes_supported": list(MODES),
        "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "RS256"],
        "token_endpoint_auth_methods_supported": [
            "none", "client_secret_basic", "client_secret_post",
        ],
        "revocation_endpoint_auth_methods_supported": [
            "none", "client_secret_basic", "client_secret_post",
        ],
        "introspection_endpoint_auth_methods_supported": [
            "client_secret_basic", "client_secret_post",
        ],
        "dpop_signing_alg_values_supported": list(ALGORITHMS),
        "code_challenge_methods_supported": ["S256"],
        "acr_values_supported": [MULTI_FACTOR_CLASS],
        "prompt_values_supported": ["none", "login", "select_account", "create", "consent"],
        "claim_types_supported": ["normal"],
        "claims_supported": [
            "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid", "at_hash",
            "email", "email_verified", "name", "picture", "tenantId", "tenantIds", "roles", "permissions",
        ],
        "authorization_response_iss_parameter_supported": True,
        "backchannel_logout_supported": True,
        "backchannel_logout_session_supported": True,
        "request_parameter_supported": False,
        "request_uri_parameter_supported": False,
        "claims_parameter_supported": True,
    }  # fmt: skip


def build_resource_metadata(issuer: str) -> dict[str, Any]:
    """Build the metadata of the Gatehouse API, for clients that know only its address (RFC 9728 §2)."""
    return {
        "resource": issuer,
        "authorization_servers": [issuer],
        "jwks_uri": f"{issuer}/.well-known/jwks.json",
        "scopes_supported": ["openid", "email", "profile"],
        "bearer_methods_supported": ["header"],
        "dpop_signing_alg_values_supported": list(ALGORITHMS),
    }
