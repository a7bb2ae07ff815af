"""Delivery of a logout message to the provider through the browser."""

from dataclasses import dataclass

from fastapi.responses import RedirectResponse, Response

from gatehouse.kit.posted_form import posted_form

NO_STORE = {"cache-control": "no-store"}


@dataclass(frozen=True, slots=True)
class LogoutDelivery:
    """A logout message for the browser: a redirect address, or a form to post to it."""

    address: str
    form: dict[str, str] | None = None


def deliver_logout_message(message: LogoutDelivery) -> Response:
    if message.form is not None:
        return posted_form(message.address, message.form)
    return RedirectResponse(message.address, 303, headers=NO_STORE)
