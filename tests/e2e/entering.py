"""What a user does on the sign-in pages."""

from playwright.async_api import Page

from tests.e2e.api import CHOSEN, join
from tests.e2e.browser import Window

# No company's own sign-in is connected: the answer that a browser reports as an error.
SSO = "/identity/resources/auth/v2/user/sso/prelogin"
LOGIN = "/account/login?redirectUrl=/oauth/portal/profile"
MFA_POLICY = "/identity/resources/configurations/v1/mfa-policy"


async def newcomer(window: Window) -> tuple[str, str]:
    """A user who is not signed in in the window; their address, and a token for calls."""
    email, token = await join(window)
    await window.context.clear_cookies()
    return email, token


async def give_email(window: Window, email: str, address: str = LOGIN) -> None:
    window.allow(SSO, 404)
    await window.page.goto(address)
    await window.page.get_by_label("Email").fill(email)
    await window.page.keyboard.press("Enter")


async def give_password(
    page: Page, email: str, address: str = LOGIN, password: str = CHOSEN
) -> None:
    await page.goto(address)
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(password)
    await page.keyboard.press("Enter")


async def give_code(page: Page, code: str) -> None:
    """The last digit sends it."""
    await page.get_by_label("Six-digit code").press_sequentially(code)
