"""OpenID clients that others have written, unmodified, against a running server."""

import pytest

from tests.federation.running import MODULES, NODE, Clients

pytestmark = pytest.mark.skipif(
    NODE is None or not (MODULES / "openid-client").is_dir(),
    reason="the web packages are not there",
)


def test_openid_client_and_oauth4webapi(clients: Clients):
    shown = clients.run("openid-client.mjs")
    assert len(shown) == 11, shown


def test_oidc_client_ts(clients: Clients):
    shown = clients.run("oidc-client-ts.mjs")
    assert len(shown) == 3, shown
