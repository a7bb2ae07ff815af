from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.api.listing import list_page, read_texts
from gatehouse_simulators.checkout.envelope import build_page, build_success
from gatehouse_simulators.checkout.fields import PathId
from gatehouse_simulators.checkout.pricing.currencies import CURRENCIES
from gatehouse_simulators.checkout.pricing.previews import PreviewRequest, preview_prices
from gatehouse_simulators.checkout.simulator import Account
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body

router = APIRouter()


@router.get("/products")
async def list_products(request: Request, db: Account) -> JSONResponse:
    return await list_page(request, db, "product", "id", "status", "type", "tax_category")


@router.get("/products/{product_id}")
async def get_product(db: Account, product_id: PathId) -> JSONResponse:
    return build_success((await service.get_entity(db, "product", product_id)).body)


@router.get("/prices")
async def list_prices(request: Request, db: Account) -> JSONResponse:
    """List prices. With `include=product` each price contains its product."""

    async def show(prices: list[Body]) -> list[Body]:
        return await _include_products(request, db, prices)

    return await list_page(request, db, "price", "id", "product_id", "status", "type", show=show)


@router.get("/prices/{price_id}")
async def get_price(request: Request, db: Account, price_id: PathId) -> JSONResponse:
    price = (await service.get_entity(db, "price", price_id)).body
    return build_success((await _include_products(request, db, [price]))[0])


@router.post("/pricing-preview")
async def preview_pricing(db: Account, data: PreviewRequest) -> JSONResponse:
    return build_success(await preview_prices(db, data))


@router.get("/currencies")
async def list_currencies(request: Request) -> JSONResponse:
    """List all currencies on one page, with the decimals by which amounts are divided."""
    return build_page(request, CURRENCIES, len(CURRENCIES), len(CURRENCIES), key="code")


@router.get("/discounts")
async def list_discounts(request: Request, db: Account) -> JSONResponse:
    """List discounts. An unknown code gives an empty list."""
    return await list_page(request, db, "discount", "id", "status", "code", "mode")


@router.get("/discounts/{discount_id}")
async def get_discount(db: Account, discount_id: PathId) -> JSONResponse:
    return build_success((await service.get_entity(db, "discount", discount_id)).body)


async def _include_products(request: Request, db: Db, prices: list[Body]) -> list[Body]:
    if "product" not in read_texts(request, "include"):
        return prices
    ids = [price["product_id"] for price in prices]
    products = {row.id: row.body for row in await queries.BY_IDS.all(db, ids, "product")}
    return [{**price, "product": products[price["product_id"]]} for price in prices]
