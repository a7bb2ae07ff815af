"""What applications send to a provider, in the words that all providers share (RFC 6749, RFC 7662)."""

import base64
import hashlib
from urllib.parse import urlencode

from benchmarks.plan import Plan, Request, form_post

VERIFIER = "v" * 43
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
# The code in the page that posts it, then what came for it, with which nothing more is done.
CODE_OR_TOKEN = r'(?:name="code" value="|"access_token":")([^"]+)'


def code_plan(
    authorize: str,
    token: str,
    client: dict[str, str],
    redirect_uri: str,
    scope: str,
    cookies: list[str],
) -> Plan:
    """Each browser asks for a code, which its application exchanges. The answer is asked for as a form,
    because a redirect is none that this load generator counts as one."""
    asked = {
        "response_type": "code",
        "response_mode": "form_post",
        "client_id": client["client_id"],
        "redirect_uri": redirect_uri,
        "scope": scope,
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    form = urlencode(
        {
            "grant_type": "authorization_code",
            "redirect_uri": redirect_uri,
            "code_verifier": VERIFIER,
            **client,
        }
    )
    exchange = form_post(token, f"{form}&code={{token}}")
    path = f"{authorize}?{urlencode(asked)}"
    streams = [[Request("GET", path, {"Cookie": cookie}), exchange] for cookie in cookies]
    return Plan(streams, CODE_OR_TOKEN, [""] * len(streams))


def credentials_plan(token: str, client: dict[str, str], count: int, **more: str) -> Plan:
    form = urlencode({"grant_type": "client_credentials", **client, **more})
    return Plan([[form_post(token, form)] for _ in range(count)])


def introspection_plan(path: str, client: dict[str, str], tokens: list[str]) -> Plan:
    """Each connection asks for a token of its own."""
    return Plan([[form_post(path, urlencode({"token": token, **client}))] for token in tokens])
