"""The name by which a computer stays known when DHCP or a VPN gives it another host name."""

import hashlib
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from gatehouse_license.store import Store

MACHINE_ID_FILES = [Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id")]
CONTAINER_FILES = [Path("/.dockerenv"), Path("/run/.containerenv")]
# Of Kubernetes, Amazon ECS and Google Cloud Run, whose containers may have no such file.
CONTAINER_VARIABLES = ("KUBERNETES_SERVICE_HOST", "ECS_CONTAINER_METADATA_URI_V4", "K_SERVICE")


def remember_hostname(root: Path, environ: Mapping[str, str], hostname: str) -> str:
    """The host name of this computer's first run; the current one where it cannot be remembered.

    Each computer has a file of its own, because several may share one home folder."""
    machine_id = None if _is_container(environ) else _read_machine_id()
    if machine_id is None:
        return hostname
    store = Store(root)
    digest = hashlib.sha256(f"gatehouse-license {machine_id}".encode()).hexdigest()
    name = f"computer-{digest[:32]}.json"
    content = store.read(name)
    remembered = _parse(content)
    if remembered is not None or not _is_distinct(hostname):
        return remembered or hostname
    new_content = json.dumps({"hostname": hostname}).encode()
    if content is None:
        store.create(name, new_content)
    else:
        store.write(name, new_content)  # The file was damaged.
    return _parse(store.read(name)) or hostname


def _parse(content: bytes | None) -> str | None:
    try:
        hostname = json.loads(content or b"{}")["hostname"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return hostname if isinstance(hostname, str) and hostname.strip() else None


def _is_distinct(hostname: str) -> bool:
    """Computers without a name yet are all called the same: remembered, they would share a seat."""
    return hostname.lower().partition(".")[0] not in {"", "localhost", "unknown"}


def _is_container(environ: Mapping[str, str]) -> bool:
    """Copies of a container may share machine id and folder, so only the host name tells them apart."""
    is_named = any(name in environ for name in CONTAINER_VARIABLES)
    return is_named or any(_exists(one) for one in CONTAINER_FILES)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _read_machine_id() -> str | None:
    """32 hexadecimal digits; None when the system has no id, or not yet."""
    for text in _machine_id_candidates():
        machine_id = re.sub(r"[-{}\s]", "", text).lower()
        if re.fullmatch("[0-9a-f]{32}", machine_id) and machine_id.strip("0"):
            return machine_id
    return None


if sys.platform == "win32":

    def _machine_id_candidates() -> list[str]:
        import winreg

        try:
            with winreg.OpenKey(
                winreg.HKEY_LOCAL_MACHINE,
                r"SOFTWARE\Microsoft\Cryptography",
                access=winreg.KEY_READ | winreg.KEY_WOW64_64KEY,
            ) as key:
                return [str(winreg.QueryValueEx(key, "MachineGuid")[0])]
        except OSError:
            return []

elif sys.platform == "darwin":

    def _machine_id_candidates() -> list[str]:
        import ctypes

        class Timespec(ctypes.Structure):
            _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]

        host_uuid = ctypes.create_string_buffer(16)
        try:
            status = ctypes.CDLL(None).gethostuuid(host_uuid, ctypes.byref(Timespec(1, 0)))
        except (OSError, AttributeError):
            return []
        return [host_uuid.raw.hex()] if status == 0 else []

else:

    def _machine_id_candidates() -> list[str]:
        texts = []
        for path in MACHINE_ID_FILES:
            try:
                texts.append(path.read_text("ascii"))
            except (OSError, ValueError):
                continue
        return texts
