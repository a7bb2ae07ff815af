from gatehouse.vendor.configuration.live import VendorConfiguration


async def test_the_portal_boots_without_a_session(client, resources, settings):
    answer = await client.get("/api/v1/frontegg")
    assert answer.status_code == 200
    assert answer.json() == {
        "baseUrl": settings.public_url,
        "clientId": str(resources[VendorConfiguration].current.default.client_id),
        "loginUrl": f"{settings.public_url}/account/login",
        "logoutUrl": f"{settings.public_url}/account/logout",
        "portalUrl": f"{settings.public_url}/oauth/portal",
        "sellsLicenses": True,
        "links": {
            "docs": settings.docs_url,
            "bookADemo": settings.book_a_demo_url,
            "slack": settings.slack_url,
            "github": settings.github_url,
            "legal": settings.legal_url,
        },
    }


async def test_another_provider_is_not_known(client):
    for path in ("/api/v1/auth0", "/api/v1/stripe/config", "/api/v1/frontegg/config"):
        assert (await client.get(path)).status_code == 404
