"""Which module declares which route, job and event, so that a module is imported when it is first needed.

Routes, jobs and events declare themselves when their module is imported. To import all modules takes three
quarters of a start, and one process uses few of them. `gatehouse manifest` writes `manifest.json` from the
completely imported program; `make lint` and a test compare it.
"""

import asyncio
import gc
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Generic, TypedDict, TypeVar, cast

import orjson

T = TypeVar("T")

PATH = Path(__file__).parents[1] / "manifest.json"

# One thread: modules are imported one after the other, and a second request for the same module waits.
_importing = ThreadPoolExecutor(1, thread_name_prefix="imports")
_loaded: dict[str, ModuleType] = {}


class DeclaredRouter(TypedDict):
    """`router`: `module:name`. `is_plain`: its routes are those of the most frequent calls. `routes`: methods
    and path of each, such as `GET /readyz`; where these alone do not tell whether the route answers, its
    class follows as `module:name`."""

    router: str
    error_format: str
    is_plain: bool
    routes: list[str]


class DeclaredJob(TypedDict):
    module: str
    max_attempts: int


class DeclaredSchedule(TypedDict):
    module: str
    cron: str


class DeclaredSubscriber(TypedDict):
    """`events`: names; None for all. `is_selective`: it is asked whether it wants an event."""

    events: list[str] | None
    is_selective: bool


class Manifest(TypedDict):
    """Jobs, schedules and subscribers by name; `events`: the module by name; `registries`: the modules that
    add to each `Registry`."""

    routers: list[DeclaredRouter]
    jobs: dict[str, DeclaredJob]
    schedules: dict[str, DeclaredSchedule]
    subscribers: dict[str, DeclaredSubscriber]
    events: dict[str, str]
    registries: dict[str, list[str]]


@cache
def read_manifest() -> Manifest:
    return cast("Manifest", orjson.loads(PATH.read_bytes()))


async def load_module(name: str) -> ModuleType:
    """Import a module in a thread, so that other requests are answered meanwhile. It is complete then, also
    where another import of it was under way."""
    if name not in _loaded:
        _loaded[name] = await _run_in_import_thread(partial(import_module, name))
        # Modules live until the end. Each garbage collection would look at them.
        gc.freeze()
    return _loaded[name]


async def _run_in_import_thread(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_importing, work)


def find_importing_module() -> str:
    """The name of the module whose import calls this, directly or through other functions."""
    frame = sys._getframe(1)
    while frame.f_code.co_name != "<module>" and frame.f_back is not None:
        frame = frame.f_back
    name: str = frame.f_globals["__name__"]
    return name


class Registry(Generic[T]):
    """What modules add when they are imported. It is complete once it has been loaded."""

    all_registries: ClassVar[dict[str, "Registry[Any]"]] = {}

    def __init__(self, name: str) -> None:
        self.modules: set[str] = set()
        self._name = name
        self._items: list[T] = []
        self._is_loaded = False
        Registry.all_registries[name] = self

    def add_item(self, item: T) -> None:
        self._items.append(item)
        self.modules.add(find_importing_module())

    def load_items(self) -> list[T]:
        """Import the modules that add to it, and return what all have added."""
        if not self._is_loaded:
            for module in read_manifest()["registries"][self._name]:
                import_module(module)
            self._is_loaded = True
        return [*self._items]

    async def load_items_in_thread(self) -> list[T]:
        """As `load_items`, while other requests are answered."""
        if not self._is_loaded:
            await _run_in_import_thread(self.load_items)
        return self.load_items()
