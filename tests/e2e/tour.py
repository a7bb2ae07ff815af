"""Every page there is and the way to it; tests check each of them, and pictures are taken of them."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import uuid4

from playwright.async_api import Page, expect

from gatehouse.demo.people import ADMINISTRATOR
from tests.e2e.api import CHOSEN, USERS, join, post, sign_in, sign_up
from tests.e2e.browser import Window
from tests.e2e.outbox import mailed_links

Way = Callable[[Window], Awaitable[None]]


@dataclass(frozen=True)
class Stop:
    """`person`: which user of the demo is signed in on the way; None: none."""

    name: str
    arrive: Way
    person: str | None

    async def visit(self, window: Window) -> None:
        """Arrives with everything loaded."""
        if self.person and window.person != self.person:
            await sign_in(window, self.person)
            window.person = self.person
        await self.arrive(window)
        await window.page.wait_for_load_state("networkidle")


STOPS: list[Stop] = []


def stop(name: str, person: str | None = None) -> Callable[[Way], Way]:
    def add(arrive: Way) -> Way:
        STOPS.append(Stop(name, arrive, person))
        return arrive

    return add


async def titled(page: Page, title: str) -> None:
    await expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()


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


@stop("onboarding")
async def _onboarding(window: Window) -> None:
    await join(window)
    await window.page.goto("/")
    await titled(window.page, "Create your organization")


@stop("general-trial")
async def _general_trial(window: Window) -> None:
    await _onboarding(window)
    await window.page.get_by_role("button", name="Start trial").click()
    await titled(window.page, "General")
    await expect(window.page.get_by_text("Your trial ends in")).to_be_visible()


@stop("general", ADMINISTRATOR)
async def _general(window: Window) -> None:
    await window.page.goto("/general")
    await titled(window.page, "General")
    await expect(window.page.get_by_text("seats left")).to_be_visible()


@stop("billing", ADMINISTRATOR)
async def _billing(window: Window) -> None:
    await window.page.goto("/billing")
    await expect(window.page.get_by_role("article", name="Acme Labs")).to_be_visible()


@stop("buy-seats", ADMINISTRATOR)
async def _buy_seats(window: Window) -> None:
    await _billing(window)
    trial = window.page.get_by_role("article", name="Acme Labs")
    await trial.get_by_role("link", name="Buy seats").click()
    await expect(window.page.get_by_role("button", name="Go to checkout")).to_be_enabled()


@stop("checkout", ADMINISTRATOR)
async def _checkout(window: Window) -> None:
    await _buy_seats(window)
    await window.page.get_by_role("button", name="Go to checkout").click()
    await expect(window.page.get_by_role("dialog", name="Checkout")).to_be_visible()


@stop("checkout-declined", ADMINISTRATOR)
async def _checkout_declined(window: Window) -> None:
    await _checkout(window)
    await pay(window.page, "4000 0000 0000 0002")
    await expect(window.page.get_by_role("alert")).to_contain_text("Your card was declined")


async def pay(page: Page, number: str) -> None:
    """Fills the open checkout and presses its button."""
    checkout = page.get_by_role("dialog", name="Checkout")
    await checkout.get_by_label("Country").select_option("US")
    await checkout.get_by_label("Postal code").fill("10001")
    await checkout.get_by_label("Card number").fill(number)
    await checkout.get_by_label("Expiry").fill("12 / 40")
    await checkout.get_by_label("Security code").fill("123")
    await checkout.get_by_label("Name on card").fill("Nora Newcomer")
    await checkout.get_by_role("button", name=re.compile("^(Pay |Save card)")).click()


@stop("contact", ADMINISTRATOR)
async def _contact(window: Window) -> None:
    await window.page.goto("/contact")
    await titled(window.page, "Contact")


@stop("portal-profile", ADMINISTRATOR)
async def _portal_profile(window: Window) -> None:
    await window.page.goto("/oauth/portal/profile")
    await titled(window.page, "Profile")
    await expect(window.page.get_by_label("Name", exact=True)).to_have_value("Ada Admin")


@stop("portal-privacy", "member@acme.test")
async def _portal_privacy(window: Window) -> None:
    await window.page.goto("/oauth/portal/privacy")
    await titled(window.page, "Privacy and sign-in")
    await expect(window.page.get_by_text("This device", exact=True)).to_be_visible()
    await expect(window.page.get_by_text("Ledgerly", exact=True)).to_be_visible()


@stop("portal-consent", "member@acme.test")
async def _portal_consent(window: Window) -> None:
    await _portal_privacy(window)
    await window.page.get_by_role("button", name="Revoke access for Ledgerly").click()
    await expect(
        window.page.get_by_role("dialog", name="Revoke access for Ledgerly")
    ).to_be_visible()


@stop("portal-notifications", "member@acme.test")
async def _portal_notifications(window: Window) -> None:
    await _portal_privacy(window)
    await window.page.get_by_role("button", name=re.compile("^Notifications")).click()
    panel = window.page.get_by_role("dialog", name="Notifications")
    await expect(panel.get_by_text("Maintenance on Sunday")).to_be_visible()


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


@stop("portal-account", ADMINISTRATOR)
async def _portal_account(window: Window) -> None:
    await window.page.goto("/oauth/portal/account")
    await titled(window.page, "Account")
    await expect(window.page.get_by_label("Company name")).to_have_value("Acme")


@stop("portal-roles", ADMINISTRATOR)
async def _portal_roles(window: Window) -> None:
    await window.page.goto("/oauth/portal/roles")
    await titled(window.page, "Roles")
    await expect(window.page.get_by_role("row", name="ReadOnly")).to_be_visible()


@stop("portal-audits", ADMINISTRATOR)
async def _portal_audits(window: Window) -> None:
    await window.page.goto("/oauth/portal/audits")
    await titled(window.page, "Audit log")
    await expect(window.page.get_by_text("user.authenticated").first).to_be_visible()


@stop("portal-audit", ADMINISTRATOR)
async def _portal_audit(window: Window) -> None:
    await window.page.goto("/oauth/portal/audits?filter=analyst")
    row = window.page.get_by_role("row", name="Created the role Analyst").first
    await row.get_by_role("button").click()
    details = window.page.get_by_role("dialog", name="Created the role Analyst")
    await expect(details.get_by_text('"name": "Analyst"')).to_be_visible()


@stop("portal-reports", ADMINISTRATOR)
async def _portal_reports(window: Window) -> None:
    await window.page.goto("/oauth/portal/reports")
    await titled(window.page, "Reports")
    await expect(window.page.get_by_role("region", name="Account security")).to_be_visible()


@stop("portal-send-report", ADMINISTRATOR)
async def _portal_send_report(window: Window) -> None:
    await _portal_reports(window)
    await window.page.get_by_role("button", name="Send Account activity").click()
    dialog = window.page.get_by_role("dialog", name="Send Account activity")
    await expect(dialog.get_by_text(ADMINISTRATOR)).to_be_visible()


@stop("portal-schedule-report", ADMINISTRATOR)
async def _portal_schedule_report(window: Window) -> None:
    await _portal_reports(window)
    await window.page.get_by_role("button", name="Schedule Account activity").click()
    dialog = window.page.get_by_role("dialog", name="Schedule Account activity")
    await expect(dialog.get_by_label("Time zone")).to_be_visible()


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


@stop("portal-personal-tokens", ADMINISTRATOR)
async def _portal_personal_tokens(window: Window) -> None:
    await window.page.goto("/oauth/portal/personal-tokens")
    await titled(window.page, "Personal tokens")
    await expect(window.page.get_by_role("row", name="Command line")).to_be_visible()


@stop("portal-secret", ADMINISTRATOR)
async def _portal_secret(window: Window) -> None:
    await _portal_personal_tokens(window)
    await window.page.get_by_role("button", name="Create token").click()
    form = window.page.get_by_role("dialog")
    await form.get_by_label("Description").fill("Backup of my files")
    await form.get_by_role("button", name="Create token").click()
    kept = window.page.get_by_role("dialog", name="Save your token")
    await expect(kept.get_by_role("button", name="I have saved it")).to_be_visible()


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


@stop("portal-all-users", ADMINISTRATOR)
async def _portal_all_users(window: Window) -> None:
    await window.page.goto("/oauth/portal/all-users")
    await titled(window.page, "All users")
    await expect(window.page.get_by_role("link", name="Acme").first).to_be_visible()


@stop("portal-preview", None)
async def _portal_preview(window: Window) -> None:
    await window.page.goto("/oauth/portal/preview/users")
    await titled(window.page, "Users")
    await expect(window.page.get_by_text("Grace Hopper")).to_be_visible()


@stop("portal-create-account", ADMINISTRATOR)
async def _portal_create_account(window: Window) -> None:
    await _portal_accounts(window)
    await window.page.get_by_role("button", name="Create account").click()
    dialog = window.page.get_by_role("dialog", name=re.compile("^Create sub-account of "))
    await expect(dialog.get_by_label("Account name")).to_be_visible()


@stop("portal-custom-login", ADMINISTRATOR)
async def _portal_custom_login(window: Window) -> None:
    await window.page.goto("/oauth/portal/account/custom-login")
    await titled(window.page, "Account")
    await expect(window.page.get_by_label("Alias")).to_be_visible()


@stop("portal-security-center", ADMINISTRATOR)
async def _portal_security_center(window: Window) -> None:
    await window.page.goto("/oauth/portal/security-center")
    await expect(window.page.get_by_text(re.compile(r"\d+ of 100"))).to_be_visible()


@stop("portal-security-center-people", ADMINISTRATOR)
async def _portal_security_center_people(window: Window) -> None:
    await window.page.goto("/oauth/portal/security-center/unenrolled")
    await expect(window.page.get_by_role("table", name="No MFA")).to_be_visible()


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


@stop("portal-security-sessions", ADMINISTRATOR)
async def _portal_security_sessions(window: Window) -> None:
    await _security(window, "sessions")
    await expect(window.page.get_by_text("Session limits")).to_be_visible()


@stop("portal-security-sign-in", ADMINISTRATOR)
async def _portal_security_sign_in(window: Window) -> None:
    await _security(window, "sign-in")
    await expect(window.page.get_by_text("Password history")).to_be_visible()


@stop("portal-security-ip", ADMINISTRATOR)
async def _portal_security_ip(window: Window) -> None:
    await _security(window, "ip")
    await expect(window.page.get_by_role("row", name="203.0.113.0/24")).to_be_visible()


@stop("portal-add-address", ADMINISTRATOR)
async def _portal_add_address(window: Window) -> None:
    await _portal_security_ip(window)
    await window.page.get_by_role("button", name="Add address").click()
    dialog = window.page.get_by_role("dialog", name="Add address")
    await dialog.get_by_label("Address or network").fill("203.0.113")
    await dialog.get_by_role("button", name="Add address").click()
    await expect(dialog.get_by_text("Enter an address such as")).to_be_visible()


@stop("portal-security-domains", ADMINISTRATOR)
async def _portal_security_domains(window: Window) -> None:
    await _security(window, "domains")
    await expect(window.page.get_by_role("row", name="rival.example")).to_be_visible()


@stop("portal-security-countries", ADMINISTRATOR)
async def _portal_security_countries(window: Window) -> None:
    await _security(window, "countries")
    await expect(window.page.get_by_text("Country restrictions are not available")).to_be_visible()


async def _security(window: Window, tab: str) -> None:
    await window.page.goto(f"/oauth/portal/security/{tab}")
    await titled(window.page, "Security")


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


@stop("outbox")
async def _outbox(window: Window) -> None:
    await sign_up(window)
    await window.page.goto("/dev/outbox")
    await titled(window.page, "Outbox")


@stop("outbox-message")
async def _outbox_message(window: Window) -> None:
    await _outbox(window)
    await window.page.get_by_role("link", name="Activate your").first.click()
    await titled(window.page, "Activate your")


@stop("legal")
async def _legal(window: Window) -> None:
    await window.page.goto("/legal")
    await titled(window.page, "Legal")
