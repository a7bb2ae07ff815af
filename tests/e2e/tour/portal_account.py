"""Pages of the admin portal about the organization, its sub-accounts and what it pays."""

import re

from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import Window
from tests.e2e.tour.stops import stop, titled


@stop("portal-account", ADMINISTRATOR)
async def _portal_account(window: Window) -> None:
    await window.page.goto("/oauth/portal/account")
    await titled(window.page, "Account")
    await expect(window.page.get_by_label("Company name")).to_have_value("Acme")


@stop("portal-custom-login", ADMINISTRATOR)
async def _portal_custom_login(window: Window) -> None:
    await window.page.goto("/oauth/portal/account/custom-login")
    await titled(window.page, "Account")
    await expect(window.page.get_by_label("Alias")).to_be_visible()


@stop("portal-accounts", ADMINISTRATOR)
async def _portal_accounts(window: Window) -> None:
    await window.page.goto("/oauth/portal/accounts")
    await titled(window.page, "All accounts")
    await expect(window.page.get_by_role("link", name="Acme Europe")).to_be_visible()


@stop("portal-selected-account", ADMINISTRATOR)
async def _portal_selected_account(window: Window) -> None:
    await _portal_accounts(window)
    await window.page.get_by_role("link", name="Acme Europe").click()
    await titled(window.page, "Acme Europe")
    await expect(window.page.get_by_text("@acme-europe.test").first).to_be_visible()


@stop("portal-create-account", ADMINISTRATOR)
async def _portal_create_account(window: Window) -> None:
    await _portal_accounts(window)
    await window.page.get_by_role("button", name="Create account").click()
    dialog = window.page.get_by_role("dialog", name=re.compile("^Create sub-account of "))
    await expect(dialog.get_by_label("Account name")).to_be_visible()


@stop("portal-subscription", ADMINISTRATOR)
async def _portal_subscription(window: Window) -> None:
    await window.page.goto("/oauth/portal/subscriptions")
    await expect(window.page.get_by_role("region", name="Current plan")).to_be_visible()


@stop("portal-plans", ADMINISTRATOR)
async def _portal_plans(window: Window) -> None:
    await window.page.goto("/oauth/portal/subscriptions/plans")
    await expect(
        window.page.get_by_role("button", name=re.compile("Choose Business"))
    ).to_be_visible()


@stop("portal-checkout", ADMINISTRATOR)
async def _portal_checkout(window: Window) -> None:
    await _portal_plans(window)
    await window.page.get_by_role("button", name=re.compile("Choose Business")).click()
    await titled(window.page, "Confirm your plan")


@stop("portal-card", ADMINISTRATOR)
async def _portal_card(window: Window) -> None:
    await _portal_subscription(window)
    await window.page.get_by_role("button", name="Add card").click()
    dialog = window.page.get_by_role("dialog", name="Add card")
    await expect(dialog.get_by_label("Card number")).to_be_visible()


@stop("portal-usage", ADMINISTRATOR)
async def _portal_usage(window: Window) -> None:
    await window.page.goto("/oauth/portal/usage")
    await expect(window.page.get_by_role("figure").first).to_be_visible()
