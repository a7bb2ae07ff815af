"""The relay's key pair: the vendor signs the public key into the license file, so that tools accept files
that the relay signs with its private key. A copy of the license file alone cannot lease seats."""

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.licensing.license_api.signing import compute_key_id, encode_base64url

NAME = "relay.key"


class RelayKey:
    """`public`: base64url, 32 bytes. `id`: what files name it by."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        raw = private.public_key().public_bytes_raw()
        self.public = encode_base64url(raw)
        self.id = compute_key_id(raw)

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)


def load_or_create_relay_key(folder: Path) -> RelayKey:
    """Made when it is first needed; for its user alone."""
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _create_key_file(path)
        return RelayKey(Ed25519PrivateKey.from_private_bytes(path.read_bytes()))
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be used: {error.strerror}") from None
    except ValueError:
        raise ConfigurationError(f"{path} is no key. Put back the one that was here.") from None


def _create_key_file(path: Path) -> None:
    """Create the key file atomically. Of two concurrent processes only one creates it."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(Ed25519PrivateKey.generate().private_bytes_raw())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    finally:
        part.unlink()
