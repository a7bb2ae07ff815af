"""Hashing alone: the CPU time of one password verification with the product's own hasher.

`python -m benchmarks.hashing SECONDS` prints microseconds of CPU per verification. No login can cost
less, so this is the ceiling of the login scenario.
"""

import asyncio
import sys
import time

from gatehouse.kit.hashing import hash_password, verify_password

PASSWORD = "Gatehouse-benchmark-1"


async def cpu_per_verification(seconds: float) -> float:
    stored = await hash_password(PASSWORD)
    # The first ones take memory from the kernel that later ones find already there.
    for _ in range(3):
        assert await verify_password(stored, PASSWORD)
    count, used, end = 0, time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        await verify_password(stored, PASSWORD)
        count += 1
    return (time.process_time() - used) / count * 1e6


if __name__ == "__main__":
    print(asyncio.run(cpu_per_verification(float(sys.argv[1]))))
