"""The mail that would have been sent, read as a visitor of the demo would read it."""

import asyncio

from playwright.async_api import Page, expect

from tests.e2e.browser import PATIENCE_MS, Window


async def mailed_links(window: Window, to: str, subject: str) -> list[str]:
    """Links of the newest mail with this subject; waits until it is there."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while True:
            mails = await (await window.context.request.get(f"/dev/outbox.json?to={to}")).json()
            for mail in mails:
                if subject in mail["subject"]:
                    links: list[str] = mail["links"]
                    return links
            await asyncio.sleep(0.05)


async def follow_mail(window: Window, to: str, subject: str) -> Page:
    """The page that the mail's button opens, in a tab of its own."""
    await mailed_links(window, to, subject)
    outbox = await window.context.new_page()
    await outbox.goto(f"/dev/outbox?to={to}")
    await outbox.get_by_role("link", name=subject).first.click()
    mail = outbox.frame_locator("iframe")
    await expect(mail.get_by_role("link").first).to_be_visible()
    async with window.context.expect_page() as opened:
        await mail.get_by_role("link").first.click()
    await outbox.close()
    return await opened.value
