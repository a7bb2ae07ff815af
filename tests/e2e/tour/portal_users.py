"""Pages of the admin portal about users, roles and groups."""

from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import Window
from tests.e2e.tour.stops import stop, titled


@stop("portal-users", ADMINISTRATOR)
async def _portal_users(window: Window) -> None:
    await window.page.goto("/oauth/portal/users")
    await titled(window.page, "Users")
    await expect(window.page.get_by_text("@acme.test").first).to_be_visible()


@stop("portal-invite", ADMINISTRATOR)
async def _portal_invite(window: Window) -> None:
    await _portal_users(window)
    await window.page.get_by_role("button", name="Invite users").click()
    dialog = window.page.get_by_role("dialog", name="Invite users")
    await dialog.get_by_label("Email addresses").fill("lee@acme.test, nobody@")
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_text("Invalid email address: nobody@")).to_be_visible()


@stop("portal-user", ADMINISTRATOR)
async def _portal_user(window: Window) -> None:
    await window.page.goto("/oauth/portal/users?filter=amara")
    await window.page.get_by_role("button", name="Amara Okafor", exact=False).first.click()
    details = window.page.get_by_role("dialog", name="Amara Okafor")
    await expect(details.get_by_role("button", name="Edit")).to_be_visible()


@stop("portal-edit-user", ADMINISTRATOR)
async def _portal_edit_user(window: Window) -> None:
    await _portal_user(window)
    await window.page.get_by_role("button", name="Edit").click()
    dialog = window.page.get_by_role("dialog", name="Edit Amara Okafor")
    await expect(dialog.get_by_label("Name")).to_have_value("Amara Okafor")


@stop("portal-user-applications", ADMINISTRATOR)
async def _portal_user_applications(window: Window) -> None:
    await _portal_user(window)
    await window.page.get_by_role("button", name="Change applications").click()
    dialog = window.page.get_by_role("dialog", name="Applications for Amara Okafor")
    await expect(dialog.get_by_role("combobox", name="Applications")).to_be_visible()


@stop("portal-all-users", ADMINISTRATOR)
async def _portal_all_users(window: Window) -> None:
    await window.page.goto("/oauth/portal/all-users")
    await titled(window.page, "All users")
    await expect(window.page.get_by_role("link", name="Acme").first).to_be_visible()


@stop("portal-roles", ADMINISTRATOR)
async def _portal_roles(window: Window) -> None:
    await window.page.goto("/oauth/portal/roles")
    await titled(window.page, "Roles")
    await expect(window.page.get_by_role("row", name="ReadOnly")).to_be_visible()


@stop("portal-role", ADMINISTRATOR)
async def _portal_role(window: Window) -> None:
    await _portal_roles(window)
    await window.page.get_by_role("button", name="Create role").click()
    dialog = window.page.get_by_role("dialog", name="Create role")
    await dialog.get_by_label("Name", exact=True).fill("Auditor")
    await dialog.get_by_text("Audits", exact=True).click()
    await dialog.get_by_label("View audits").check()


@stop("portal-groups", ADMINISTRATOR)
async def _portal_groups(window: Window) -> None:
    await window.page.goto("/oauth/portal/groups")
    await titled(window.page, "Groups")
    await expect(window.page.get_by_role("row", name="Support")).to_be_visible()


@stop("portal-group", ADMINISTRATOR)
async def _portal_group(window: Window) -> None:
    await _portal_groups(window)
    await window.page.get_by_role("button", name="Support", exact=False).first.click()
    details = window.page.get_by_role("dialog", name="Support")
    await expect(details.get_by_role("button", name="Add members")).to_be_visible()


@stop("portal-edit-group", ADMINISTRATOR)
async def _portal_edit_group(window: Window) -> None:
    await _portal_group(window)
    await window.page.get_by_role("button", name="Edit", exact=True).click()
    await expect(window.page.get_by_role("dialog", name="Edit Support")).to_be_visible()


@stop("portal-preview", None)
async def _portal_preview(window: Window) -> None:
    await window.page.goto("/oauth/portal/preview/users")
    await titled(window.page, "Users")
    await expect(window.page.get_by_text("Grace Hopper")).to_be_visible()
