"""The bot on the standard event loop and redis-py's own parser, for comparison."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    sys.modules |= dict.fromkeys(("uvloop", "hiredis"))  # type: ignore[arg-type]  # makes their import fail
    from bot.__main__ import main

    sys.exit(main([]))
