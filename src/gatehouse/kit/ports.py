"""Ports that a process wants to listen on."""

import socket

from gatehouse.kit.configuration import ConfigurationError


def refuse_taken_port(host: str, port: int, setting: str) -> None:
    """Before anything is started; a port that is taken later still fails, with a longer story."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ConfigurationError(
                f"Cannot listen on {host}:{port} ({error.strerror}). Stop the other program or set {setting}."
            ) from None
