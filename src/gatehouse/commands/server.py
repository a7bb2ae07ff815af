"""`gatehouse serve`, `worker`, `migrate`, `doctor` and `stop`."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from gatehouse.commands.database import migrate_or_explain, start_database
from gatehouse.commands.start_steps import START

if TYPE_CHECKING:
    from gatehouse.settings import Settings


def run_web_server(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.kit.ports import refuse_taken_port

    refuse_taken_port(settings.host, settings.port, "GATEHOUSE_PORT")
    with start_database(settings) as url:
        from gatehouse.commands import process

        START.note_step("imports")
        database_url = url()
        START.note_step("database server")
        _run_server(
            process.run_web_process(
                settings,
                database_url,
                with_worker=not arguments.no_worker,
                explain_start=arguments.explain_start,
            )
        )


def run_worker(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.kit.ports import refuse_taken_port

    if arguments.probes:
        refuse_taken_port(settings.host, arguments.probes, "GATEHOUSE_PORT")
    with start_database(settings) as url:
        from gatehouse.commands import process

        _run_server(process.run_worker_process(settings, url(), probes=arguments.probes))


def migrate_database(settings: "Settings", _: argparse.Namespace) -> None:
    with start_database(settings) as url:
        done = asyncio.run(migrate_or_explain(settings, url(), restores_missing=True))
    for name in done:
        print(f"applied {name}")
    print("The schema is up to date.")


def run_doctor(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.commands.doctor import write_report

    if not write_report(settings, print):
        sys.exit(1)


def stop_embedded_database(settings: "Settings", _: argparse.Namespace) -> None:
    from gatehouse.kit.db.embedded import EmbeddedPostgres

    postgres = EmbeddedPostgres(settings.data_dir)
    if postgres.cluster.exists():
        postgres.start()
        postgres.stop()


def _run_server(main_task: object) -> None:
    import uvloop

    uvloop.run(main_task)  # type: ignore[arg-type]
