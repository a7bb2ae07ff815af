"""`gatehouse rotate-keys`, `rotate-saml-key` and `rotate-secret`."""

import argparse
import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from gatehouse.commands.database import start_database
from gatehouse.kit.configuration import ConfigurationError

if TYPE_CHECKING:
    from gatehouse.settings import Settings

MOST_DAYS = 365


def rotate_keys(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.commands import rotation

    with start_database(settings) as url:
        key_id = asyncio.run(rotation.rotate_keys(settings, url(), arguments.algorithm))
    print(f"Key {key_id} is published and signs from ten minutes on.")


def rotate_saml_key(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.commands import rotation

    if not 0 <= arguments.days <= MOST_DAYS:
        raise ConfigurationError(f"--days must be a number from 0 to {MOST_DAYS}.")
    with start_database(settings) as url:
        fingerprint, since = asyncio.run(
            rotation.rotate_saml_key(settings, url(), timedelta(days=arguments.days))
        )
    print(f"Certificate {fingerprint} is published. It signs from {since:%Y-%m-%d %H:%M} UTC on.")


def reencrypt_secrets(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.commands import rotation

    with start_database(settings) as url:
        done = asyncio.run(rotation.reencrypt_stored_values(settings, url()))
    for column, rows in done.items():
        print(f"{column}: {rows} rows")
    print("Everything is sealed with GATEHOUSE_SECRET_KEY alone.")
