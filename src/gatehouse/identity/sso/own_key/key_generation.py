import asyncio


class OwnKeyMaking:
    """A key takes a second of a processor: in one process, who needs the first one waits for a `turn`."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
