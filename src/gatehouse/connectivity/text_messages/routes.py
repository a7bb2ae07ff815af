from gatehouse.access.permissions import Permission
from gatehouse.connectivity.subscriptions.channel_router import channel_router
from gatehouse.connectivity.subscriptions.models import SubscriptionChannel
from gatehouse.kit.router import Router

router = channel_router(
    SubscriptionChannel.SMS,
    Router(prefix="/integrations/resources/configurations/v2/sms", tags=["SMS subscriptions"]),
    read=Permission.READ_SMS_CONFIG,
    write=Permission.WRITE_SMS_CONFIG,
    delete=Permission.DELETE_SMS_CONFIG,
    refuses="`phone_numbers.invalid`, `ER-01037`",
)
