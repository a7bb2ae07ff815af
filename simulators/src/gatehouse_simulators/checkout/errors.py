"""Refusals as the provider words them: a stable code and a sentence."""

from collections.abc import Sequence

from gatehouse.kit.errors import DomainError

FieldProblem = tuple[str, str]


class Refused(DomainError):
    """Rolls the request's transaction back; rendered by `envelope.failure`."""

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


def not_found(entity_id: str) -> Refused:
    return Refused("not_found", f"Entity {entity_id} not found", 404)


def invalid(field: str, message: str) -> Refused:
    return Refused("bad_request", "Invalid request.", fields=[(field, message)])
