"""`gatehouse openapi`, `manifest` and `settings-reference`: the files that are generated from the code."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gatehouse.settings import Settings


def write_openapi(settings: "Settings", arguments: argparse.Namespace) -> None:
    import orjson

    from gatehouse.app import build_app
    from gatehouse.kit.resources import Resources
    from gatehouse.pages.api_description import DOCUMENT

    document = build_app(settings, Resources(), is_loaded=True).openapi()
    path = arguments.path or DOCUMENT
    path.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n")


def write_manifest(_: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.commands.manifest import render_manifest
    from gatehouse.kit.manifest import PATH

    path = arguments.path or PATH
    path.write_bytes(render_manifest())


def write_settings_reference(_: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.commands.settings_reference import build_settings_reference

    arguments.path.parent.mkdir(parents=True, exist_ok=True)
    arguments.path.write_text(build_settings_reference())
