from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from gatehouse.simulators.checkout.api.listing import listing, texts
from gatehouse.simulators.checkout.envelope import page, success
from gatehouse.simulators.checkout.pricing.previews import PreviewRequest, preview_prices
from gatehouse.simulators.checkout.simulator import Account
from gatehouse.simulators.checkout.store import queries, service
from gatehouse.simulators.checkout.store.models import Body

router = APIRouter()
Id = Annotated[str, Path(max_length=64, pattern=r"^[^\x00]*$")]


@router.get("/products")
async def list_products(request: Request, db: Account) -> JSONResponse:
    wanted = listing(request, "id", "status", "type", "tax_category")
    found, total = await service.listed(db, "product", wanted)
    return page(request, found, wanted.per_page, total)


@router.get("/products/{product_id}")
async def get_product(db: Account, product_id: Id) -> JSONResponse:
    return success((await service.get(db, "product", product_id)).body)


@router.get("/prices")
async def list_prices(request: Request, db: Account) -> JSONResponse:
    """With `include=product` each price carries its product."""
    wanted = listing(request, "id", "product_id", "status", "type")
    found, total = await service.listed(db, "price", wanted)
    if "product" in texts(request, "include"):
        ids = [price["product_id"] for price in found]
        products = {row.id: row.body for row in await queries.BY_IDS.all(db, ids, "product")}
        found = [{**price, "product": products[price["product_id"]]} for price in found]
    return page(request, found, wanted.per_page, total)


@router.get("/prices/{price_id}")
async def get_price(request: Request, db: Account, price_id: Id) -> JSONResponse:
    price: Body = (await service.get(db, "price", price_id)).body
    if "product" in texts(request, "include"):
        product = await service.get(db, "product", price["product_id"])
        price = {**price, "product": product.body}
    return success(price)


@router.post("/pricing-preview")
async def preview_pricing(db: Account, data: PreviewRequest) -> JSONResponse:
    return success(await preview_prices(db, data))


@router.get("/discounts")
async def list_discounts(request: Request, db: Account) -> JSONResponse:
    """Only `active` ones unless asked otherwise; an unknown code is an empty list."""
    wanted = listing(request, "id", "status", "code", "mode")
    wanted.accepted.setdefault("status", ["active"])
    if "code" in wanted.accepted:
        wanted.accepted["code"] = [code.upper() for code in wanted.accepted["code"]]
    found, total = await service.listed(db, "discount", wanted)
    return page(request, found, wanted.per_page, total)


@router.get("/discounts/{discount_id}")
async def get_discount(db: Account, discount_id: Id) -> JSONResponse:
    return success((await service.get(db, "discount", discount_id)).body)
