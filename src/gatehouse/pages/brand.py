"""The vendor's brand in force, for the HTML that leaves: a change shows at the next load."""

from typing import Annotated

from fastapi import Depends

from gatehouse.vendor.brand.service import Brand, brand_of
from gatehouse.vendor.current import CurrentConfiguration


async def _of_portal(configuration: CurrentConfiguration) -> Brand:
    return brand_of(configuration, "adminPortal")


async def _of_login(configuration: CurrentConfiguration) -> Brand:
    return brand_of(configuration, "loginBox")


PortalBrand = Annotated[Brand, Depends(_of_portal)]
LoginBrand = Annotated[Brand, Depends(_of_login)]
