"""What the entry point built once (mailer, payments, keys …), found by its type."""

from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request

T = TypeVar("T")


class Resources:
    def __init__(self) -> None:
        self._by_kind: dict[type, Any] = {}

    def add(self, kind: type[T], thing: T) -> None:
        self._by_kind[kind] = thing

    def __getitem__(self, kind: type[T]) -> T:
        thing: T = self._by_kind[kind]
        return thing


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
