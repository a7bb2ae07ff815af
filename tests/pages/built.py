"""Built web apps, as small as they can be: what the build leaves in a page, without the apps."""

from pathlib import Path

SCRIPT = "document.documentElement.dataset.scheme = 'dark'"
PAGES = {
    "hosted/index.html": "Sign in",
    "hosted/portal.html": "Account",
    "licensing/index.html": "Licenses",
    "console/index.html": "Console",
    "console/set-up.html": "Set up",
    "docs/index.html": "API reference",
}


def build_pages(folder: Path) -> Path:
    for name, title in PAGES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f"<!doctype html><html><head><title>{title}</title><!--brand-->"
            f"<script>{SCRIPT}</script></head>"
            '<body><div id="root"><span data-vendor="true"></span></div></body></html>'
        )
    return folder
