"""`gatehouse audit …`: verifies that the audit log was not changed."""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from gatehouse.commands.database import run_with_database
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.tenant_ids import inner_id

if TYPE_CHECKING:
    from gatehouse.audit.chain.queries import ChainHead
    from gatehouse.kit.db import Database
    from gatehouse.settings import Settings

CHANGED = 3  # exit code


@dataclass(frozen=True, slots=True)
class AuditVerification:
    entries: int
    blocks: int
    erased: int
    findings: int


def add_audit_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gatehouse audit`."""
    commands = parser.add_subparsers(required=True, metavar="command")
    text = "Find entries that were changed, removed or added outside Gatehouse."
    verified = commands.add_parser("verify", help=text, description=f"{text} Ends with 3 if any.")
    verified.add_argument("--tenant", type=inner_id, help="only this account")
    verified.add_argument("--heads", type=Path, help="a file of `gatehouse audit heads`")
    verified.set_defaults(run=verify_audit)
    text = (
        "Write the last entry of each account's audit log to a file, to be kept on another machine."
    )
    written = commands.add_parser("heads", help=text, description=text)
    written.add_argument("file", type=Path)
    written.set_defaults(run=write_heads)


def verify_audit(settings: "Settings", arguments: argparse.Namespace) -> None:
    known = _read_heads(arguments.heads) if arguments.heads else {}
    done = run_with_database(
        settings, lambda database: _verify_entries(settings, database, known, arguments.tenant)
    )
    print(f"{done.entries} entries in {done.blocks} blocks were compared.")
    if done.erased:
        print(f"{done.erased} of them name erased users, as recorded.")
    if done.findings:
        print(f"{done.findings} findings.", file=sys.stderr)
        sys.exit(CHANGED)
    print("Nothing was changed.")


def write_heads(settings: "Settings", arguments: argparse.Namespace) -> None:
    from gatehouse.audit.chain.verify import list_chain_heads
    from gatehouse.kit.external_ids import ExternalIds

    async def read(database: "Database") -> "list[str]":
        external_ids = ExternalIds(database)
        return [
            json.dumps(
                {
                    "tenantId": await external_ids.replace_in_text(str(head.tenant_id)),
                    "number": head.number,
                    "lastAt": head.last_at.isoformat(),
                    "mac": head.mac.hex(),
                }
            )
            for head in await list_chain_heads(database)
        ]

    lines = run_with_database(settings, read)
    arguments.file.write_text("".join(f"{line}\n" for line in lines))
    print(f"{len(lines)} accounts.")


async def _verify_entries(
    settings: "Settings",
    database: "Database",
    known: "dict[UUID, ChainHead]",
    tenant_id: UUID | None,
) -> AuditVerification:
    from gatehouse.audit.chain.seal import compute_retention_start
    from gatehouse.audit.chain.verify import ChainVerification
    from gatehouse.commands.runtime import secret_keys
    from gatehouse.kit import clock
    from gatehouse.kit import maintenance_runs as upkeep
    from gatehouse.kit.crypto import Box
    from gatehouse.kit.external_ids import ExternalIds

    external_ids = ExternalIds(database)
    verification = ChainVerification(
        database,
        Box(secret_keys(settings)),
        kept_since=compute_retention_start(clock.now(), settings.audit_retention_days),
        known=known,
    )
    try:
        accounts = await verification.load_tenant_ids()
    except ValueError:
        raise ConfigurationError(
            "The key of the audit cannot be decrypted. GATEHOUSE_SECRET_KEY is not the one that it was "
            "stored with."
        ) from None
    findings = 0
    for account in accounts:
        if tenant_id in (None, account):
            if own := verification.retentions.get(account):
                said = f"{account}: what is from before {own.since:%Y-%m-%d} is not missed"
                print(await external_ids.replace_in_text(said))
            async for finding in verification.verify_tenant(account):
                print(await external_ids.replace_in_text(f"{finding.tenant_id}: {finding.what}"))
                findings += 1
    if tenant_id is None:
        await upkeep.record_maintenance_run(database, upkeep.AUDIT, findings)
    return AuditVerification(
        verification.entries, verification.blocks, verification.erased, findings
    )


def _read_heads(path: Path) -> "dict[UUID, ChainHead]":
    from datetime import datetime

    from gatehouse.audit.chain.queries import ChainHead

    try:
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        heads = [
            ChainHead(
                inner_id(one["tenantId"]),
                one["number"],
                datetime.fromisoformat(one["lastAt"]),
                bytes.fromhex(one["mac"]),
            )
            for one in lines
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}") from None
    return {head.tenant_id: head for head in heads}
