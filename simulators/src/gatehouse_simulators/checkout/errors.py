"""Refusals with the provider's codes and texts."""

from collections.abc import Sequence

from gatehouse.kit.errors import DomainError

FieldProblem = tuple[str, str]


class CheckoutRefusal(DomainError):
    """A refused call. It rolls the request's transaction back and is rendered by `envelope.build_failure`."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int = 400,
        *,
        fields: Sequence[FieldProblem] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail, headers=headers)
        self.provider_code = code
        self.provider_status = status
        self.fields = fields


def not_found(entity_id: str) -> CheckoutRefusal:
    return CheckoutRefusal("not_found", f"Entity {entity_id} not found", 404)


def invalid_field(field: str, message: str) -> CheckoutRefusal:
    return CheckoutRefusal("bad_request", "Invalid request.", fields=[(field, message)])
