from gatehouse.access.permissions import Permission
from gatehouse.connectivity.subscriptions.channel_router import channel_router
from gatehouse.connectivity.subscriptions.models import SubscriptionChannel
from gatehouse.kit.router import Router

router = channel_router(
    SubscriptionChannel.EMAIL,
    Router(prefix="/integrations/resources/configurations/v1/emails", tags=["Email subscriptions"]),
    read=Permission.READ_EMAIL_CONFIG,
    write=Permission.WRITE_EMAIL_CONFIG,
    delete=Permission.DELETE_EMAIL_CONFIG,
    refuses="`users.email_invalid`",
)
