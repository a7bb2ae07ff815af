"""Mail to a user who signs up, or asks for a link that activates, with an account that is active."""

from gatehouse.identity.mails import service as mails
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def mail_already_registered(db: Db, resources: Resources, email: str, name: str) -> None:
    await mails.send_mail(
        db,
        resources,
        "already-registered",
        email,
        name=name,
        link=mails.build_mail_link(resources, "/account/login"),
        reset_link=mails.build_mail_link(resources, "/account/forget-password"),
    )
