"""Responses to the application: in its redirect URI, in a form that the browser posts there (OAuth 2.0 Form
Post Response Mode), or in the body of its own call."""

from collections.abc import Mapping
from typing import Any

import orjson
from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth.models import AuthorizationDestination, Tokens
from gatehouse.kit.addresses import with_query
from gatehouse.kit.plain_route import Json
from gatehouse.kit.posted_form import posted_form

QUERY, FORM_POST = "query", "form_post"
MODES = (QUERY, FORM_POST)
# Sent by the hosted platform's middleware, whose product serves the Gatehouse API below a path of its own.
MIDDLEWARE = "x-frontegg-middleware"
# The scopes of a third-party application.
SCOPES = ("openid", "email", "profile")
NO_STORE = {"cache-control": "no-store", "pragma": "no-cache"}
NEVER_KEPT = [(name.encode(), value.encode()) for name, value in NO_STORE.items()]


def respond_to_redirect_uri(where: AuthorizationDestination, request: Request) -> Response:
    """Send the browser to the destination. Any response mode other than `form_post` is a redirect. Behind the
    hosted platform's middleware a Gatehouse page is named with the Gatehouse origin, because the product's
    origin does not serve it."""
    if where.mode == FORM_POST and where.told is not None:
        return posted_form(where.address, _drop_missing_values(where.told))
    address = build_response_address(where)
    if address.startswith("/") and request.headers.get(MIDDLEWARE) == "true":
        address = request.app.state.resources[AccessTokens].issuer + address
    return RedirectResponse(address, 302, headers=NO_STORE)


def build_response_address(where: AuthorizationDestination) -> str:
    """The application's address with all response parameters."""
    return (
        where.address
        if where.told is None
        else with_query(where.address, _drop_missing_values(where.told))
    )


def _drop_missing_values(told: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in told.items() if value is not None}


def build_token_response(tokens: Tokens) -> Response:
    """A token response (RFC 6749 §5.1)."""
    return build_uncached_response(
        {
            "access_token": tokens.access_token,
            "id_token": tokens.id_token,
            "refresh_token": tokens.refresh_token,
            "expires_in": tokens.expires_in,
            "token_type": get_token_type(tokens.is_bound),
            "scope": " ".join(tokens.scopes or SCOPES),
        }
    )


def get_token_type(is_bound: bool) -> str:
    return "DPoP" if is_bound else "Bearer"


def build_uncached_response(body: Mapping[str, Any], status: int = 200) -> Response:
    return Json(orjson.dumps(body), status, more=NEVER_KEPT)
