"""Acme Reports, a backend with FastAPI whose people sign in with Gatehouse."""

import os
from collections import defaultdict
from datetime import timedelta
from typing import Annotated

from fastapi import FastAPI, Response
from pydantic import BaseModel, Field

from gatehouse_sdk import Caller, Tokens
from gatehouse_sdk.fastapi import Guard

guard = Guard(
    Tokens(
        os.environ["GATEHOUSE_URL"],
        audience=os.environ["GATEHOUSE_CLIENT_ID"],
        issuer=os.environ.get("GATEHOUSE_ISSUER"),
    )
)
Member = Annotated[Caller, guard()]
Reader = Annotated[Caller, guard(permissions=["reports.read"])]
Writer = Annotated[Caller, guard(permissions=["reports.write"])]
# What their plan has to have.
Exporter = Annotated[Caller, guard(permissions=["reports.read"], features=["exports"])]
# Who showed a second factor in the last ten minutes.
SureWriter = Annotated[
    Caller, guard(permissions=["reports.write"], stepped_up=timedelta(minutes=10))
]

app = FastAPI(title="Acme Reports", lifespan=guard.lifespan)
# By account: no account sees those of another.
reports: defaultdict[str, list[str]] = defaultdict(list)


class Report(BaseModel):
    title: str = Field(min_length=1, max_length=100)


@app.get("/me")
async def me(caller: Member) -> dict[str, str]:
    return {"id": caller.id, "tenantId": caller.tenant_id}


@app.get("/reports")
async def list_reports(caller: Reader) -> list[str]:
    return reports[caller.tenant_id]


@app.post("/reports", status_code=201)
async def add_report(caller: Writer, data: Report) -> Report:
    reports[caller.tenant_id].append(data.title)
    return data


@app.get("/reports/export")
async def export_reports(caller: Exporter) -> Response:
    return Response("\n".join(["title", *reports[caller.tenant_id]]), media_type="text/csv")


@app.delete("/reports", status_code=204)
async def delete_reports(caller: SureWriter) -> None:
    reports.pop(caller.tenant_id, None)
