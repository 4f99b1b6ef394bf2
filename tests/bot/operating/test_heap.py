"""The C library's heap: threads share one arena, and what is free is given back, where the library can do that."""

from __future__ import annotations

import subprocess
import sys

ARENAS_OF_THREADS = """
import ctypes, sys, threading
from bot.operating import heap
heap.use_one_arena()
met = threading.Barrier(6)
def work():
    kept = [bytes(1000) for _ in range(100)]
    met.wait()
threads = [threading.Thread(target=work) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
library = ctypes.CDLL(None)
if hasattr(library, "malloc_info"):
    library.fdopen.restype = ctypes.c_void_p
    library.malloc_info(0, ctypes.c_void_p(library.fdopen(1, b"w")))
    library.fflush(None)
"""


def test_all_threads_share_one_arena():
    told = subprocess.run([sys.executable, "-c", ARENAS_OF_THREADS], capture_output=True, text=True, check=True).stdout
    assert told.count("<heap nr=") <= 1


GIVEN_BACK = """
import asyncio, ctypes
from pathlib import Path
from bot.operating import heap

def pages():
    return int(Path("/proc/self/statm").read_text().split()[1])

async def given_back(blocks):
    before, holes = pages(), len(blocks) // 2 * 20
    keeping = asyncio.create_task(heap.keep_small(0.01))
    del blocks[::2]
    while before - pages() < holes // 2:
        await asyncio.sleep(0.01)
    keeping.cancel()

if hasattr(ctypes.CDLL(None), "malloc_trim"):
    asyncio.run(given_back([bytes(b"1" * 100_000) for _ in range(400)]))
else:
    asyncio.run(heap.keep_small(0.01))
"""


def test_what_lies_free_between_is_given_back():
    subprocess.run([sys.executable, "-c", GIVEN_BACK], check=True, timeout=60)
