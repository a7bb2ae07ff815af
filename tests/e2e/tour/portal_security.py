"""Pages of the admin portal about security: what happened, findings and restrictions."""

import re

from playwright.async_api import expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.browser import Window
from tests.e2e.tour.stops import stop, titled


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


@stop("portal-security-center", ADMINISTRATOR)
async def _portal_security_center(window: Window) -> None:
    await window.page.goto("/oauth/portal/security-center")
    await expect(window.page.get_by_text(re.compile(r"\d+ of 100"))).to_be_visible()


@stop("portal-security-center-people", ADMINISTRATOR)
async def _portal_security_center_people(window: Window) -> None:
    await window.page.goto("/oauth/portal/security-center/unenrolled")
    await expect(window.page.get_by_role("table", name="No MFA")).to_be_visible()


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
