"""Acme Reports counts the words of files for users who hold a seat. It is licensed by Gatehouse."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gatehouse_license import Held, License, LicenseError, NoSeats, Standing

VERSION = "2.4.1"
SEATS_ARE_OUT, NOT_LICENSED = 3, 4


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    keys = json.loads(given.public_keys.read_text())
    with License(
        given.server, os.environ.get("ACME_KEY"), keys, subject=given.subject, name=given.name,
        version=VERSION, file=given.license_file, folder=given.folder,
    ) as acme:  # fmt: skip
        if given.command == "status":
            return show(acme.check())
        try:
            with acme.seat(say_change) as seat:
                say_how(seat)
                count(acme, given.files)
                if given.wait:
                    sys.stdin.read()
        except NoSeats as full:
            print(f"{full}. Ask an administrator to free one, or to buy more:", file=sys.stderr)
            print(f"  {given.server}/billing", file=sys.stderr)
            return SEATS_ARE_OUT
        except LicenseError as refused:
            print(f"Acme Reports cannot start: {refused}.", file=sys.stderr)
            return NOT_LICENSED
    return 0


def say_how(seat: Held) -> None:
    if seat.status == "offline" and seat.file:
        until = f"{seat.file.expires_at:%d %B %Y}"
        print(f"The license server is away. You can work until {until}.", flush=True)
    else:
        print(f"You hold a seat as {seat.who.subject}.", flush=True)


def say_change(seat: Held) -> None:
    if seat.lost_by is not None:
        print(f"{seat.lost_by}. Save your work.", file=sys.stderr, flush=True)
    else:
        say_how(seat)


def count(acme: License, files: Sequence[Path]) -> None:
    for path in files:
        words = len(path.read_text(errors="replace").split())
        acme.report("file.counted")
        print(f"{words:8} {path}", flush=True)


def show(standing: Standing) -> int:
    if not standing or standing.file is None:
        print(f"Not licensed: {standing.text} ({standing.code})")
        return NOT_LICENSED
    file = standing.file
    print(f"Licensed to {file.customer}: {file.license_type}, {file.max_seats} seats")
    print(f"Works without the license server until {file.expires_at:%d %B %Y}")
    for warning in standing.warnings:
        print(f"Warning: {warning}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="acme-reports", description=__doc__)
    parser.add_argument("--server", default=os.environ.get("ACME_LICENSE_SERVER"))
    parser.add_argument(
        "--public-keys", type=Path, default=Path(__file__).with_name("public-keys.json")
    )
    parser.add_argument("--license-file", type=Path, help="one that was carried here")
    parser.add_argument("--subject", help="who you are, such as your address")
    parser.add_argument("--name", help="your name, shown to administrators of the license")
    parser.add_argument("--folder", type=Path, help="instead of the usual place")
    commands = parser.add_subparsers(dest="command", required=True)
    counting = commands.add_parser("count", help="Count the words of files.")
    counting.add_argument("files", type=Path, nargs="*")
    counting.add_argument("--wait", action="store_true", help="keep the seat until the input ends")
    commands.add_parser("status", help="Say what the license allows.")
    return parser


if __name__ == "__main__":
    sys.exit(main())
