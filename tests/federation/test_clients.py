"""OpenID clients that others have written, unmodified, against a running server."""

from tests.federation.running import Clients


def test_openid_client_and_oauth4webapi(clients: Clients):
    shown = clients.run("openid-client.mjs")
    assert len(shown) == 11, shown


def test_oidc_client_ts(clients: Clients):
    shown = clients.run("oidc-client-ts.mjs")
    assert len(shown) == 3, shown
