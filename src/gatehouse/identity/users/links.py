"""Links that the vendor delivers itself, where it sends its own mail. Each gives access to the user's
account, so issuing one is audited."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.directory.users import service as users
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.activation.queries import WAITING_BY_EMAIL
from gatehouse.identity.mails import service as mails
from gatehouse.identity.users.change import announce_user_change
from gatehouse.identity.users.errors import NothingToActivate
from gatehouse.identity.users.models import UserLink
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def make_activation_link(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, user_id: UUID
) -> UserLink:
    """Issue the link of the activation mail, for the newest pending membership. Raises
    `NothingToActivate`."""
    user = await users.get_user(db, user_id)
    waiting = await WAITING_BY_EMAIL.first(db, user.email, clock.now())
    if waiting is None:
        raise NothingToActivate("This user has nothing to activate")
    purpose = ActionTokenPurpose.INVITE if waiting.verified else ActionTokenPurpose.ACTIVATE
    path = "/account/invitation/accept" if waiting.verified else "/account/activate"
    token = await action_tokens.issue_action_token(db, purpose, user_id, waiting.tenant_id)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(
        db, caller, client, user, "got an activation link", waiting.tenant_id
    )
    return _build_link(resources, path, user_id, token)


async def password_reset(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, user_id: UUID
) -> UserLink:
    user = await users.get_user(db, user_id)
    token = await action_tokens.issue_action_token(db, ActionTokenPurpose.RESET_PASSWORD, user_id)
    await users.mark_verified_by_vendor(db, user_id)
    await announce_user_change(db, caller, client, user, "got a link that resets the password")
    return _build_link(resources, "/account/reset-password", user_id, token)


def _build_link(resources: Resources, path: str, user_id: UUID, token: str) -> UserLink:
    return UserLink(
        user_id, mails.build_mail_link(resources, path, userId=user_id, token=token), token
    )
