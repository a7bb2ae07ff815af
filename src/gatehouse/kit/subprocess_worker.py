"""The child process of `side_process`. It imports no other module of Gatehouse, so that it stays small."""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

NICENESS = 10


def serve_lines(function: Callable[..., Any]) -> None:
    """Answer every line with the function's result, until the parent process closes the input."""
    os.setpriority(os.PRIO_PROCESS, 0, NICENESS)  # the server comes first where cores are few
    for line in sys.stdin.buffer:
        answer = json.dumps(function(**json.loads(line)))
        sys.stdout.buffer.write(answer.encode() + b"\n")
        sys.stdout.buffer.flush()
