from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2 import Environment, FileSystemLoader
from pydantic import Field

from gatehouse.demo import outbox
from gatehouse.demo.passing_time import enqueue_catch_up
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.errors import NotFound
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire

log = get_logger()

Here = Annotated[Deployment, resource(Deployment)]

router = Router(prefix="/dev", include_in_schema=False)

_pages = Environment(loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True)
# The page is plain HTML; a shown mail is framed without scripts and without this page's origin.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-src 'self'; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'self'"
)


def _html_response(template: str, **values: Any) -> Response:
    body = _pages.get_template(template).render(values)
    return HTMLResponse(body, headers={"content-security-policy": POLICY})


@router.get("/outbox")
async def list_messages(here: Here, to: Annotated[str, Query(max_length=320)] = "") -> Response:
    """Mail and text messages as a page."""
    return _html_response("outbox.html", messages=outbox.list_messages(here.data_dir, to), to=to)


@router.get("/outbox.json")
async def list_messages_as_json(
    here: Here, to: Annotated[str, Query(max_length=320)] = ""
) -> Response:
    """List the sent messages as JSON: `[{channel, to, subject, text, links, sentAt}]`, newest first."""
    return JSONResponse(
        [
            {
                "channel": message.channel,
                "to": message.to,
                "subject": message.subject,
                "text": message.text,
                "links": message.links,
                "sentAt": message.sent_at.isoformat(),
            }
            for message in outbox.list_messages(here.data_dir, to)
        ]
    )


@router.get("/outbox/{name}")
async def show_message(name: str, here: Here) -> Response:
    """One message."""
    found = outbox.find_message(here.data_dir, name)
    if found is None:
        raise NotFound("There is no such message")
    return _html_response("message.html", message=found)


@router.get("/outbox/{name}/html")
async def show_message_html(name: str, here: Here) -> Response:
    """The HTML part alone, for the frame; links open in a new tab."""
    found = outbox.find_message(here.data_dir, name)
    if found is None or not found.html:
        raise NotFound("There is no such message")
    body = found.html.replace("<head>", '<head><base target="_blank">', 1)
    policy = f"{POLICY}; sandbox allow-popups allow-popups-to-escape-sandbox"
    return HTMLResponse(body, headers={"content-security-policy": policy})


class ClockMove(Wire):
    advance_seconds: int = Field(ge=0, le=10 * 365 * 86_400)


@router.post("/clock")
async def move_clock(
    move: ClockMove, database: Annotated[Database, resource(Database)]
) -> Response:
    """Move this process's clock forward, so that trials end without waiting."""
    clock.advance_clock(timedelta(seconds=move.advance_seconds))
    if move.advance_seconds:
        await enqueue_catch_up(database)
    log.warning("clock moved", seconds=move.advance_seconds, now=clock.now().isoformat())
    return JSONResponse({"now": clock.now().isoformat()})
