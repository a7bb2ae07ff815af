"""Refusals with the provider's codes and texts."""

from typing import Any

from gatehouse.kit.errors import DomainError

Body = dict[str, Any]


class CardRefusal(DomainError):
    """A refused call. It rolls the request's transaction back and is rendered by `envelope.build_failure`."""

    def __init__(
        self,
        message: str,
        code: str | None = None,
        *,
        status: int = 400,
        kind: str = "invalid_request_error",
        param: str | None = None,
        headers: dict[str, str] | None = None,
        **details: Any,
    ) -> None:
        super().__init__(message, headers=headers)
        self.provider_status = status
        self.error: Body = {"type": kind, "message": message}
        self.error |= {"code": code} if code else {}
        self.error |= {"param": param} if param else {}
        self.error |= details


class CardDeclined(CardRefusal):
    """402 for a declined card. The attempt is stored."""

    keeps_writes = True

    def __init__(self, error: Body) -> None:
        details = {name: value for name, value in error.items() if name not in SAID}
        super().__init__(error["message"], error["code"], status=402, kind="card_error", **details)


class CardRejected(CardDeclined, keeps_writes=False):
    """402 for a card that is refused before anything is stored."""


SAID = {"message", "code", "type"}
NAMES = {
    "payment_method": "PaymentMethod",
    "setup_intent": "setupintent",
    "payment_intent": "payment_intent",
}


def resource_missing(kind: str, entity_id: str, param: str) -> CardRefusal:
    """404 when the URL names the entity, 400 when a parameter does."""
    return CardRefusal(
        f"No such {NAMES.get(kind, kind)}: '{entity_id}'",
        "resource_missing",
        status=404 if param == "id" else 400,
        param=param,
    )


def unknown_url(method: str, path: str) -> CardRefusal:
    return CardRefusal(f"Unrecognized request URL ({method}: {path}).", status=404)
