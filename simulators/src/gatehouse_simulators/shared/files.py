"""Serves the files that a simulator's browser script loads: its own and the shared ones."""

from pathlib import Path

from fastapi.responses import FileResponse

SHARED = Path(__file__).parent / "browser"
KINDS = {".js": "text/javascript", ".css": "text/css"}


def find_browser_file(own: Path, name: str) -> FileResponse | None:
    """The file as a response, or None when there is no such file. Only names that the folders list are
    read."""
    for folder in (own, SHARED):
        if name in {path.name for path in folder.iterdir() if path.suffix in KINDS}:
            path = folder / name
            headers = {"cache-control": "no-cache"}
            return FileResponse(path, media_type=KINDS[path.suffix], headers=headers)
    return None
