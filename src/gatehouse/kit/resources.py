"""What exists once in a process (mailer, payments, keys …), found by its type.

The entry point builds what depends on settings. Other kinds have a class method `for_process`, which builds
them when they are first needed, so that a start does not import their modules.
"""

from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

T = TypeVar("T")


class Resources:
    def __init__(self) -> None:
        self._by_kind: dict[type, Any] = {}

    def add(self, kind: type[T], thing: T) -> None:
        self._by_kind[kind] = thing

    def __getitem__(self, kind: type[T]) -> T:
        if kind not in self._by_kind:
            self._by_kind[kind] = _build_for_process(kind, self)
        thing: T = self._by_kind[kind]
        return thing


def _build_for_process(kind: Any, resources: Resources) -> Any:
    if not hasattr(kind, "for_process"):
        raise LookupError(f"The entry point has not built {kind.__name__}")
    return kind.for_process(resources)


def resource(kind: type[T]) -> Any:
    """A FastAPI dependency: `mailer: Annotated[Mailer, resource(Mailer)]`."""

    # Not a plain function: the framework would run each in a thread.
    async def find(request: Request) -> T:
        resources: Resources = request.app.state.resources
        return resources[kind]

    return Depends(find)


async def _get_all_resources(request: Request) -> Resources:
    found: Resources = request.app.state.resources
    return found


AllResources = Annotated[Resources, Depends(_get_all_resources)]
