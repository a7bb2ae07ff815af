"""The configuration in force, for routes: `configuration: CurrentConfiguration`."""

from typing import Annotated

from fastapi import Depends, Request

from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.configuration.snapshot import Snapshot


def configuration_of(resources: Resources) -> Snapshot:
    return resources[VendorConfiguration].current


async def _current_configuration(request: Request) -> Snapshot:
    return configuration_of(request.app.state.resources)


CurrentConfiguration = Annotated[Snapshot, Depends(_current_configuration)]
