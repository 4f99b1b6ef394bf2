"""Garbage is looked for seldom, not among what was loaded at the start, and found in the end."""

from __future__ import annotations

import subprocess
import sys

CIRCLES = """
import gc
from weakref import ref
from bot.operating import garbage

class Circle:
    def __init__(self): self.own = self

there = Circle()
garbage.seek_seldom()
assert not any(each is there for generation in range(3) for each in gc.get_objects(generation))
lost = ref(Circle())
assert lost() is not None
kept = []
while lost() is not None:
    kept.append([])
assert len(kept) > 1000
"""


def test_garbage_is_looked_for_seldom_but_found_and_not_among_what_was_there():
    subprocess.run([sys.executable, "-c", CIRCLES], check=True, timeout=60)
