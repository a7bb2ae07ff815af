"""Clients that were set up for the hosted platform ask under `/oauth`."""

import pytest

from tests.world import World


@pytest.mark.parametrize("document", ["openid-configuration", "jwks.json"])
async def test_documents_are_under_oauth_too(world: World, document: str):
    http = world.new_client()
    hosted = await http.get(f"/oauth/.well-known/{document}")
    assert hosted.status_code == 200
    assert hosted.json() == (await http.get(f"/.well-known/{document}")).json()
