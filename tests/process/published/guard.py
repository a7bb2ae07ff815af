"""A product's backend with the hosted platform's own guard: `uvicorn guard:app`."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI
from frontegg.fastapi import frontegg
from frontegg.fastapi.secure_access import FronteggSecurity, User


@asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    await frontegg.init_app(os.environ["FRONTEGG_CLIENT_ID"], os.environ["FRONTEGG_API_KEY"])
    yield


app = FastAPI(lifespan=lifespan)


def tell(user: User) -> dict[str, str]:
    return {"tenantId": user.tenant_id}


@app.get("/somebody")
def somebody(user: Annotated[User, Depends(FronteggSecurity())]) -> dict[str, str]:
    return tell(user)


@app.get("/administrator")
def administrator(
    user: Annotated[User, Depends(FronteggSecurity(roles=["Admin"]))],
) -> dict[str, str]:
    return tell(user)


@app.get("/nobody")
def nobody(user: Annotated[User, Depends(FronteggSecurity(roles=["Nobody"]))]) -> dict[str, str]:
    return tell(user)
