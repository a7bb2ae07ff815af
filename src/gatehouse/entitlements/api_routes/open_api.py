"""Routes of an OpenAPI description, which is untrusted input."""

from dataclasses import dataclass
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from gatehouse.entitlements.api_routes.models import Method
from gatehouse.entitlements.api_routes.schemas import RoutePath
from gatehouse.kit.schemas import Text

METHODS = ("get", "post", "put", "patch", "delete")
_PATH: TypeAdapter[str] = TypeAdapter(RoutePath)
_TEXT: TypeAdapter[str] = TypeAdapter(Text)


@dataclass(frozen=True, slots=True)
class DescribedRoute:
    method: Method
    path: str
    description: str


def read_open_api_document(paths: dict[str, Any]) -> tuple[list[DescribedRoute], int]:
    """Each operation, and how many have a path that no route can have."""
    found: list[DescribedRoute] = []
    skipped = 0
    for path, item in paths.items():
        operations = item if isinstance(item, dict) else {}
        named = [method for method in METHODS if isinstance(operations.get(method), dict)]
        if not _is_path(path):
            skipped += len(named)
            continue
        for method in named:
            text = _describe_operation(operations[method])
            found.append(DescribedRoute(cast("Method", method.upper()), path, text))
    return found, skipped


def _is_path(path: str) -> bool:
    try:
        _PATH.validate_python(path)
    except ValidationError:
        return False
    return True


def _describe_operation(operation: dict[str, Any]) -> str:
    for name in ("summary", "description", "operationId"):
        text = operation.get(name)
        if isinstance(text, str):
            try:
                return _TEXT.validate_python(text[:2000])
            except ValidationError:
                continue
    return ""
