"""Where areas declare their calls: `router = Router(prefix="/…", tags=["…"])`."""

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic.warnings import UnsupportedFieldAttributeWarning
from starlette.routing import compile_path, get_name

# What the framework makes of a handler.
MADE = frozenset({"app", "form_limits", *APIRoute.__annotations__})

# Said of every body, because the framework gives it the name of its parameter. Where it makes a validator
# at once it passes this over itself; that of a body of ours (`Wire`) is made at the first use.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)


class LateRoute(APIRoute):
    """Knows its address at once, and what its handler takes and gives when it is first asked for.

    The framework reads every signature and makes all validators where a route is declared, which took a third
    of a start and 26 MB; most of a thousand routes are never called in a process. Making one takes a
    millisecond, three at most, at its first call or when the API is described. One that cannot be made would
    be found no earlier: `tests/kit/test_router.py` makes all.
    """

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        name: str | None = None,
        methods: Sequence[str] | None = None,
        include_in_schema: bool = True,
        **options: Any,
    ) -> None:
        self.path = path
        self.endpoint = endpoint
        self.name = name or get_name(endpoint)
        self.path_regex, self.path_format, self.param_convertors = compile_path(path)
        self.methods = {method.upper() for method in methods or ["GET"]}
        self.include_in_schema = include_in_schema
        self._options: dict[str, Any] | None = options

    def __getattr__(self, name: str) -> Any:
        """Only of what is not there yet."""
        if name not in MADE or self.__dict__.get("_options") is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.make()
        return getattr(self, name)

    def make(self) -> None:
        """Once; a later call does nothing."""
        options, self._options = self._options, None
        if options is None:
            return
        before = dict(self.__dict__)  # with what it was given since, such as its shape
        try:
            super().__init__(
                self.path,
                self.endpoint,
                name=self.name,
                methods=self.methods,
                include_in_schema=self.include_in_schema,
                **options,
            )
        except BaseException:
            self._options = options  # the next call is told the same
            raise
        self.__dict__.update(before)


Router = partial(APIRouter, route_class=LateRoute)
