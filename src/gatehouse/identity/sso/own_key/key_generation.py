import asyncio


class OwnKeyMaking:
    """A lock for key generation, which takes a second of CPU: within a process, only one request generates
    the first key."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
