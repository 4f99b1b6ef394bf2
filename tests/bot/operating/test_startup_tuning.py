"""Start-up tuning: imports left out, garbage looked for seldom, one arena for all threads, free memory given back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOADED = """
import sys
from bot.operating.process import skip_imports
skip_imports()
from bot import app, platform_adapters, settings
from bot.store import connection, redis

archive = redis.RedisStore(connection.connect("redis://127.0.0.1:1")).archive
list(platform_adapters.adapters(settings.read(), archive, print))
print(*(name for name, module in sys.modules.items() if module))
import bot.platforms.telegram
print(*(name for name, module in sys.modules.items() if module))
"""


def test_no_painting_searching_or_unused_library_is_loaded_before_a_game(tmp_path: Path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-c", LOADED]
    lines = subprocess.check_output(command, cwd=tmp_path, env=environment, text=True).splitlines()
    with_page_alone, with_telegram = (set(line.split()) for line in lines)
    assert {"aiohttp", "structlog"} <= with_page_alone
    assert not {"telegram", "networkx"} & with_page_alone
    assert "telegram.ext" in with_telegram
    assert not {"rich", "click", "PIL", "numpy", "numba", "discord"} & with_telegram


CIRCLES = """
import gc
from weakref import ref
from bot.operating.process import tune_gc

class Circle:
    def __init__(self): self.own = self

there = Circle()
tune_gc()
assert not any(each is there for generation in range(3) for each in gc.get_objects(generation))
lost = ref(Circle())
assert lost() is not None
kept = []
while lost() is not None:
    kept.append([])
assert len(kept) > 1000
"""


def test_garbage_is_collected_rarely_and_not_among_loaded_objects():
    subprocess.run([sys.executable, "-c", CIRCLES], check=True, timeout=60)


ARENAS_OF_THREADS = """
import ctypes, sys, threading
from bot.operating.process import use_one_arena
use_one_arena()
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
    result = subprocess.run(
        [sys.executable, "-c", ARENAS_OF_THREADS], capture_output=True, text=True, check=True
    ).stdout
    assert result.count("<heap nr=") <= 1


GIVEN_BACK = """
import asyncio, ctypes
from pathlib import Path
from bot.operating.process import trim_heap

def pages():
    return int(Path("/proc/self/statm").read_text().split()[1])

async def given_back(blocks):
    before, holes = pages(), len(blocks) // 2 * 20
    keeping = asyncio.create_task(trim_heap(0.01))
    del blocks[::2]
    while before - pages() < holes // 2:
        await asyncio.sleep(0.01)
    keeping.cancel()

if hasattr(ctypes.CDLL(None), "malloc_trim"):
    asyncio.run(given_back([bytes(b"1" * 100_000) for _ in range(400)]))
else:
    asyncio.run(trim_heap(0.01))
"""


def test_free_heap_memory_is_returned():
    subprocess.run([sys.executable, "-c", GIVEN_BACK], check=True, timeout=60)
