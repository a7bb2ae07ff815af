"""Make the simulators depend on the Gatehouse of their own version: they use its internal modules."""

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class PinGatehouse(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = [f"gatehouse=={metadata['version']}"]
