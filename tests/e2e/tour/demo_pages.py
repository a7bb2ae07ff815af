"""Pages outside the portals: the outbox of the demo, and legal notices."""

from tests.e2e.api import sign_up
from tests.e2e.browser import Window
from tests.e2e.tour.stops import stop, titled


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
