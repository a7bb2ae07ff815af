"""Pages of the admin portal that connect other systems."""

from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import Window
from tests.e2e.tour.stops import stop, titled


@stop("portal-api-tokens", ADMINISTRATOR)
async def _portal_api_tokens(window: Window) -> None:
    await window.page.goto("/oauth/portal/api-tokens")
    await titled(window.page, "API tokens")
    await expect(window.page.get_by_role("row", name="Nightly import")).to_be_visible()


@stop("portal-api-token", ADMINISTRATOR)
async def _portal_api_token(window: Window) -> None:
    await _portal_api_tokens(window)
    await window.page.get_by_role("button", name="Create token").click()
    form = window.page.get_by_role("dialog", name="Create API token")
    await expect(form.get_by_label("Description")).to_be_visible()


@stop("portal-webhooks", ADMINISTRATOR)
async def _portal_webhooks(window: Window) -> None:
    await window.page.goto("/oauth/portal/webhooks")
    await titled(window.page, "Webhooks")


@stop("portal-connectivity", ADMINISTRATOR)
async def _portal_connectivity(window: Window) -> None:
    await window.page.goto("/oauth/portal/connectivity")
    await titled(window.page, "Connectivity")
    add = window.page.get_by_role("button", name="Add subscription").first
    await expect(add).to_be_visible()


@stop("portal-add-subscription", ADMINISTRATOR)
async def _portal_add_subscription(window: Window) -> None:
    await _portal_connectivity(window)
    await window.page.get_by_role("button", name="Add subscription").first.click()
    dialog = window.page.get_by_role("dialog", name="Add subscription")
    await expect(dialog).to_be_visible()


@stop("portal-provisioning", ADMINISTRATOR)
async def _portal_provisioning(window: Window) -> None:
    await window.page.goto("/oauth/portal/provisioning")
    await titled(window.page, "Provisioning")


@stop("portal-sso", ADMINISTRATOR)
async def _portal_sso(window: Window) -> None:
    await window.page.goto("/oauth/portal/sso")
    await titled(window.page, "Single sign-on")
    add = window.page.get_by_role("button", name="Add connection").first
    await expect(add).to_be_visible()


@stop("portal-sso-add", ADMINISTRATOR)
async def _portal_sso_add(window: Window) -> None:
    await _portal_sso(window)
    await window.page.get_by_role("button", name="Add connection").first.click()
    await expect(window.page.get_by_role("dialog", name="Add connection")).to_be_visible()
