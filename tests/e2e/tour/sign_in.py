"""Pages of sign-in, sign-up and invitations."""

from uuid import uuid4

from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.api import CHOSEN, USERS, join, post, sign_in, sign_up
from tests.e2e.browser import Window
from tests.e2e.outbox import mailed_links
from tests.e2e.tour.stops import stop, titled


@stop("login")
async def _login(window: Window) -> None:
    await window.page.goto("/account/login")
    await expect(window.page.get_by_label("Email")).to_be_visible()


@stop("login-refused")
async def _login_refused(window: Window) -> None:
    window.allow("/identity/resources/auth/v1/user", 401)
    await _login(window)
    # No user's, and each time another: too many wrong passwords lock an address.
    await window.page.get_by_label("Email").fill(f"{uuid4().hex[:10]}@example.test")
    await window.page.get_by_label("Password", exact=True).fill("not-the-password")
    await window.page.get_by_role("button", name="Sign in").click()
    await expect(window.page.get_by_label("Password", exact=True)).to_have_attribute(
        "aria-invalid", "true"
    )


@stop("sign-up")
async def _sign_up(window: Window) -> None:
    await window.page.goto("/account/sign-up")
    await expect(window.page.get_by_label("Company")).to_be_visible()


@stop("sign-up-success")
async def _sign_up_success(window: Window) -> None:
    await _sign_up(window)
    await window.page.get_by_label("Work email").fill(f"{uuid4().hex[:10]}@example.test")
    await window.page.get_by_label("Full name").fill("Nora Newcomer")
    await window.page.get_by_label("Company").fill("Newcomers")
    await window.page.get_by_role("button", name="Create account").click()
    await titled(window.page, "Check your email")


@stop("activate")
async def _activate(window: Window) -> None:
    _, link = await sign_up(window)
    await window.page.goto(link)
    await titled(window.page, "Activate your account")
    await window.page.get_by_label("Password", exact=True).fill("almost-good")


@stop("activate-expired")
async def _activate_expired(window: Window) -> None:
    window.allow(f"{USERS}/activate/strategy", 404)
    window.allow("/identity/resources/tenants/invites/v1/verify", 404)
    await window.page.goto(f"/account/activate?userId={uuid4()}&token=used")
    await titled(window.page, "Activation link expired")


@stop("forgot-password")
async def _forgot_password(window: Window) -> None:
    await window.page.goto("/account/forget-password")
    await titled(window.page, "Reset your password")


@stop("forgot-password-sent")
async def _forgot_password_sent(window: Window) -> None:
    await _forgot_password(window)
    await window.page.get_by_label("Email").fill("nobody@example.test")
    await window.page.get_by_role("button", name="Send link").click()
    await titled(window.page, "Check your email")


@stop("reset-password")
async def _reset_password(window: Window) -> None:
    email, _ = await join(window)
    await window.context.clear_cookies()
    await post(window, f"{USERS}/passwords/reset", {"email": email})
    [link] = await mailed_links(window, email, "Reset your")
    await window.page.goto(link)
    await titled(window.page, "Choose a new password")
    await window.page.get_by_label("New password").fill(CHOSEN)


@stop("accept-invitation")
async def _accept_invitation(window: Window) -> None:
    """For a user who has an account already: a new user activates instead."""
    email, _ = await join(window)
    administrator = await sign_in(window, ADMINISTRATOR)
    await post(window, "/identity/resources/users/v2", {"email": email}, administrator)
    links = await mailed_links(window, email, "You have been invited")
    await window.context.clear_cookies()
    await window.page.goto(links[0])
    await expect(window.page.get_by_role("button", name="Accept invitation")).to_be_visible()
