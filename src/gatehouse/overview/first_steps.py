"""Setup steps of a new installation: done and open ones."""

from gatehouse.kit.db import Db
from gatehouse.overview import queries
from gatehouse.overview.schemas import FirstStepsOut
from gatehouse.vendor.configuration.queries import VENDOR
from gatehouse.vendor.configuration.sections import BrandSection, SignIn


async def first_steps(db: Db) -> FirstStepsOut:
    vendor, begun = await VENDOR.one(db), await queries.BEGUN.one(db)
    is_set = SignIn.model_validate(vendor) != SignIn.model_validate({})
    return FirstStepsOut(
        brand=BrandSection.model_validate(vendor) != BrandSection.model_validate({}),
        sign_in=is_set or begun.has_provider or begun.has_people,
        application=begun.has_application,
        plan=begun.has_plan,
        customer=begun.has_customer,
    )
