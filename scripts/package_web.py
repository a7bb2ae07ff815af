"""Puts the built web apps into the wheel, as the folder `web` of the package."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

APPS = ("hosted", "licensing", "console", "docs")


class WebApps(BuildHookInterface):
    """An editable install takes none: a checkout serves them from where they are built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        built = Path(self.root) / "web" / "dist"
        missing = [name for name in APPS if not (built / name / "index.html").exists()]
        if missing:
            raise FileNotFoundError(f"web/dist lacks {', '.join(missing)}: run `make build` first")
        for file in built.rglob("*"):
            # The sources are for developers of the product.
            if file.is_file() and file.suffix != ".map" and not file.name.startswith("."):
                build_data["force_include"][str(file)] = f"gatehouse/web/{file.relative_to(built)}"
