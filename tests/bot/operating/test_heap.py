"""The C library's heap: all threads of a process share one arena where there are arenas."""

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
