import os

from gatehouse_sdk import SyncTokens
from gatehouse_sdk.django import Guard

guard = Guard(
    SyncTokens(
        os.environ["GATEHOUSE_URL"],
        audience=os.environ["GATEHOUSE_CLIENT_ID"],
        issuer=os.environ.get("GATEHOUSE_ISSUER"),
    )
)
