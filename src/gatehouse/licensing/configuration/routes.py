"""`/api/v1/frontegg`: the login provider's configuration (spec 000 §7). Any other name is 404."""

from typing import Annotated

from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.licensing.configuration.schemas import Analytics, Links, LoginProviderConfig
from gatehouse.licensing.configuration.settings import PortalSettings
from gatehouse.providers.payments.port import Payments
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/api/v1/frontegg", tags=["Licensing"])


@router.get("", response_model=LoginProviderConfig, response_model_exclude_none=True)
async def get_login_provider_config(
    settings: Annotated[PortalSettings, resource(PortalSettings)],
    deployment: Annotated[Deployment, resource(Deployment)],
    configuration: CurrentConfiguration,
    payments: Annotated[Payments, resource(Payments)],
) -> LoginProviderConfig:
    """Where to sign in and what surrounds the portal. Needs no session."""
    origin = deployment.public_url
    return LoginProviderConfig(
        base_url=origin,
        client_id=configuration.default.client_id,
        login_url=f"{origin}/account/login",
        logout_url=f"{origin}/account/logout",
        portal_url=f"{origin}/oauth/portal",
        sells_licenses=payments.is_configured,
        analytics=(
            Analytics(key=settings.analytics_key, host=settings.analytics_host)
            if settings.analytics_key
            else None
        ),
        links=Links(
            docs=settings.docs_url,
            book_a_demo=settings.book_a_demo_url,
            slack=settings.slack_url,
            github=settings.github_url,
            legal=settings.legal_url,
        ),
    )
