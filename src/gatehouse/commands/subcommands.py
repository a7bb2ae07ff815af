"""How `gatehouse` and its commands declare what runs."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_subcommand(
    commands: "Subcommands", name: str, run: Callable[..., None], text: str
) -> argparse.ArgumentParser:
    sub = commands.add_parser(name, help=text, description=text)
    sub.set_defaults(run=run)
    return sub
